/** The 429 and the window of the limit. */
import { headerOf, mediaTypeOf, remainingRequests, resetWaitMs, textOf, type Exchange } from '../exchange.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { failure, NotChecked, note, SkipCheck, unless, warning, type Finding } from '../finding.ts';
import { rules } from '../interface-document.ts';
import { headers, integerFinding, isInteger, limit, limitFindings, withHeaders } from './request-limit.ts';

/** Some more than the limit, for services that count differently. */
const exceedingRequests = limit + 11;
const windowMs = 60_000;
/** If the last answer before a 429 states fewer, other clients can have used them since. */
const fewLeft = 10;

export const exceededCheck: Check = {
  ...defineCheck(
    'limits-exceeded',
    rules.limitExceeded,
    'beyond the limit comes a 429 in text/plain with its three headers',
    async (deployment) => {
      const { exceed, refusals } = deployment;
      const unasked = refusals.find(({ response }) => response?.status === 429);
      const answers = withHeaders(deployment);
      if (unasked !== undefined) {
        const isCounted = answers.some((exchange) => remainingRequests(exchange) !== undefined);
        return [...refusalFindings(unasked), ...(isCounted ? earlyFindings(unasked, answers, deployment) : [])];
      }
      if (exceed !== undefined) return exceedingFindings(exceed, deployment);
      const found = windowFindings(answers);
      if (found.length > 0) return found;
      throw new SkipCheck('trip-rate-limit is off: this check uses up the limit');
    },
  ),
  judgesRefusals: true,
};

/** Only answers within one window prove that there is no limit: what it is counted per, and when it begins, is not documented. */
async function exceedingFindings(
  exceed: NonNullable<Deployment['exceed']>,
  deployment: Deployment,
): Promise<Finding[]> {
  const exchanges: Exchange[] = [];
  for (let sent = 1; sent <= exceedingRequests; sent += 1) {
    const exchange = await exceed('/depots');
    if (exchange.response?.status === 429) {
      return [
        ...refusalFindings(exchange),
        ...earlyFindings(exchange, [...deployment.exchanges, ...exchanges], deployment),
      ];
    }
    exchanges.push(exchange);
  }
  const seconds = Math.ceil(durationMs(exchanges) / 1000);
  const text = `no 429 after ${exceedingRequests} requests in ${seconds} s`;
  if (seconds * 1000 >= windowMs) throw new NotChecked(`${text}: too slow to exceed the limit`);
  const shorter = windowFindings([...deployment.exchanges, ...exchanges]);
  if (shorter.length > 0) return shorter;
  const left = exchanges.flatMap((exchange) => remainingRequests(exchange) ?? []);
  const began = left.some((value, index) => value > (left[index - 1] ?? value));
  if (began) throw new NotChecked(`${text}: a new window began meanwhile`);
  return [{ severity: 'fail', expected: 'a 429 after 100 requests in 60 s', got: text }];
}

/** A 429 before the limit, unless the answers show that other clients have used a part of it. */
function earlyFindings(exchange: Exchange, before: readonly Exchange[], { requests }: Deployment): Finding[] {
  const left = before.flatMap((one) => remainingRequests(one) ?? []);
  const [first = limit - 1, last = limit] = [left[0], left.at(-1)];
  const accepted = requests() - 1;
  const isOwn = first >= limit - 1 && last >= fewLeft;
  const got = `a 429 after ${accepted}`;
  return unless(accepted >= limit || !isOwn, warning(exchange, `${limit} requests in 60 s`, got));
}

/** What falls one by one and then is whole again belongs to one counter, whose window has begun again. */
const fallsBefore = 10;

/** A window that begins twice in 60 s is shorter. */
function windowFindings(exchanges: readonly Exchange[]): Finding[] {
  const counted = exchanges.filter((exchange) => remainingRequests(exchange) !== undefined);
  const left = counted.map((exchange) => remainingRequests(exchange) ?? 0);
  let falls = 0;
  let first: Exchange | undefined;
  for (const [index, exchange] of counted.entries()) {
    const [before = Number.NaN, now = 0] = [left[index - 1], left[index]];
    if ([limit - 1, limit].includes(now) && falls >= fallsBefore) {
      // The first of the two windows began after the answer before its first one.
      const ms = first && durationMs([first, exchange]);
      const got = `${headers.remaining} is back at ${now} twice in ${Math.ceil((ms ?? 0) / 1000)} s`;
      if (ms !== undefined && ms < windowMs) return [warning(exchange, `${limit} requests per window of 60 s`, got)];
      first = counted[index - 1];
    }
    falls = now === before - 1 ? falls + 1 : 0;
  }
  return [];
}

/** By the clock of the service, if it shows it; its Date has whole seconds. */
function durationMs(exchanges: readonly Exchange[]): number {
  const [first, last] = [exchanges[0]?.response, exchanges.at(-1)?.response];
  const served = Date.parse(last?.headers['date'] ?? '') - Date.parse(first?.headers['date'] ?? '');
  return Number.isNaN(served) ? (last?.receivedAt ?? 0) - (first?.receivedAt ?? 0) : served + 1000;
}

function refusalFindings(exchange: Exchange): Finding[] {
  const type = showValue(headerOf(exchange, 'content-type'));
  const text = textOf(exchange);
  const reset = headerOf(exchange, headers.reset);
  const left = headerOf(exchange, headers.remaining);
  const isNegative = isInteger(left) && Number(left) < 0;
  // The format of the reset is not documented, but clients cannot use a value that they cannot read.
  const isReadable = reset === undefined || resetWaitMs(exchange) !== undefined;
  return [
    ...unless(mediaTypeOf(exchange) === 'text/plain', failure(exchange, 'content-type: text/plain', type)),
    ...unless(text.trim() === 'Too Many Requests', failure(exchange, 'the text "Too Many Requests"', showValue(text))),
    ...integerFinding(exchange, headers.limit),
    ...integerFinding(exchange, headers.remaining),
    ...unless(reset !== undefined, failure(exchange, `${headers.reset}: a value`, showValue(reset))),
    ...unless(isReadable, note(exchange, `${headers.reset}: a time within the window`, showValue(reset))),
    ...limitFindings(exchange, failure),
    ...unless(!isNegative, note(exchange, `${headers.remaining}: 0 or more`, showValue(left))),
  ];
}
