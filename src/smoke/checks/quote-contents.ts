/** The fields, amounts and extras of two quotes: one with accessories and an insurance plan, and one without. */
import type { Exchange } from '../exchange.ts';
import { quoteSchema } from '../../api/schemas.ts';
import { defineCheck, type Check } from '../check.ts';
import { showValue } from '../display.ts';
import { rules } from '../interface-document.ts';
import { requestQuote, type Extras } from '../facts.ts';
import { amountFindings, fieldOfEach, schemaFindings, type Field } from '../field-rules.ts';
import { failure, unless, warning, type Finding } from '../finding.ts';
import { fieldOf, isObject, objectFindings, type JsonObject } from '../responses.ts';
import {
  accessoriesOf,
  breakdownOf,
  plainQuote,
  quoteCheck,
  quoteWithExtras,
  requestQuoteWithExtras,
} from './quote.ts';

export const quoteContentChecks: readonly Check[] = [
  quoteCheck('fields', rules.quoteFields, 'a quote has every field, of its type', typeFindings),
  quoteCheck('amounts', rules.amounts, 'amounts have two decimals at most', (exchange, quote) =>
    amountFindings(exchange, amountFields(quote)),
  ),
  defineCheck(
    'quote-selected',
    rules.quoteSelected,
    'selected accessories and the plan are in the quote',
    async (deployment) => {
      // If the service refuses the quote without extras as well, the check of that quote reports it.
      await plainQuote(deployment);
      const { exchange } = await requestQuoteWithExtras(deployment);
      const found = objectFindings(exchange);
      if (found.length > 0) return found;
      const { quote, extras } = await quoteWithExtras(deployment);
      return selectedFindings(exchange, quote, extras);
    },
  ),
  defineCheck(
    'quote-unselected',
    rules.quoteUnselected,
    'with nothing selected insurance is null and accessories are empty',
    async (deployment) => unselectedFindings(await requestQuote(deployment), await plainQuote(deployment)),
  ),
  defineCheck('quote-ids', rules.quoteIds, 'another quote has another quoteId', async (deployment) => {
    const { quoteId } = await plainQuote(deployment);
    const { exchange, quote } = await quoteWithExtras(deployment);
    return unless(
      typeof quoteId !== 'string' || quote['quoteId'] !== quoteId,
      failure(exchange, 'quoteId: not that of the quote without extras', showValue(quoteId)),
    );
  }),
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
  return [
    { path: 'totalAmount', value: quote['totalAmount'] },
    ...fees.map((fee) => ({ path: `priceBreakdown.${fee}`, value: breakdown[fee] })),
    ...costs.map(({ path, value }) => ({ path: `priceBreakdown.accessories${path}`, value })),
    { path: 'priceBreakdown.insurance.cost', value: fieldOf(breakdown['insurance'], 'cost') },
  ];
}

function selectedFindings(exchange: Exchange, quote: JsonObject, { accessoryIds, insuranceId }: Extras): Finding[] {
  const breakdown = breakdownOf(quote);
  return [
    ...accessoryFindings(exchange, accessoriesOf(breakdown), accessoryIds),
    ...planFindings(exchange, breakdown['insurance'], insuranceId),
    ...(accessoryIds.length === 0 ? freeFindings(exchange, breakdown, 'accessoriesFee') : []),
    ...(insuranceId === undefined ? freeFindings(exchange, breakdown, 'insuranceFee') : []),
  ];
}

/** The cost of what was selected is 0 if nothing was. */
function freeFindings(exchange: Exchange, breakdown: JsonObject, name: 'insuranceFee' | 'accessoriesFee'): Finding[] {
  const fee = breakdown[name];
  return unless(typeof fee !== 'number' || fee === 0, failure(exchange, `${name}: 0`, showValue(fee)));
}

/** Accepts ids of a wrong type, because the check of the fields reports them. */
function accessoryFindings(
  exchange: Exchange,
  entries: readonly JsonObject[] | undefined,
  selected: readonly number[],
): Finding[] {
  if (entries === undefined || !entries.every(({ id }) => Number.isInteger(id))) return [];
  const found = selected.flatMap((id) => entryFindings(exchange, entries, id));
  const others = entries.filter(({ id }) => !selected.includes(id as number));
  if (others.length === 0) return found;
  const got = `${others.length} more, id ${showValue(others[0]?.['id'])}`;
  return [...found, failure(exchange, 'accessories: only those selected', got)];
}

/** The quantity is not documented beyond its type, but 1 is what was selected. */
function entryFindings(exchange: Exchange, entries: readonly JsonObject[], selected: number): Finding[] {
  const same = entries.filter(({ id }) => id === selected);
  if (same.length !== 1) {
    return [failure(exchange, `accessories: one entry with id ${selected}`, `${same.length} such entries`)];
  }
  const quantity = same[0]?.['quantity'];
  if (!Number.isInteger(quantity) || quantity === 1) return [];
  return [warning(exchange, `accessories: quantity 1 of id ${selected}`, showValue(quantity))];
}

function planFindings(exchange: Exchange, plan: unknown, selected: number | undefined): Finding[] {
  if (selected === undefined) {
    return unless(!isObject(plan), failure(exchange, 'insurance: null', 'an object, but no plan was selected'));
  }
  const expected = `insurance: the plan with id ${selected}`;
  if (plan === null) return [failure(exchange, expected, 'null')];
  if (!isObject(plan) || !Number.isInteger(plan['id']) || plan['id'] === selected) return [];
  return [failure(exchange, expected, `id ${showValue(plan['id'])}`)];
}

function unselectedFindings(exchange: Exchange, quote: JsonObject): Finding[] {
  const breakdown = breakdownOf(quote);
  const { insurance, accessories } = breakdown;
  const plan = `an object with id ${showValue(fieldOf(insurance, 'id'))}`;
  const isEmpty = !Array.isArray(accessories) || accessories.length === 0;
  return [
    ...unless(!isObject(insurance), failure(exchange, 'insurance: null', plan)),
    ...unless(isEmpty, failure(exchange, 'accessories: an empty array', showValue(accessories))),
    ...freeFindings(exchange, breakdown, 'insuranceFee'),
    ...freeFindings(exchange, breakdown, 'accessoriesFee'),
  ];
}
