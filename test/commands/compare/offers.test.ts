/** Offers of a document that are put together: equal ones, and groups. */
import { expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/shape.ts';
import { offerData } from '../../../src/compare/document.ts';
import { isPriced } from '../../../src/documents/offers.ts';
import { alikeOffers, groupOffers, startsOf } from '../../../src/views/shown-offers.ts';
import type { Offer } from '../../../src/compare/engine/offer.ts';
import { rankOffers } from '../../../src/compare/engine/rank.ts';
import { offer, offers, quote, vehicle } from '../../compare/samples.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';

/** A week from a day in December 2026. */
function week(day: number, total: number, parts: Partial<Offer> = {}) {
  const date = (of: number) => `2026-12-${String(of).padStart(2, '0')}` as CalendarDate;
  return offer(total, { pickUpDate: date(day), dropOffDate: date(day + 7), ...parts });
}

/** The days of the starts of each row: `19,20,21`. */
function rowsOf(...list: readonly Offer[]): string[] {
  const alike = alikeOffers(list.map((one) => offerData({ rank: undefined, offer: one })));
  return alike.map((row) =>
    startsOf(row)
      .map((date) => date.slice(8))
      .join(),
  );
}

const fee = (key: 'routeFee' | 'accessoriesFee') => {
  const priceBreakdown = { ...quote(500).priceBreakdown, rentalFee: 400, [key]: 100 };
  return { quote: { ...quote(500), priceBreakdown } };
};
const unquoted = (day: number, rate: number): Offer => {
  return { ...week(day, 1, { vehicle: vehicle(11, 'Kea', rate) }), quote: undefined };
};

test.each<[string, Offer[], string[]]>([
  [
    'offers that differ only in their start share a row',
    [week(19, 500), week(21, 500), week(20, 500)],
    ['19,20,21'],
  ],
  [
    'without quotes, offers of the same daily rate share a row',
    [unquoted(19, 80), unquoted(20, 80), unquoted(21, 90)],
    ['19,20', '21'],
  ],
  [
    'another vehicle has another row',
    [week(19, 500), week(20, 500, { vehicle: vehicle(12, 'Kea') })],
    ['19', '20'],
  ],
  [
    'another pair of depots has another row',
    [week(19, 500), week(20, 500, { dropOffDepotId: 3 })],
    ['19', '20'],
  ],
  [
    'another currency has another row',
    [week(19, 500), { ...week(20, 500), quote: quote(500, 'AUD') }],
    ['19', '20'],
  ],
  [
    'another length has another row',
    [week(19, 500), week(20, 500, { dropOffDate: '2026-12-28' })],
    ['19', '20'],
  ],
  [
    'an offer with other parts of its price has another row',
    [
      { ...week(19, 500), ...fee('routeFee') },
      { ...week(20, 500), ...fee('accessoriesFee') },
    ],
    ['19', '20'],
  ],
  [
    'an offer that lacks another extra has another row',
    [week(19, 500), week(20, 500, { missing: ['rack'] })],
    ['19', '20'],
  ],
])('%s', (_, list, expected) => {
  expect(rowsOf(...list)).toEqual(expected);
});

test('rows keep every offer, and the order of their first ones', () => {
  fc.assert(
    fc.property(offers, (list) => {
      const ranked = rankOffers(list).map(offerData);
      const rows = alikeOffers(ranked);
      const places = rows.map(([first]) => ranked.indexOf(first!));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(new Set(rows.flat())).toEqual(new Set(ranked));
    }),
    { numRuns: tries(50) },
  );
});

test.each([
  ['vehicle', ['1 4 2', '2 2 1', '3 3 1']],
  ['date', ['1 4 3', '2 2 1']],
  // Whatever the names: a depot belongs to its operator.
  ['depots', ['1 2 2', '3 3 1', '4 4 1']],
  ['operator', ['1 4 3', '3 3 1']],
] as const)(
  'groups by %s have their best offer, their highest total and their number of offers',
  (by, expected) => {
    const kea = vehicle(1, 'Kea');
    const list = [
      offer(1, { vehicle: kea }),
      offer(2, { vehicle: vehicle(2, 'Moa'), pickUpDate: '2026-12-21' }),
      offer(3, { vehicle: kea, operator: 'happy' }),
      offer(4, { vehicle: kea, dropOffDepotId: 1 }),
    ];
    const ranked = list
      .map((one, index) => offerData({ rank: index + 1, offer: one }))
      .filter(isPriced);
    const groups = groupOffers(ranked, [], by);
    expect(
      groups.map(({ totalAmount, highest, count }) => `${totalAmount} ${highest} ${count}`),
    ).toEqual(expected);
    // What was not priced counts, and can be more expensive.
    const unpriced = list.map((one) =>
      offerData({ rank: undefined, offer: { ...one, quote: undefined } }),
    );
    const open = groupOffers(ranked, unpriced, by);
    expect(open.map(({ highest, count }) => [highest, count])).toEqual(
      groups.map(({ count }) => [null, 2 * Number(count)]),
    );
  },
);
