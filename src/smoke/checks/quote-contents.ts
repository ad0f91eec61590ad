/** The fields, amounts and extras of two quotes: one with accessories and an insurance plan, and one without. */
import type { Exchange } from '../../api/exchange.ts';
import { quoteSchema } from '../../api/schemas.ts';
import { defineCheck, type Check } from '../check.ts';
import { showValue } from '../display.ts';
import { findExtras, requestQuote, type Extras } from '../facts.ts';
import { amountFindings, fieldOfEach, hasCents, schemaFindings, type Field } from '../fields.ts';
import { failure, unless, warning, type Finding } from '../finding.ts';
import { bodyOf, isObject, objectFindings, type JsonObject } from '../responses.ts';
import { accessoriesOf, breakdownOf, checkBothQuotes, checkQuote, checkQuoteWithExtras, quoteCheck } from './quote.ts';

const resource = 'Resources: Quote';
const section = 'Resources: Quote, priceBreakdown';

export const quoteContentChecks: readonly Check[] = [
  quoteCheck('fields', resource, 'a quote has every field, of its type', typeFindings, checkBothQuotes),
  quoteCheck(
    'amounts',
    'Resources: money amounts',
    'amounts have two decimals at most',
    (exchange, quote) => amountFindings(exchange, amountFields(quote)),
    checkBothQuotes,
  ),
  quoteCheck('sums', section, 'fees add up to the total', sumFindings, checkBothQuotes),
  defineCheck(
    'quote-selected',
    section,
    'selected accessories and the plan are in the quote, in their quantity',
    async (deployment) => {
      const extras = await findExtras(deployment);
      // If the service refuses the quote without extras as well, the check of that quote reports it.
      return checkQuote(deployment, async () => {
        const exchange = await requestQuote(deployment, extras);
        const found = objectFindings(exchange);
        return found.length > 0 ? found : selectedFindings(exchange, bodyOf(exchange) as JsonObject, extras);
      });
    },
  ),
  quoteCheck(
    'unselected',
    section,
    'with nothing selected insurance is null and accessories are empty',
    unselectedFindings,
  ),
  quoteCheck('ids', resource, 'another quote has another quoteId', (_, { quoteId }, deployment) =>
    checkQuoteWithExtras(deployment, (exchange, other) =>
      unless(
        typeof quoteId !== 'string' || other['quoteId'] !== quoteId,
        failure(exchange, 'quoteId: not that of the quote without extras', showValue(quoteId)),
      ),
    ),
  ),
];

/** Ignores an expiry that is a string, because another check covers its form. */
function typeFindings(exchange: Exchange, quote: JsonObject): Finding[] {
  const ignored = typeof quote['expiresAt'] === 'string' ? ['expiresAt'] : [];
  return schemaFindings(exchange, quoteSchema, quote, ignored);
}

function amountFields(quote: JsonObject): Field[] {
  const breakdown = breakdownOf(quote);
  const fees = ['rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'];
  const costs = fieldOfEach(accessoriesOf(breakdown) ?? [], 'cost');
  const plan = isObject(breakdown['insurance']) ? breakdown['insurance']['cost'] : undefined;
  return [
    { path: 'totalAmount', value: quote['totalAmount'] },
    ...fees.map((fee) => ({ path: `priceBreakdown.${fee}`, value: breakdown[fee] })),
    ...costs.map(({ path, value }) => ({ path: `priceBreakdown.accessories${path}`, value })),
    { path: 'priceBreakdown.insurance.cost', value: plan },
  ];
}

/** Warnings only, because the document does not describe the arithmetic. */
function sumFindings(exchange: Exchange, quote: JsonObject): Finding[] {
  const breakdown = breakdownOf(quote);
  const { rentalFee, routeFee, accessoriesFee, insuranceFee, insurance } = breakdown;
  const costs = (accessoriesOf(breakdown) ?? []).map((entry) => entry['cost']);
  return [
    ...sumFinding(exchange, 'totalAmount', quote['totalAmount'], [rentalFee, routeFee, accessoriesFee, insuranceFee]),
    ...sumFinding(exchange, 'accessoriesFee', accessoriesFee, costs),
    ...sumFinding(exchange, 'insuranceFee', insuranceFee, isObject(insurance) ? [insurance['cost']] : []),
  ];
}

function sumFinding(exchange: Exchange, name: string, sum: unknown, parts: readonly unknown[]): Finding[] {
  const amounts = [sum, ...parts];
  // Other checks report amounts that are not numbers of cents. Sums of cents are exact.
  if (!amounts.every((amount): amount is number => typeof amount === 'number' && hasCents(amount))) return [];
  const [total = 0, ...cents] = amounts.map((amount) => Math.round(amount * 100));
  const added = cents.reduce((subtotal, part) => subtotal + part, 0);
  if (total === added) return [];
  return [warning(exchange, `${name}: ${(added / 100).toFixed(2)}, the sum of its parts`, showValue(sum))];
}

function selectedFindings(exchange: Exchange, quote: JsonObject, { accessoryIds, insuranceId }: Extras): Finding[] {
  const breakdown = breakdownOf(quote);
  return [
    ...accessoryFindings(exchange, accessoriesOf(breakdown), accessoryIds),
    ...planFindings(exchange, breakdown['insurance'], insuranceId),
  ];
}

/** Accepts ids of a wrong type, because the check of the fields reports them. */
function accessoryFindings(
  exchange: Exchange,
  entries: readonly JsonObject[] | undefined,
  selected: readonly number[],
): Finding[] {
  if (entries === undefined || !entries.every(({ id }) => Number.isInteger(id))) return [];
  const found = selected.flatMap((id) => quantityFindings(exchange, entries, id));
  const others = entries.filter(({ id }) => !selected.includes(id as number));
  if (others.length === 0) return found;
  const got = `${others.length} more, id ${showValue(others[0]?.['id'])}`;
  return [...found, failure(exchange, 'accessories: only those selected', got)];
}

function quantityFindings(exchange: Exchange, entries: readonly JsonObject[], selected: number): Finding[] {
  const same = entries.filter(({ id }) => id === selected);
  if (same.length !== 1) {
    return [failure(exchange, `accessories: one entry with id ${selected}`, `${same.length} such entries`)];
  }
  const quantity = same[0]?.['quantity'];
  if (!Number.isInteger(quantity) || quantity === 1) return [];
  return [failure(exchange, `accessories: quantity 1 of id ${selected}`, showValue(quantity))];
}

function planFindings(exchange: Exchange, plan: unknown, selected: number | undefined): Finding[] {
  const expected = `insurance: the plan with id ${selected}`;
  if (selected === undefined) return [];
  if (plan === null) return [failure(exchange, expected, 'null')];
  if (!isObject(plan) || !Number.isInteger(plan['id']) || plan['id'] === selected) return [];
  return [failure(exchange, expected, `id ${showValue(plan['id'])}`)];
}

function unselectedFindings(exchange: Exchange, quote: JsonObject): Finding[] {
  const { insurance, accessories } = breakdownOf(quote);
  const planId = isObject(insurance) ? insurance['id'] : undefined;
  const isEmpty = !Array.isArray(accessories) || accessories.length === 0;
  return [
    ...unless(!isObject(insurance), failure(exchange, 'insurance: null', `an object with id ${showValue(planId)}`)),
    ...unless(isEmpty, failure(exchange, 'accessories: an empty array', showValue(accessories))),
  ];
}
