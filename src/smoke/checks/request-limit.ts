import { headerOf, remainingRequests, type Exchange } from '../exchange.ts';
import { addressOf } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { failure, findingsFor, mergeFindings, note, SkipCheck, unless, warning, type Finding } from '../finding.ts';

/** Requests in a window (section Limits). */
export const limit = 100;

export const headers = {
  limit: 'x-ratelimit-limit',
  remaining: 'x-ratelimit-remaining',
  reset: 'x-ratelimit-reset',
} as const;

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
];

/** Responses of the interface with a header of the limit; sends one request if there is none. */
async function limitedExchanges(deployment: Deployment): Promise<readonly Exchange[]> {
  await deployment.api('/depots');
  const found = withHeaders(deployment);
  if (found.length > 0) return found;
  throw new SkipCheck('no answer carried X-RateLimit headers; they are documented for the 429 only');
}

/** Those so far. */
export function withHeaders(deployment: Deployment): readonly Exchange[] {
  const base = addressOf(deployment.baseUrl, '').href;
  return deployment.exchanges.filter(
    (exchange) =>
      exchange.request.url.href.startsWith(base) &&
      Object.values(headers).some((name) => headerOf(exchange, name) !== undefined),
  );
}

function integerFindings(exchange: Exchange): Finding[] {
  const sent = [headers.limit, headers.remaining].filter((name) => headerOf(exchange, name) !== undefined);
  return sent.flatMap((name) => integerFinding(exchange, name));
}

export function integerFinding(exchange: Exchange, name: string): Finding[] {
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

export function limitFindings(exchange: Exchange, report: typeof failure): Finding[] {
  const max = headerOf(exchange, headers.limit);
  return unless(!isInteger(max) || Number(max) === limit, report(exchange, `${headers.limit}: 100`, showValue(max)));
}

export function isInteger(value: string | undefined): boolean {
  return value !== undefined && /^-?\d{1,15}$/.test(value.trim());
}
