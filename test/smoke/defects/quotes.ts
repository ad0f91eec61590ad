/** Defects and oddities of quotes. */
import { bodyAt, counting, plain, quotes, selected, withParameter, type Defect } from '../support/defects.ts';
import { at, html, json, type MutableResponse } from '../support/mutant.ts';

export const quoteDefects: readonly Defect[] = [
  ['quote-answer', 'a redirect', at(quotes, redirect)],
  [
    'quote-fields',
    'a total as a string',
    bodyAt(quotes, (quote) => void (quote.totalAmount = String(quote.totalAmount))),
  ],
  ['quote-fields', 'no note', bodyAt(quotes, (quote) => void delete quote.note)],
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
  ['quote-expiry', 'local time', bodyAt(quotes, (quote) => void (quote.expiresAt = '2999-01-01T00:00:00+13:00'))],
  ['quote-expiry', 'words', bodyAt(quotes, (quote) => void (quote.expiresAt = 'in half an hour'))],
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
  [
    'quote-amounts',
    'a fraction in an accessory',
    selected((quote) => void (quote.priceBreakdown.accessories[0].cost = 1.005)),
  ],
];

export const quoteOddities: readonly Defect[] = [
  ['quote-selected', 'quantity 0', selected((quote) => void (quote.priceBreakdown.accessories[0].quantity = 0))],
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
