/** Defects and oddities of quotes. */
import {
  availability,
  bodyAt,
  counting,
  plain,
  quotes,
  selected,
  withParameter,
  type Defect,
} from '../support/defects.ts';
import { at, html, json, type MutableResponse } from '../support/mutant.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

export const quoteDefects: readonly Defect[] = [
  ['quote-answer', 'an array', bodyAt(quotes, (quote) => [quote])],
  ['quote-answer', 'a redirect', at(quotes, redirect)],
  [
    'quote-fields',
    'a total as a string',
    bodyAt(quotes, (quote) => void (quote.totalAmount = String(quote.totalAmount))),
  ],
  ['quote-fields', 'no note', bodyAt(quotes, (quote) => void delete quote.note)],
  ['quote-fields', 'no insurance', bodyAt(quotes, (quote) => void delete quote.priceBreakdown.insurance)],
  [
    'quote-fields',
    'a numeric quoteId',
    bodyAt(quotes, (quote) => void (quote.quoteId = Math.floor(Math.random() * 1e9))),
  ],
  [
    'quote-fields',
    'a quantity as a string',
    selected((quote) => void (quote.priceBreakdown.accessories[0].quantity = '1')),
  ],
  ['quote-currency', 'dollars of another country', bodyAt(quotes, (quote) => void (quote.currency = 'USD'))],
  ['quote-expiry', 'in the past', bodyAt(quotes, (quote) => void (quote.expiresAt = '2020-01-01T00:00:00Z'))],
  ['quote-expiry', 'local time', bodyAt(quotes, (quote) => void (quote.expiresAt = '2999-01-01T00:00:00+13:00'))],
  ['quote-expiry', 'words', bodyAt(quotes, (quote) => void (quote.expiresAt = 'in half an hour'))],
  [
    'quote-unselected',
    'a plan that was not selected',
    plain((quote) => void (quote.priceBreakdown.insurance = { id: 1, name: 'Basic', cost: 0 })),
  ],
  [
    'quote-unselected',
    'an accessory that was not selected',
    plain((quote) => void quote.priceBreakdown.accessories.push({ id: 1, name: 'Chair', cost: 0, quantity: 1 })),
  ],
  ['quote-unselected', 'a fee for no plan', plain((quote) => void (quote.priceBreakdown.insuranceFee = 77))],
  ['quote-unselected', 'a fee for no accessory', plain((quote) => void (quote.priceBreakdown.accessoriesFee = 7))],
  ['quote-selected', 'a missing accessory', selected((quote) => void quote.priceBreakdown.accessories.pop())],
  ['quote-selected', 'no plan', selected((quote) => void (quote.priceBreakdown.insurance = null))],
  ['quote-selected', 'another plan', selected((quote) => void (quote.priceBreakdown.insurance.id += 1))],
  ['quote-selected', 'a crash', at(quotes, withParameter('accessory_ids', html(500)))],
  ['quote-amounts', 'fractions of cents', bodyAt(quotes, (quote) => void (quote.priceBreakdown.routeFee = 0.001))],
  [
    'quote-amounts',
    'a fraction in an accessory',
    selected((quote) => void (quote.priceBreakdown.accessories[0].cost = 1.005)),
  ],
  ['quote-ids', 'one id for all', bodyAt(quotes, (quote) => void (quote.quoteId = 'q_1'))],
];

export const quoteOddities: readonly Defect[] = [
  ['quote-selected', 'quantity 0', selected((quote) => void (quote.priceBreakdown.accessories[0].quantity = 0))],
  [
    'quote-sums',
    'a total in cents',
    bodyAt(quotes, (quote) => void (quote.totalAmount = Math.round(quote.totalAmount * 100))),
  ],
  [
    'quote-rate',
    'a rate in cents',
    bodyAt(availability, (list) =>
      list.forEach((one: any) => (one.rentalDailyRate = Math.round(one.rentalDailyRate * 100))),
    ),
  ],
  ['quote-note', 'a note without the currency', bodyAt(quotes, (quote) => void (quote.note = 'Thank you'))],
];

export const quoteFreedoms: readonly Defect[] = [
  ['quote-amounts', 'a negative fee', selected((quote) => void (quote.priceBreakdown.insuranceFee -= 1000))],
  ['quote-sums', 'a total that is not the sum', bodyAt(quotes, (quote) => void (quote.totalAmount += 1))],
  [
    'quote-amounts',
    'a route fee that is a reduction',
    bodyAt(quotes, (quote) => void (quote.priceBreakdown.routeFee -= 1000)),
  ],
  [
    'quote-repeat',
    'prices that change with every request',
    at(
      quotes,
      counting((exchange, count) => json((quote) => void (quote.priceBreakdown.rentalFee += count))(exchange)),
    ),
  ],
];

function redirect(exchange: MutableResponse): void {
  exchange.status = 302;
  exchange.headers['location'] = 'https://elsewhere.example/quotes';
}
