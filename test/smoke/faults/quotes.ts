/** Further faults of quotes with and without extras. */
import {
  all,
  answerWith,
  availabilityPath,
  faultOfEach,
  errorAnswer,
  hasParameter,
  isStatus,
  changeJson,
  lacksParameter,
  on,
  plansPath,
  quotesPath,
  status,
  type,
  withHeader,
  without,
} from './parts.ts';
import type { AnswerChange, Faults } from './parts.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const change = (field: string, value: unknown): AnswerChange =>
  changeJson(quotesPath, (quote) => void (quote[field] = value));

/** Changes the breakdown of the quote with extras, or of the one without. */
const selected = (spoil: (breakdown: any) => unknown): AnswerChange =>
  changeJson(
    quotesPath,
    (quote) => void spoil(quote.priceBreakdown),
    hasParameter('accessory_ids'),
  );
const unselected = (spoil: (breakdown: any) => unknown): AnswerChange =>
  changeJson(
    quotesPath,
    (quote) => void spoil(quote.priceBreakdown),
    lacksParameter('accessory_ids'),
  );

const noPlans = changeJson(plansPath, () => []);
const past = change('expiresAt', '2020-01-01T00:00:00Z');
const unrequested = { id: 1, name: 'Basic', cost: 0 };

const noInstants = [
  '2999-01-01T00:00:00+13:00',
  '2999-01-01T00:00:00',
  '2999-13-41T00:00:00Z',
  '2999-02-30T00:00:00Z',
  '29990230T000000Z',
  '29990101T000000',
];
const otherNotes = [
  'All amounts are in dollars.',
  'All amounts are in NZD cents.',
  'Kei ngā tāra o Aotearoa ngā utu katoa.',
];
const amounts = ['totalAmount', 'cost', 'rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'];

/** Changes the amounts with these names, however deep they are. */
function inCents(path: RegExp, ...names: readonly string[]): AnswerChange {
  const read = (key: string, value: unknown) =>
    names.includes(key) ? Math.round(Number(value) * 100) : value;
  return on(path, (answer) => (answer.body = JSON.stringify(JSON.parse(answer.body, read))));
}

export const quoteFaults: Faults = {
  'fail quote-answer:redirect': on(
    quotesPath,
    all(status(302), withHeader('Location', 'https://a.example/')),
    isStatus(200),
  ),
  'fail quote-answer:not-available': on(
    quotesPath,
    errorAnswer(404, 'Not available'),
    isStatus(200),
  ),
  'warn quote-answer:text': on(
    quotesPath,
    type('text/plain'),
    isStatus(200),
    lacksParameter('accessory_ids'),
  ),
  'fail quote-fields:no-total': changeJson(
    quotesPath,
    (quote) => void delete quote.totalAmount,
    hasParameter('accessory_ids'),
  ),
  'fail quote-fields:object-of-accessories': selected((breakdown) => (breakdown.accessories = {})),
  'fail quote-fields:id-in-text': selected((breakdown) => (breakdown.accessories[0].id = '301')),
  'fail quote-fields:expiry-number': change('expiresAt', 32472144000),
  'fail quote-fields:null-for-none': unselected((breakdown) => (breakdown.accessories = null)),
  'fail quote-currency:lower-case': change('currency', 'nzd'),
  ...faultOfEach('fail quote-expiry:form', noInstants, (expiry) => change('expiresAt', expiry)),
  'warn quote-expiry:no-date': on(quotesPath, all(past, without('Date'))),
  'fail quote-note:aud': change('note', 'All amounts are in AUD dollars.'),
  ...faultOfEach('warn quote-note:words', otherNotes, (note) => change('note', note)),
  'fail quote-amounts:plan': selected(({ insurance }) => (insurance.cost += 0.001)),
  'fail quote-selected:page': on(
    quotesPath,
    answerWith(200, 'text/html', '<p>Oops'),
    hasParameter('accessory_ids'),
  ),
  'fail quote-selected:one-left-out': selected(({ accessories: entries }) => entries.pop()),
  'fail quote-selected:one-more': selected(({ accessories: entries }) =>
    entries.push({ ...entries[0], id: 9999 }),
  ),
  'fail quote-selected:null-plan': selected((breakdown) => (breakdown.insurance = null)),
  'fail quote-selected:other-plan': selected(({ insurance }) => (insurance.id += 5000)),
  'fail quote-selected:fee-for-no-plan': all(
    noPlans,
    selected((breakdown) => (breakdown.insuranceFee = 77)),
  ),
  'fail quote-selected:plan-not-selected': all(
    noPlans,
    selected((breakdown) => (breakdown.insurance = unrequested)),
  ),
  'warn quote-selected:quantity': selected(
    ({ accessories: entries }) => (entries.at(-1).quantity = 2),
  ),
  'fail quote-selected:plan-for-none': unselected(
    (breakdown) => (breakdown.insurance = unrequested),
  ),
  'fail quote-selected:accessory-for-none': unselected(
    (breakdown) => (breakdown.accessories = [{ ...unrequested, quantity: 1 }]),
  ),
  'fail quote-selected:accessories-fee': unselected((breakdown) => (breakdown.accessoriesFee = 7)),
  'fail quote-selected:insurance-fee': unselected((breakdown) => (breakdown.insuranceFee = 77)),
  // Amounts in cents. No sentence of the document shows the arithmetic.
  'warn quote-sums:accessories-fee': inCents(quotesPath, 'accessoriesFee'),
  'warn quote-sums:insurance-fee': inCents(quotesPath, 'insuranceFee'),
  'warn quote-sums:rental-fee': inCents(quotesPath, 'rentalFee'),
  'warn quote-sums:costs': inCents(quotesPath, 'cost'),
  'warn quote-sums:rate': inCents(availabilityPath, 'rentalDailyRate'),
  'warn quote-sums:all': inCents(quotesPath, ...amounts),
};
