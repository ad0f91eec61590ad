/** The limit of requests and the 429. */
import { remainingOf } from '../../http/http.ts';
import { readReset } from '../../http/reset.ts';
import { given, isThere, skip, typeOf, unchecked, type Answer } from '../asked.ts';
import type { Answers } from '../converse.ts';
import { showValue } from '../display.ts';
import { failure, note, together, unless, warning, type Finding, type Verdict } from '../findings.ts';

/** Requests in a window, and how long it is (section Limits). */
const [limit, windowMs] = [100, 60_000];
/** If the last answer before a 429 states fewer, other clients can have used them since. */
const fewLeft = 10;

const limitHeader = 'x-ratelimit-limit';
const remainingHeader = 'x-ratelimit-remaining';
const resetHeader = 'x-ratelimit-reset';

/** The headers are documented for the 429 only. */
export function limitValue({ depots, all }: Answers): Verdict {
  return given(depots, () => {
    const stated = all.filter(({ headers }) => isInteger(headers[limitHeader]));
    if (stated.length === 0) return skip('no answer carried X-RateLimit-Limit as an integer');
    const found = stated.map((answer) => {
      const value = answer.headers[limitHeader];
      return unless(Number(value) === limit, warning(answer, `${limitHeader}: 100`, showValue(value)));
    });
    return together(found);
  });
}

export function exceeded({ all, requests, refusals, exceeding }: Answers): Verdict {
  const unasked = refusals.find(({ status }) => status === 429);
  if (unasked === undefined && exceeding === undefined)
    return skip('trip-rate-limit is off: this check uses up the limit');
  return given(unasked ?? exceeding?.at(-1) ?? skip('no answer'), (last) => {
    const beyond = (exceeding ?? []).filter(isThere);
    if (last.status !== 429) return unlimited(beyond, last);
    return [...refusalFindings(last), ...earlyFindings(last, requests - 1, [...all, ...beyond])];
  });
}

/** Only answers within one window prove that there is no limit: what it is counted per, and when it begins, is not documented. */
function unlimited(answers: readonly Answer[], last: Answer): Verdict {
  const seconds = Math.ceil(durationMs(answers[0] ?? last, last) / 1000);
  const text = `no 429 after ${answers.length} requests in ${seconds} s`;
  if (seconds * 1000 >= windowMs) return unchecked(`${text}: too slow to exceed the limit`);
  const left = leftIn(answers);
  const isNewWindow = left.some((value, index) => value > (left[index - 1] ?? value));
  if (isNewWindow) return unchecked(`${text}: a new window began meanwhile`);
  return [{ severity: 'fail', expected: 'a 429 after 100 requests in 60 s', got: text }];
}

/** By the clock of the service, if it shows it; its Date has whole seconds. */
function durationMs(first: Answer, last: Answer): number {
  const served = Date.parse(last.headers['date'] ?? '') - Date.parse(first.headers['date'] ?? '');
  return Number.isNaN(served) ? last.receivedAt - first.receivedAt : served + 1000;
}

/** A 429 before the limit, if the answers show that no other client has used a part of it. A limit may count the website too. */
function earlyFindings(answer: Answer, sent: number, all: readonly Answer[]): Finding[] {
  const [first = 0, ...others] = leftIn(all.filter((one) => one !== answer));
  const isOwn = first >= limit - 1 && (others.at(-1) ?? first) >= fewLeft;
  return unless(sent >= limit || !isOwn, warning(answer, `${limit} requests in 60 s`, `a 429 after ${sent}`));
}

function leftIn(answers: readonly Answer[]): number[] {
  return answers.flatMap((answer) => remainingOf(answer) ?? []);
}

type Row = readonly [isRight: boolean, expected: string, got: string | undefined, report?: typeof failure];

function refusalFindings(answer: Answer): Finding[] {
  const { headers, text, receivedAt } = answer;
  const { 'content-type': type, [limitHeader]: most, [remainingHeader]: left, [resetHeader]: reset } = headers;
  // The format of the reset is not documented, but clients cannot use a value that they cannot read.
  const isReadable = reset === undefined || typeof readReset(headers, receivedAt) === 'object';
  const rows: readonly Row[] = [
    [typeOf(answer) === 'text/plain', 'content-type: text/plain', type],
    [text.trim() === 'Too Many Requests', 'the text "Too Many Requests"', text],
    [isInteger(most), `${limitHeader}: an integer`, most],
    [isInteger(left), `${remainingHeader}: an integer`, left],
    [reset !== undefined, `${resetHeader}: a value`, reset],
    [isReadable, `${resetHeader}: a time within the window`, reset, note],
    [!isInteger(most) || Number(most) === limit, `${limitHeader}: 100`, most],
  ];
  return rows.flatMap(([isRight, expected, got, report = failure]) =>
    unless(isRight, report(answer, expected, showValue(got))),
  );
}

function isInteger(value: string | undefined): boolean {
  return value !== undefined && /^-?\d{1,15}$/.test(value.trim());
}
