/** The limit of requests and the 429. */
import { remainingOf } from '../../http/http.ts';
import { readReset } from '../../http/reset.ts';
import { given, isThere, skip, typeOf, unchecked, type Answer, type Asked } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
import { failure, merged, note, unless, warning, type Finding, type Verdict } from '../findings.ts';

/** Requests in a window, and how long it is (section Limits). */
const [limit, windowMs] = [100, 60_000];
/** If the last answer before a 429 states fewer, other clients can have used them since. */
const fewLeft = 10;

const headers = {
  ...{ limit: 'x-ratelimit-limit', remaining: 'x-ratelimit-remaining', reset: 'x-ratelimit-reset' },
} as const;

/** The headers are documented for the 429 only. */
export function limitValue({ depots, all }: Answers): Verdict {
  return given(depots, () => {
    const stated = all.filter((answer) => isInteger(answer.headers[headers.limit]));
    if (stated.length === 0) return skip('no answer carried X-RateLimit-Limit as an integer');
    return merged(stated.map((answer) => limitFindings(answer, warning)));
  });
}

export function exceeded({ all, requests, refusals, exceeding }: Answers): Verdict {
  const unasked = refusals.find(({ status }) => status === 429);
  if (unasked !== undefined) {
    const isCounted = all.some((answer) => remainingOf(answer) !== undefined);
    return [...refusalFindings(unasked), ...(isCounted ? earlyFindings(unasked, requests - 1, all) : [])];
  }
  if (exceeding === undefined) return skip('trip-rate-limit is off: this check uses up the limit');
  return exceedingVerdict(all, exceeding, requests);
}

/** Only answers within one window prove that there is no limit: what it is counted per, and when it begins, is not documented. */
function exceedingVerdict(all: readonly Answer[], exceeding: readonly Asked[], requests: number): Verdict {
  const last = exceeding.at(-1) ?? skip('no answer');
  if (!isThere(last)) return last;
  const answers = exceeding.filter(isThere);
  if (last.status === 429) {
    const before = [...all, ...answers.slice(0, -1)];
    return [...refusalFindings(last), ...earlyFindings(last, requests - 1, before)];
  }
  const seconds = Math.ceil(durationMs(answers[0] ?? last, last) / 1000);
  const text = `no 429 after ${answers.length} requests in ${seconds} s`;
  if (seconds * 1000 >= windowMs) return unchecked(`${text}: too slow to exceed the limit`);
  const left = answers.flatMap((answer) => remainingOf(answer) ?? []);
  const isNewWindow = left.some((value, index) => value > (left[index - 1] ?? value));
  if (isNewWindow) return unchecked(`${text}: a new window began meanwhile`);
  return [{ severity: 'fail', expected: 'a 429 after 100 requests in 60 s', got: text }];
}

/** A 429 before the limit, unless the answers show that other clients have used a part of it. A limit may count the website too. */
function earlyFindings(answer: Answer, sent: number, before: readonly Answer[]): Finding[] {
  const left = before.flatMap((one) => remainingOf(one) ?? []);
  const [first = limit - 1, last = limit] = [left[0], left.at(-1)];
  const isOwn = first >= limit - 1 && last >= fewLeft;
  const got = `a 429 after ${sent}`;
  return unless(sent >= limit || !isOwn, warning(answer, `${limit} requests in 60 s`, got));
}

/** By the clock of the service, if it shows it; its Date has whole seconds. */
function durationMs(first: Answer, last: Answer): number {
  const served = Date.parse(last.headers['date'] ?? '') - Date.parse(first.headers['date'] ?? '');
  return Number.isNaN(served) ? last.receivedAt - first.receivedAt : served + 1000;
}

function refusalFindings(answer: Answer): Finding[] {
  const { [headers.reset]: reset, [headers.remaining]: left } = answer.headers;
  const type = showValue(answer.headers['content-type']);
  const isText = answer.text.trim() === 'Too Many Requests';
  const isNegative = isInteger(left) && Number(left) < 0;
  // The format of the reset is not documented, but clients cannot use a value that they cannot read.
  const isReadable = reset === undefined || typeof readReset(answer.headers, answer.receivedAt) === 'object';
  return [
    ...unless(typeOf(answer) === 'text/plain', failure(answer, 'content-type: text/plain', type)),
    ...unless(isText, failure(answer, 'the text "Too Many Requests"', showValue(answer.text))),
    ...[headers.limit, headers.remaining].flatMap((name) => {
      const value = answer.headers[name];
      return unless(isInteger(value), failure(answer, `${name}: an integer`, showValue(value)));
    }),
    ...unless(reset !== undefined, failure(answer, `${headers.reset}: a value`, showValue(reset))),
    ...unless(isReadable, note(answer, `${headers.reset}: a time within the window`, showValue(reset))),
    ...limitFindings(answer, failure),
    ...unless(!isNegative, note(answer, `${headers.remaining}: 0 or more`, showValue(left))),
  ];
}

function limitFindings(answer: Answer, report: typeof failure): Finding[] {
  const most = answer.headers[headers.limit];
  const isRight = !isInteger(most) || Number(most) === limit;
  return unless(isRight, report(answer, `${headers.limit}: 100`, showValue(most)));
}

function isInteger(value: string | undefined): boolean {
  return value !== undefined && /^-?\d{1,15}$/.test(value.trim());
}
