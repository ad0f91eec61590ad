/** Quotes with and without extras. */
import { accessories, all, answerWith, availability, each, error, has, json, lacks } from './change.ts';
import { on, plans, quotes, status, type, type Change, type Faults } from './change.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const change = (field: string, value: unknown): Change => json(quotes, (quote) => void (quote[field] = value));

/** Changes the breakdown of the quote with extras, or of the one without. */
const selected = (spoil: (breakdown: any) => unknown): Change =>
  json(quotes, ({ priceBreakdown }) => void spoil(priceBreakdown), has('accessory_ids'));
const unselected = (spoil: (breakdown: any) => unknown): Change =>
  json(quotes, ({ priceBreakdown }) => void spoil(priceBreakdown), lacks('accessory_ids'));

const nothing = (path: RegExp): Change => json(path, () => []);
const fees = { id: 1, name: 'Basic', cost: 0 };

export const quoteFaults: Faults = {
  'fail quote-answer': {
    '': json(quotes, (quote) => [quote]),
    null: json(quotes, () => null),
    redirect: on(
      quotes,
      all(status(302), ({ headers }) => headers.set('Location', 'https://elsewhere.example/')),
      ({ status: code }) => code === 200,
    ),
    'not-available': on(quotes, error(404, 'Not available'), ({ status: code }) => code === 200),
  },
  'warn quote-answer': {
    text: on(quotes, type('text/plain'), (one) => one.status === 200 && !one.query.has('accessory_ids')),
  },
  'fail quote-fields': {
    '': json(quotes, (quote) => void delete quote.priceBreakdown.insurance),
    'no-total': json(quotes, (quote) => void delete quote.totalAmount, has('accessory_ids')),
    'no-breakdown': json(quotes, (quote) => void delete quote.priceBreakdown),
    'no-rental-fee': json(quotes, ({ priceBreakdown }) => void delete priceBreakdown.rentalFee),
    'object-of-accessories': selected((breakdown) => (breakdown.accessories = {})),
    'id-in-text': selected((breakdown) => (breakdown.accessories[0].id = '301')),
    'currency-number': change('currency', 554),
    'expiry-number': change('expiresAt', 32472144000),
    'null-note': change('note', null),
    'plan-in-a-list': selected((breakdown) => (breakdown.insurance = [breakdown.insurance])),
    'null-for-none': unselected((breakdown) => (breakdown.accessories = null)),
  },
  'fail quote-currency': { '': change('currency', 'AUD'), 'lower-case': change('currency', 'nzd') },
  'fail quote-expiry': {
    '': change('expiresAt', '2020-01-01T00:00:00Z'),
    ...each(
      'form',
      [
        ...['2999-01-01T00:00:00+13:00', '2999-01-01T00:00:00', '2999-13-41T00:00:00Z'],
        ...['2999-02-30T00:00:00Z', '29990230T000000Z', '29990101T000000'],
      ],
      (expiry) => change('expiresAt', expiry),
    ),
  },
  'warn quote-expiry': {
    'no-date': on(
      quotes,
      all(change('expiresAt', '2020-01-01T00:00:00Z'), ({ headers }) => headers.delete('Date')),
    ),
  },
  'fail quote-note': { '': change('note', 'Thank you.'), aud: change('note', 'All amounts are in AUD dollars.') },
  'warn quote-note': each(
    'words',
    ['All amounts are in dollars.', 'All amounts are in NZD cents.', 'Kei ngā tāra o Aotearoa ngā utu katoa.'],
    (note) => change('note', note),
  ),
  'fail quote-amounts': {
    '': json(quotes, (quote) => void (quote.priceBreakdown.routeFee = 0.001)),
    accessory: selected(({ accessories: entries }) => (entries.at(-1).cost += 0.001)),
    plan: selected(({ insurance }) => (insurance.cost += 0.001)),
  },
  'fail quote-selected': {
    '': selected((breakdown) => (breakdown.accessories = [])),
    page: on(quotes, answerWith(200, 'text/html', '<p>Oops'), has('accessory_ids')),
    'one-left-out': selected(({ accessories: entries }) => entries.pop()),
    'one-more': selected(({ accessories: entries }) => entries.push({ ...entries[0], id: 9999 })),
    twice: selected(({ accessories: entries }) => entries.push(entries[0])),
    'null-plan': selected((breakdown) => (breakdown.insurance = null)),
    'other-plan': selected(({ insurance }) => (insurance.id += 5000)),
    'fee-for-no-plan': all(
      nothing(plans),
      selected((breakdown) => (breakdown.insuranceFee = 77)),
    ),
    'fee-for-no-accessory': all(
      nothing(accessories),
      json(quotes, (quote) => void (quote.priceBreakdown.accessoriesFee = 77), has('insurance_id')),
    ),
    'plan-not-selected': all(
      nothing(plans),
      selected((breakdown) => (breakdown.insurance = fees)),
    ),
  },
  'warn quote-selected': { quantity: selected(({ accessories: entries }) => (entries.at(-1).quantity = 2)) },
  'fail quote-unselected': {
    '': unselected((breakdown) => (breakdown.insurance = fees)),
    accessory: unselected((breakdown) => (breakdown.accessories = [{ ...fees, quantity: 1 }])),
    'accessories-fee': unselected((breakdown) => (breakdown.accessoriesFee = 7)),
    'insurance-fee': unselected((breakdown) => (breakdown.insuranceFee = 77)),
  },
  'fail quote-ids': { '': change('quoteId', 'q_1') },
};

const amounts = ['totalAmount', 'cost', 'rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'];

/** Of the amounts with these names, however deep they are. */
function inCents(path: RegExp, ...names: readonly string[]): Change {
  const read = (key: string, value: unknown) => (names.includes(key) ? Math.round(Number(value) * 100) : value);
  return on(path, (answer) => (answer.body = JSON.stringify(JSON.parse(answer.body, read))));
}

/** No sentence of the document shows the arithmetic. */
export const centFaults: Faults = {
  'warn quote-sums': {
    '': inCents(quotes, 'totalAmount'),
    'accessories-fee': inCents(quotes, 'accessoriesFee'),
    'insurance-fee': inCents(quotes, 'insuranceFee'),
  },
  'warn quote-sums quote-rate': { 'rental-fee': inCents(quotes, 'rentalFee') },
  'warn quote-sums quote-prices': { costs: inCents(quotes, 'cost') },
  'warn quote-rate': { '': inCents(availability, 'rentalDailyRate') },
  'warn quote-rate quote-prices': { all: inCents(quotes, ...amounts) },
  'warn quote-prices': { '': inCents(accessories, 'price'), plans: inCents(plans, 'price') },
};
