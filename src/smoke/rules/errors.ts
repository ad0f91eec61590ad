/** How the service refuses requests that are wrong on purpose. */
import { given, skip, type Answer } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { errorFindings, failure, messageOf, showValue, together, typeFindings } from '../findings.ts';
import { unless, type Finding, type Verdict } from '../findings.ts';
import type { WrongRequest } from '../wrong-requests.ts';
import { ofVehicle, type Judge } from '../rule.ts';

/** Only the name of the status. */
const saysNothing = /^\W*(?:(?:http|error|status)\W*)*(?:404)?\W*(?:not found|error|-)?\W*$/i;

/** The wrong requests that are there for this rule. */
export function refusal(id: string): Judge {
  return ofVehicle(({ wrong }) =>
    given(wrong, (all) => {
      const own = all.filter(({ rule }) => rule === id);
      return together(own.map((one) => given(one.asked, (answer) => refused(one, answer))));
    }),
  );
}

/** A 400 with its reason, which names a parameter that is left out. */
function refused({ name, value }: WrongRequest, answer: Answer): readonly Finding[] {
  const how = `${value === undefined ? 'without' : 'with a wrong'} ${name}`;
  const found = errorFindings(answer, 400).map((one) => ({ ...one, expected: `${how}: ${one.expected}` }));
  if (found.length > 0) return found;
  const named = `Missing required query parameter: ${name}`;
  const message = messageOf(answer);
  const isNamed = value !== undefined || message === named;
  return [...unless(isNamed, failure(answer, `error: "${named}"`, showValue(message))), ...typeFindings(answer)];
}

export const notAvailable = ofVehicle(({ unavailable: asked }) => given(asked, unavailableFindings));

function unavailableFindings(answer: Answer): readonly Finding[] {
  const found = errorFindings(answer, 404);
  if (found.length > 0) return found;
  const message = messageOf(answer) ?? '';
  const silent = failure(answer, 'error: says that the vehicle is not available', showValue(message));
  // It may say so in another language.
  return [...typeFindings(answer), ...unless(!saysNothing.test(message), silent)];
}

export function unavailable({ refusals }: Answers): Verdict {
  const first = refusals.find(({ status }) => status === 503);
  return first === undefined ? skip('a 503 cannot be provoked from outside') : errorFindings(first, 503);
}
