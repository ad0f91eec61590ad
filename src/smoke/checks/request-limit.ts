import { headerOf, mediaTypeOf, remainingRequests, resetWaitMs, textOf, type Exchange } from '../../api/exchange.ts';
import { addressOf } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { failure, findingsFor, mergeFindings, note, SkipCheck, unless, warning, type Finding } from '../finding.ts';

/** The limit of the interface (section Limits), and a few more for services that count differently. */
const exceedingRequests = 111;
const limit = 100;
const windowMs = 60_000;

const headers = { limit: 'x-ratelimit-limit', remaining: 'x-ratelimit-remaining', reset: 'x-ratelimit-reset' } as const;

export const limitChecks: readonly Check[] = [
  // The headers are documented for the 429 only, so on other answers they can have any form.
  defineCheck(
    'limits-headers',
    rules.beside,
    'X-RateLimit-Limit and X-RateLimit-Remaining are integers where they are sent',
    async (deployment) => {
      const found = (await limitedExchanges(deployment)).flatMap(integerFindings);
      return findingsFor(found, (finding) => ({ ...finding, severity: 'note' }));
    },
  ),
  defineCheck('limits-falling', rules.beside, 'X-RateLimit-Remaining falls with each request', async (deployment) =>
    fallingFindings(await limitedExchanges(deployment)),
  ),
  defineCheck('limits-value', rules.beside, 'the limit is 100 requests', async (deployment) => {
    const exchanges = await limitedExchanges(deployment);
    const stated = exchanges.filter((exchange) => isInteger(headerOf(exchange, headers.limit)));
    if (stated.length === 0) throw new SkipCheck('no answer carried X-RateLimit-Limit as an integer');
    return mergeFindings(stated.map((exchange) => limitFindings(exchange, warning)));
  }),
  {
    ...defineCheck(
      'limits-exceeded',
      rules.limitExceeded,
      'beyond the limit comes a 429 in text/plain with its three headers',
      async (deployment) => {
        const { exceed, refusals } = deployment;
        const unasked = refusals.find(({ response }) => response?.status === 429);
        if (unasked !== undefined) return refusalFindings(unasked);
        if (exceed === undefined) throw new SkipCheck('trip-rate-limit is off: this check uses up the limit');
        return exceedingFindings(exceed, deployment);
      },
    ),
    judgesRefusals: true,
  },
];

/** Responses of the interface with a header of the limit; sends one request if there is none. */
async function limitedExchanges(deployment: Deployment): Promise<readonly Exchange[]> {
  await deployment.api('/depots');
  const base = addressOf(deployment.baseUrl, '').href;
  const found = deployment.exchanges.filter(
    (exchange) =>
      exchange.request.url.href.startsWith(base) &&
      Object.values(headers).some((name) => headerOf(exchange, name) !== undefined),
  );
  if (found.length > 0) return found;
  throw new SkipCheck('no answer carried X-RateLimit headers; they are documented for the 429 only');
}

function integerFindings(exchange: Exchange): Finding[] {
  const sent = [headers.limit, headers.remaining].filter((name) => headerOf(exchange, name) !== undefined);
  return sent.flatMap((name) => integerFinding(exchange, name));
}

function integerFinding(exchange: Exchange, name: string): Finding[] {
  const value = headerOf(exchange, name);
  return unless(isInteger(value), failure(exchange, `${name}: an integer`, showValue(value)));
}

/** The value may rise when a window ends, and other clients count too. */
function fallingFindings(exchanges: readonly Exchange[]): Finding[] {
  const left = exchanges.flatMap((exchange) => remainingRequests(exchange) ?? []);
  if (left.length < 3) throw new SkipCheck('too few answers carried X-RateLimit-Remaining');
  const last = exchanges.at(-1);
  if (last === undefined || left.some((value, index) => value < (left[index - 1] ?? value))) return [];
  const got = `${left.slice(0, 8).join(', ')}${left.length > 8 ? ' …' : ''}`;
  return [note(last, `${headers.remaining}: falling`, got)];
}

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
  if (seconds * 1000 >= windowMs) throw new SkipCheck(`${text}: too slow to exceed the limit`);
  const left = exchanges.flatMap((exchange) => remainingRequests(exchange) ?? []);
  const began = left.some((value, index) => value > (left[index - 1] ?? value));
  if (began) throw new SkipCheck(`${text}: a new window began meanwhile`);
  return [{ severity: 'fail', expected: 'a 429 after 100 requests in 60 s', got: text }];
}

/** A 429 before the limit, unless the first answer shows that other clients have used a part of it. */
function earlyFindings(exchange: Exchange, before: readonly Exchange[], { requests }: Deployment): Finding[] {
  const [first = limit - 1] = before.flatMap((one) => remainingRequests(one) ?? []);
  const accepted = requests() - 1;
  const got = `a 429 after ${accepted}`;
  return unless(accepted >= limit || first < limit - 1, warning(exchange, `${limit} requests in 60 s`, got));
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

function limitFindings(exchange: Exchange, report: typeof failure): Finding[] {
  const max = headerOf(exchange, headers.limit);
  return unless(!isInteger(max) || Number(max) === limit, report(exchange, `${headers.limit}: 100`, showValue(max)));
}

function isInteger(value: string | undefined): boolean {
  return value !== undefined && /^-?\d{1,15}$/.test(value.trim());
}
