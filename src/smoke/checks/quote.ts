/** The quotes with and without extras, and the helpers of every check of a quote. */
import type { Exchange } from '../exchange.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { showValue } from '../display.ts';
import { rules, type Rule } from '../interface-document.ts';
import { findExtras, findQuoted, isFreeNow, requestQuote } from '../facts.ts';
import { errorFindings } from '../field-rules.ts';
import {
  failure,
  mergeFindings,
  NotChecked,
  note,
  SkipCheck,
  unless,
  unlessSkipped,
  warning,
  type Finding,
} from '../finding.ts';
import { bodyOf, describeResponse, isObject, objectFindings, type JsonObject } from '../responses.ts';

type QuoteRule = (exchange: Exchange, quote: JsonObject, deployment: Deployment) => readonly Finding[];

/** A note may say in these what NZD says, or in another language. */
const otherWords = /dollar|\$|zealand|kiwi|currenc|[^ -~\s]/i;
const otherCurrencies = /\b(?:AUD|CAD|EUR|FJD|GBP|SGD|USD)\b|\b(?:American|Australian|Canadian|US) dollar/i;

export const quoteChecks: readonly Check[] = [
  defineCheck('quote-answer', rules.quote, 'a quote is a JSON object, status 200', async (deployment) => {
    const exchange = await requestQuote(deployment);
    const isRefusal = errorFindings(exchange, 404).length === 0;
    if (isRefusal && !(await isFreeNow(deployment, await findQuoted(deployment)))) {
      throw new NotChecked('the vehicles that were free were taken meanwhile');
    }
    return objectFindings(exchange);
  }),
  quoteCheck('currency', rules.quoteCurrency, 'the currency is NZD', (exchange, { currency }) =>
    unless(
      currency === 'NZD' || typeof currency !== 'string',
      failure(exchange, 'currency: "NZD"', showValue(currency)),
    ),
  ),
  quoteCheck('expiry', rules.quoteExpiry, 'expiresAt is ISO 8601 in UTC and in the future', expiryFindings),
  quoteCheck('note', rules.quoteNote, 'the note says that amounts are in NZD', (exchange, { note: text }) => {
    if (typeof text !== 'string') return [];
    if (/NZD|\bNZ\$|New Zealand dollar/i.test(text)) {
      const isOfCents = /\bin (?:\S+ ){0,3}cents\b/i.test(text) && !/dollar/i.test(text);
      return unless(!isOfCents, warning(exchange, 'note: says that all amounts are in dollars', showValue(text)));
    }
    const report = otherWords.test(text) && !otherCurrencies.test(text) ? warning : failure;
    return [report(exchange, 'note: says that all amounts are in NZD', showValue(text))];
  }),
  defineCheck('quote-repeat', rules.beside, 'extras do not change the rental fee', async (deployment) => {
    const plain = await plainQuote(deployment);
    const { exchange, quote } = await quoteWithExtras(deployment);
    const [fee, other] = [breakdownOf(plain)['rentalFee'], breakdownOf(quote)['rentalFee']];
    // Prices may change from one request to the next.
    return fee === other ? [] : [note(exchange, `rentalFee: ${showValue(fee)} again`, showValue(other))];
  }),
];

/** A check of both quotes. A problem of both is reported once. */
export function quoteCheck(name: string, rule: Rule, title: string, judge: QuoteRule): Check {
  return defineCheck(`quote-${name}`, rule, title, async (deployment) => {
    const found = judge(await requestQuote(deployment), await plainQuote(deployment), deployment);
    const more = await unlessSkipped(quoteWithExtras(deployment));
    return more === undefined ? found : mergeFindings([found, judge(more.exchange, more.quote, deployment)]);
  });
}

/** Throws SkipCheck if there is none. */
export async function plainQuote(deployment: Deployment): Promise<JsonObject> {
  const quote = bodyOf(await requestQuote(deployment));
  if (isObject(quote)) return quote;
  throw new SkipCheck('no quote to look at', 'quote-answer');
}

/** Throws SkipCheck if there is none. */
export async function quoteWithExtras(deployment: Deployment) {
  const { exchange, extras } = await requestQuoteWithExtras(deployment);
  const quote = bodyOf(exchange);
  if (isObject(quote)) return { exchange, extras, quote };
  throw new SkipCheck('no quote with extras to look at', 'quote-selected');
}

/**
 * Also returns the extras that the service accepted. Some exclude each other, so a refusal is asked again with only one of them. Throws
 * NotChecked if all are refused.
 */
export async function requestQuoteWithExtras(deployment: Deployment) {
  const all = await findExtras(deployment);
  const less = all.accessoryIds.length > 0 ? { accessoryIds: all.accessoryIds.slice(0, 1) } : all;
  let refusal = '';
  for (const extras of [all, less]) {
    const exchange = await requestQuote(deployment, extras);
    const isRefusal = [400, 404].some((status) => errorFindings(exchange, status).length === 0);
    if (!isRefusal) return { exchange, extras };
    refusal = describeResponse(exchange);
  }
  throw new NotChecked(`no extras were accepted: ${refusal}`);
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

/** `Date.parse` reads 30 February as 2 March. */
function isCalendarDay(text: string): boolean {
  return new Date(text).toISOString().startsWith(text);
}

const dayAndTime = [
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?(?:Z|[+-]00(?::?00)?)$/,
  // The basic form of ISO 8601.
  /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2}(?:[.,]\d+)?))?(?:Z|[+-]00(?:00)?)$/,
];

/** Epoch ms, or NaN. */
function instantOf(text: string): number {
  const [, year, month, day, hour, minute, second = '00'] = dayAndTime.flatMap((form) => form.exec(text) ?? []);
  if (year === undefined) return Number.NaN;
  const date = `${year}-${month}-${day}`;
  const instant = Date.parse(`${date}T${hour}:${minute}:${second.replace(',', '.')}Z`);
  return Number.isNaN(instant) || isCalendarDay(date) ? instant : Number.NaN;
}

function expiryFindings(exchange: Exchange, { expiresAt: expiry }: JsonObject, deployment: Deployment): Finding[] {
  if (typeof expiry !== 'string') return [];
  const instant = instantOf(expiry);
  if (Number.isNaN(instant)) return [failure(exchange, 'expiresAt: ISO 8601 in UTC', showValue(expiry))];
  // The clock of this machine may be wrong, so only the service's own clock proves anything.
  const serverTime = Date.parse(exchange.response?.headers['date'] ?? '');
  const [now, report] = Number.isNaN(serverTime) ? [deployment.now(), warning] : [serverTime, failure];
  if (instant > now) return [];
  return [report(exchange, `expiresAt: after ${new Date(now).toISOString()}`, showValue(expiry))];
}
