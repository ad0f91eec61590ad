import { headerOf, mediaTypeOf, remainingRequests, resetWaitMs, textOf, type Exchange } from '../../api/exchange.ts';
import { addressOf } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { failure, findingsFor, SkipCheck, unless, warning, type Finding } from '../finding.ts';

/** The limit of the interface (section Limits), and a few more for services that count differently. */
const exceedingRequests = 110;

const headers = { limit: 'x-ratelimit-limit', remaining: 'x-ratelimit-remaining', reset: 'x-ratelimit-reset' } as const;

export const limitChecks: readonly Check[] = [
  defineCheck(
    'limits-headers',
    'Errors: 429',
    'X-RateLimit-Limit and X-RateLimit-Remaining are integers where they are sent',
    async (deployment) =>
      findingsFor((await limitedExchanges(deployment)).flatMap(integerFindings), (finding) => finding),
  ),
  defineCheck('limits-falling', 'Errors: 429', 'X-RateLimit-Remaining falls with each request', async (deployment) =>
    fallingFindings(await limitedExchanges(deployment)),
  ),
  defineCheck('limits-value', 'Limits', 'the limit is 100 requests', async (deployment) => {
    for (const exchange of await limitedExchanges(deployment)) {
      const limit = headerOf(exchange, headers.limit);
      if (isInteger(limit) && Number(limit) !== 100)
        return [warning(exchange, `${headers.limit}: 100`, showValue(limit))];
    }
    return [];
  }),
  defineCheck(
    'limits-exceeded',
    'Errors: 429',
    'beyond the limit comes a 429 in text/plain with its three headers',
    async ({ exceed }) => {
      if (exceed === undefined) throw new SkipCheck('trip-rate-limit is off: this check uses up the limit');
      return exceedingFindings(exceed);
    },
  ),
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

/** The value may rise when a window ends, and other clients count too, but a value that never falls is wrong. */
function fallingFindings(exchanges: readonly Exchange[]): Finding[] {
  const left = exchanges.flatMap((exchange) => remainingRequests(exchange) ?? []);
  if (left.length < 3) throw new SkipCheck('too few answers carried X-RateLimit-Remaining');
  const last = exchanges.at(-1);
  if (last === undefined || left.some((value, index) => value < (left[index - 1] ?? value))) return [];
  const got = `${left.slice(0, 8).join(', ')}${left.length > 8 ? ' …' : ''}`;
  return [failure(last, `${headers.remaining}: falling`, got)];
}

async function exceedingFindings(exceed: NonNullable<Deployment['exceed']>): Promise<Finding[]> {
  for (let sent = 1; sent <= exceedingRequests; sent += 1) {
    const exchange = await exceed('/depots');
    if (exchange.response?.status === 429) return refusalFindings(exchange);
  }
  const got = `none after ${exceedingRequests} requests`;
  return [{ severity: 'fail', expected: 'a 429 after 100 requests in 60 s', got }];
}

function refusalFindings(exchange: Exchange): Finding[] {
  const type = showValue(headerOf(exchange, 'content-type'));
  const text = textOf(exchange);
  const reset = headerOf(exchange, headers.reset);
  // The format of the reset is not documented, but clients cannot use a value that they cannot read.
  const isReadable = reset === undefined || resetWaitMs(exchange) !== undefined;
  return [
    ...unless(mediaTypeOf(exchange) === 'text/plain', failure(exchange, 'content-type: text/plain', type)),
    ...unless(text === 'Too Many Requests', failure(exchange, 'the text "Too Many Requests"', showValue(text))),
    ...integerFinding(exchange, headers.limit),
    ...integerFinding(exchange, headers.remaining),
    ...unless(reset !== undefined, failure(exchange, `${headers.reset}: a value`, showValue(reset))),
    ...unless(isReadable, warning(exchange, `${headers.reset}: a time within the window`, showValue(reset))),
  ];
}

function isInteger(value: string | undefined): boolean {
  return value !== undefined && /^-?\d{1,15}$/.test(value.trim());
}
