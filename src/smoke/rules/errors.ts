/** How the service refuses requests that are wrong on purpose, and what no answer must show. */
import { given, skip, unchecked, type Answer } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
import { describe, errorFindings, failure, isRefusal, messageOf, note, statusFindings } from '../findings.ts';
import { together, typeFindings, unless, warning, type Finding, type Verdict } from '../findings.ts';
import { isNotAvailable } from '../quotes.ts';
import type { Judge } from '../rule.ts';
import { isAbsentDay, type WrongRequest } from '../wrong-requests.ts';

/** Only the name of the status. */
const saysNothing = /^\W*(?:(?:http|error|status)\W*)*(?:404)?\W*(?:not found|error|-)?\W*$/i;

const trace = /^[ \t]{1,40}at .{1,200}:\d+:\d+\)?$|Traceback \(most recent call last\)|node_modules\//m;

/** The wrong requests that are there for this rule. */
export function refusal(id: string): Judge {
  return ({ wrong, isTaken }) =>
    together(
      wrong.filter(({ rule }) => rule === id).map((one) => given(one.asked, (answer) => refused(one, answer, isTaken))),
    );
}

/** A 400 with its reason, which names a parameter that is left out. */
function refused(wrong: WrongRequest, answer: Answer, isTaken: boolean): readonly Finding[] {
  const { name, value } = wrong;
  if (isTaken && value !== undefined && isNotAvailable(answer))
    return [note(answer, 'status 400', 'the vehicle was taken meanwhile')];
  if (isAbsentDay(wrong) && (answer.status === 200 || isRefusal(answer, 404))) {
    const expected = `status 400, because there is no ${value}`;
    return unless(answer.status !== 200, warning(answer, expected, describe(answer)));
  }
  const how = `${value === undefined ? 'without' : 'with a wrong'} ${name}`;
  const found = errorFindings(answer, 400).map((one) => ({ ...one, expected: `${how}: ${one.expected}` }));
  if (found.length > 0) return found;
  const named = `Missing required query parameter: ${name}`;
  const message = messageOf(answer);
  const isNamed = value !== undefined || message === named;
  return [...unless(isNamed, failure(answer, `error: "${named}"`, showValue(message))), ...typeFindings(answer)];
}

export function notAvailable({ unavailable }: Answers): Verdict {
  return given(unavailable, ({ asked, isFree, isKnown }) => {
    if (isFree) return unchecked('the vehicle has become free meanwhile');
    return given(asked, isKnown ? unavailableFindings : unknownFindings);
  });
}

/** An id that the service has never listed can be invalid as well, and then any reason is right. */
function unknownFindings(answer: Answer): readonly Finding[] {
  const found = statusFindings(answer, 400, 404);
  return found.length > 0 ? found : errorFindings(answer, answer.status === 400 ? 400 : 404);
}

function unavailableFindings(answer: Answer): readonly Finding[] {
  const found = errorFindings(answer, 404);
  const message = messageOf(answer) ?? '';
  if (found.length > 0) return found;
  const expected = 'error: says that the vehicle is not available';
  // It may say so in another language.
  const report = saysNothing.test(message) ? failure : note;
  return [...typeFindings(answer), ...unless(/availab/i.test(message), report(answer, expected, showValue(message)))];
}

/** A line of a stack trace, also in a JSON string, where a line break is `\n`. */
export function traces({ depots, all }: Answers): Verdict {
  const found = all.flatMap((answer) => {
    const text = (answer.status ?? 0) < 400 ? '' : answer.text.slice(0, 100_000).replaceAll('\\n', '\n');
    const [line] = trace.exec(text) ?? [];
    return line === undefined ? [] : [warning(answer, 'no stack trace', showValue(line.trim()))];
  });
  return given(depots, () => found.slice(0, 1));
}

export function echoes({ wrong }: Answers): Verdict {
  const hostile = wrong.find(({ value }) => value?.includes('\u001b') === true);
  return given(hostile?.asked ?? skip('not asked'), (answer) => {
    const raw = ['\u001b', '\u0007', '\u009b'].filter((character) => answer.text.includes(character));
    const got = `raw ${raw.map(showValue).join(', ')}`;
    return unless(raw.length === 0, warning(answer, 'control characters escaped or left out', got));
  });
}

export function unavailable({ refusals }: Answers): Verdict {
  const first = refusals.find(({ status }) => status === 503);
  return first === undefined ? skip('a 503 cannot be provoked from outside') : errorFindings(first, 503);
}
