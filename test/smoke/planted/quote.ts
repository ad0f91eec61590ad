/** Quotes with and without extras. */
import { answerWith, at, type Mutation } from '../support/mutant.ts';
import {
  accessories,
  all,
  availability,
  bodyAt,
  bodyIf,
  each,
  has,
  lacks,
  only,
  plans,
  quotes,
  status,
  type,
} from './planted.ts';
import type { Faults } from './planted.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const change = (field: string, value: unknown): Mutation => bodyAt(quotes, (quote) => void (quote[field] = value));

const hasExtras = has('accessory_ids');
const lacksExtras = lacks('accessory_ids');

/** Changes the breakdown of the quote with extras, or of the one without. */
const selected = (change: (breakdown: any) => unknown): Mutation => changed(hasExtras, change);
const unselected = (change: (breakdown: any) => unknown): Mutation => changed(lacksExtras, change);

function changed(applies: typeof hasExtras, change: (breakdown: any) => unknown): Mutation {
  return bodyIf(quotes, applies, ({ priceBreakdown }) => void change(priceBreakdown));
}

const nothing = (path: RegExp): Mutation => bodyAt(path, () => []);

export const quoteFaults: Faults = {
  'fail quote-answer': {
    null: bodyAt(quotes, () => null),
    'a redirect to another host': at(
      quotes,
      all(status(302), ({ headers }) => (headers['location'] = 'https://elsewhere.example/')),
    ),
    'a 404 of a vehicle that is free': at(quotes, answerWith(404, 'application/json', '{"error":"Not available"}')),
  },
  'warn quote-answer': { 'JSON as text': at(quotes, only(lacksExtras, type('text/plain'))) },
  'fail quote-fields': {
    'no total with extras': bodyIf(quotes, hasExtras, (quote) => void delete quote.totalAmount),
    'no breakdown': bodyAt(quotes, (quote) => void delete quote.priceBreakdown),
    'no rental fee': bodyAt(quotes, ({ priceBreakdown }) => void delete priceBreakdown.rentalFee),
    'an object for accessories': selected((breakdown) => (breakdown.accessories = {})),
    'an id of an accessory in text': selected(({ accessories }) => (accessories[0].id = '301')),
    'a currency that is a number': change('currency', 554),
    'an expiry that is a number': change('expiresAt', 32472144000),
    'a note that is null': change('note', null),
    'a plan in a list': selected((breakdown) => (breakdown.insurance = [breakdown.insurance])),
    'null for no accessories': unselected((breakdown) => (breakdown.accessories = null)),
  },
  'fail quote-currency': { 'small letters': change('currency', 'nzd') },
  'fail quote-expiry': each(
    'an expiry of',
    [
      '2999-01-01T00:00:00+13:00',
      '2999-01-01T00:00:00',
      '2999-13-41T00:00:00Z',
      '2999-02-30T00:00:00Z',
      '29990230T000000Z',
      '29990101T000000',
    ],
    (expiry) => change('expiresAt', expiry),
  ),
  'warn quote-expiry': {
    'a past expiry by the clock of this machine': at(
      quotes,
      all(change('expiresAt', '2020-01-01T00:00:00Z'), ({ headers }) => void delete headers['date']),
    ),
  },
  'fail quote-note': { 'another currency': change('note', 'All amounts are in AUD dollars.') },
  'warn quote-note': each(
    'a note of',
    ['All amounts are in dollars.', 'All amounts are in NZD cents.', 'Kei ngā tāra o Aotearoa ngā utu katoa.'],
    (note) => change('note', note),
  ),
  'fail quote-amounts': {
    'a cost of an accessory with three decimals': selected(({ accessories }) => (accessories.at(-1).cost += 0.001)),
    'a cost of a plan with three decimals': selected(({ insurance }) => (insurance.cost += 0.001)),
  },
  'fail quote-selected': {
    'a web page for extras': at(quotes, only(hasExtras, answerWith(200, 'text/html', '<p>Oops'))),
    'the last accessory left out': selected(({ accessories }) => accessories.pop()),
    'another accessory': selected(({ accessories }) => accessories.push({ ...accessories[0], id: 9999 })),
    'an accessory twice': selected(({ accessories }) => accessories.push(accessories[0])),
    'null for the plan': selected((breakdown) => (breakdown.insurance = null)),
    'another plan': selected(({ insurance }) => (insurance.id += 5000)),
    'a fee for no plan': all(
      nothing(plans),
      selected((breakdown) => (breakdown.insuranceFee = 77)),
    ),
    'a fee for no accessories': all(
      nothing(accessories),
      bodyIf(quotes, has('insurance_id'), (quote) => void (quote.priceBreakdown.accessoriesFee = 77)),
    ),
    'a plan that was not selected': all(
      nothing(plans),
      selected((breakdown) => (breakdown.insurance = { id: 401, name: 'Standard', cost: 0 })),
    ),
  },
  'warn quote-selected': { 'two of an accessory': selected(({ accessories }) => (accessories.at(-1).quantity = 2)) },
  'fail quote-unselected': {
    'an accessory': unselected(
      (breakdown) => (breakdown.accessories = [{ id: 1, name: 'Seat', cost: 0, quantity: 1 }]),
    ),
    'a fee for accessories': unselected((breakdown) => (breakdown.accessoriesFee = 7)),
    'a fee for a plan': unselected((breakdown) => (breakdown.insuranceFee = 77)),
  },
};

const amounts = ['totalAmount', 'cost', 'rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'];

/** Of the amounts with these names, however deep they are. */
function inCents(names: readonly string[]): Mutation {
  const read = (key: string, value: unknown) => (names.includes(key) ? Math.round(Number(value) * 100) : value);
  return at(/^/, (exchange) => (exchange.body = JSON.stringify(JSON.parse(exchange.body, read))));
}

/** No sentence of the document shows the arithmetic. */
export const centFaults: Faults = {
  'warn quote-sums': {
    'a fee for accessories in cents': at(quotes, inCents(['accessoriesFee'])),
    'a fee for a plan in cents': at(quotes, inCents(['insuranceFee'])),
  },
  'warn quote-sums, warn quote-rate': { 'a rental fee in cents': at(quotes, inCents(['rentalFee'])) },
  'warn quote-sums, warn quote-prices': { 'costs of extras in cents': at(quotes, inCents(['cost'])) },
  'warn quote-rate': { 'daily rates in cents': at(availability, inCents(['rentalDailyRate'])) },
  'warn quote-rate, warn quote-prices': { 'every amount of a quote in cents': at(quotes, inCents(amounts)) },
  'warn quote-prices': { 'prices of plans in cents': at(plans, inCents(['price'])) },
};
