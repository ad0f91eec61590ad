/** The quote of a vehicle without extras, and the helpers of every check of a quote. */
import type { Exchange } from '../../api/exchange.ts';
import { quoteParameters } from '../../api/links.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { findExtras, findSelection, requestQuote, type Extras } from '../facts.ts';
import { failure, SkipCheck, unless, warning, type Finding } from '../finding.ts';
import { bodyOf, isObject, jsonFindings, objectFindings, type JsonObject } from '../responses.ts';

type QuoteRule = (
  exchange: Exchange,
  quote: JsonObject,
  deployment: Deployment,
) => readonly Finding[] | Promise<readonly Finding[]>;

const endpoint = 'Endpoints: GET /quotes';
const section = 'Resources: Quote';

export const quoteChecks: readonly Check[] = [
  defineCheck('quote-answer', endpoint, 'a quote is a JSON object, status 200', async (deployment) =>
    objectFindings(await requestQuote(deployment)),
  ),
  quoteCheck('currency', section, 'the currency is NZD', (exchange, { currency }) =>
    unless(
      currency === 'NZD' || typeof currency !== 'string',
      failure(exchange, 'currency: "NZD"', showValue(currency)),
    ),
  ),
  quoteCheck('expiry', section, 'expiresAt is ISO 8601 in UTC and in the future', expiryFindings),
  quoteCheck('note', section, 'the note says that amounts are in NZD', (exchange, { note }) =>
    unless(
      typeof note !== 'string' || /NZD|\bNZ\$|New Zealand dollar/i.test(note),
      warning(exchange, 'note: says that all amounts are in NZD', showValue(note)),
    ),
  ),
  quoteCheck('repeat', endpoint, 'the same question has the same total', repeatFindings),
];

/** A check of the quote without extras, unless `on` selects other quotes. */
export function quoteCheck(name: string, section: string, title: string, rule: QuoteRule, on = checkQuote): Check {
  return defineCheck(`quote-${name}`, section, title, (deployment) => on(deployment, rule));
}

/** Checks the quote with `extras`. Throws SkipCheck if there is none. */
export async function checkQuote(
  deployment: Deployment,
  rule: QuoteRule,
  extras?: Extras,
): Promise<readonly Finding[]> {
  const exchange = await requestQuote(deployment, extras);
  const quote = bodyOf(exchange);
  if (isObject(quote)) return rule(exchange, quote, deployment);
  if (extras === undefined) throw new SkipCheck('no quote to look at', 'quote-answer');
  throw new SkipCheck('no quote with extras to look at', 'quote-selected');
}

/** Checks the quote with the extras that the service offers. */
export async function checkQuoteWithExtras(deployment: Deployment, rule: QuoteRule): Promise<readonly Finding[]> {
  return checkQuote(deployment, rule, await findExtras(deployment));
}

/** Checks both quotes, and reports a problem of both only once. The quote without extras is enough. */
export async function checkBothQuotes(deployment: Deployment, rule: QuoteRule): Promise<readonly Finding[]> {
  const found = await checkQuote(deployment, rule);
  const more = await checkQuoteWithExtras(deployment, rule).catch((error: unknown) => {
    if (error instanceof SkipCheck) return [];
    throw error;
  });
  return [...found, ...more.filter((finding) => !found.some(({ expected }) => expected === finding.expected))];
}

export function breakdownOf(quote: JsonObject): JsonObject {
  const breakdown = quote['priceBreakdown'];
  if (!isObject(breakdown)) throw new SkipCheck('the quote has no breakdown', 'quote-fields');
  return breakdown;
}

/** The accessories; undefined if they are not a list. */
export function accessoriesOf(breakdown: JsonObject): JsonObject[] | undefined {
  const entries = breakdown['accessories'];
  return Array.isArray(entries) ? entries.filter(isObject) : undefined;
}

function expiryFindings(exchange: Exchange, { expiresAt: expiry }: JsonObject, deployment: Deployment): Finding[] {
  if (typeof expiry !== 'string') throw new SkipCheck('the quote has no expiry', 'quote-fields');
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|\+00(?::?00)?)$/.test(expiry)
    ? Date.parse(expiry.replace(',', '.').replace(/\+00(?::?00)?$/, 'Z'))
    : Number.NaN;
  if (Number.isNaN(instant)) return [failure(exchange, 'expiresAt: ISO 8601 in UTC', showValue(expiry))];
  // Prefer the service's clock, because the clock of this machine may be wrong.
  const serverTime = Date.parse(exchange.response?.headers['date'] ?? '');
  const now = Number.isNaN(serverTime) ? deployment.now() : serverTime;
  if (instant > now) return [];
  return [failure(exchange, `expiresAt: after ${new Date(now).toISOString()}`, showValue(expiry))];
}

async function repeatFindings(
  first: Exchange,
  { totalAmount: total }: JsonObject,
  deployment: Deployment,
): Promise<Finding[]> {
  const second = await deployment.repeat('/quotes', quoteParameters(await findSelection(deployment)));
  const found = jsonFindings(second, 200);
  if (found.length > 0) return found;
  const quote = bodyOf(second);
  const other = isObject(quote) ? quote['totalAmount'] : undefined;
  return other === total ? [] : [failure(first, `totalAmount: ${showValue(total)} again`, showValue(other))];
}
