/** The limit of requests and the 429. */
import { remainingOf } from '../../http/limit-headers.ts';
import { ifThere, isThere, skip, typeOf, unchecked, type ServiceAnswer } from '../answers.ts';
import type { SmokeAnswers } from '../converse.ts';
import {
  failFinding,
  failFindings,
  showValue,
  joinJudgements,
  findingUnless,
  warnFinding,
  type SmokeFinding,
  type Judgement,
} from '../findings.ts';

/** The limit of the document (section Limits). */
const limit = 100;
const windowMs = 60_000;

const limitHeader = 'x-ratelimit-limit';

/** The headers are documented for the 429 only. */
export function limitValue({ depots, all }: SmokeAnswers): Judgement {
  const stated = all.filter(({ headers }) => isInteger(headers[limitHeader]));
  if (stated.length === 0)
    return ifThere(depots, () => skip('no answer carried X-RateLimit-Limit as an integer'));
  return joinJudgements(
    stated.map((answer) => {
      const value = answer.headers[limitHeader];
      return findingUnless(
        Number(value) === limit,
        warnFinding(answer, `${limitHeader}: 100`, showValue(value)),
      );
    }),
  );
}

export function exceeded({ busyAnswers, exceeding }: SmokeAnswers): Judgement {
  const unprovoked = busyAnswers.find(({ status }) => status === 429);
  const last =
    unprovoked ?? exceeding.at(-1) ?? skip('it uses up the limit; --trip-rate-limit runs it');
  return ifThere(last, (answer) =>
    answer.status === 429
      ? tooManyFindings(answer)
      : judgeUnlimited(exceeding.filter(isThere), answer),
  );
}

/** Only answers within one window prove that there is no limit. */
function judgeUnlimited(answers: readonly ServiceAnswer[], last: ServiceAnswer): Judgement {
  // A broken answer has no time.
  const timed = answers.filter(({ status }) => status !== undefined);
  const ms = (timed.at(-1)?.receivedAt ?? 0) - (timed[0]?.receivedAt ?? 0);
  const text = `no 429 after ${answers.length} requests in ${Math.ceil(ms / 1000)} s`;
  if (ms >= windowMs) return unchecked(`${text}: too slow to exceed the limit`);
  const left = answers.flatMap((answer) => remainingOf(answer) ?? []);
  const isNewWindow = left.some((value, index) => value > (left[index - 1] ?? value));
  if (isNewWindow) return unchecked(`${text}: a new window began meanwhile`);
  return [failFinding(last, 'a 429 after 100 requests in 60 s', text)];
}

function tooManyFindings(answer: ServiceAnswer): SmokeFinding[] {
  const { headers } = answer;
  const stated = headers[limitHeader];
  const remaining = headers['x-ratelimit-remaining'];
  const reset = headers['x-ratelimit-reset'];
  return failFindings(answer, [
    {
      isMet: typeOf(answer) === 'text/plain',
      expected: 'content-type: text/plain',
      got: headers['content-type'],
    },
    {
      isMet: answer.text.trim() === 'Too Many Requests',
      expected: 'the text "Too Many Requests"',
      got: answer.text,
    },
    {
      isMet: isInteger(remaining),
      expected: 'x-ratelimit-remaining: an integer',
      got: remaining,
    },
    { isMet: reset !== undefined, expected: 'x-ratelimit-reset: a value', got: reset },
    {
      isMet: isInteger(stated) && Number(stated) === limit,
      expected: `${limitHeader}: 100`,
      got: stated,
    },
  ]);
}

function isInteger(value: string | undefined): boolean {
  return value !== undefined && /^-?\d{1,15}$/.test(value.trim());
}
