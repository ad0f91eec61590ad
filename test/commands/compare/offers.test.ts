/** Offers of a document that are put together: equal ones, and groups. */
import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/api/types.ts';
import { offerData } from '../../../src/commands/compare/document.ts';
import { foldOffers, groupOffers, isPriced } from '../../../src/documents/offers.ts';
import { rankOffers, type Offer } from '../../../src/planner/sweep/rank.ts';
import { offer, offers, quote, vehicle } from '../../planner/sweep/samples.ts';
import fc from '../../support/property.ts';
import { tries } from '../../support/thorough.ts';

/** A week from a day in December 2026. */
function week(day: number, total: number, parts: Partial<Offer> = {}) {
  const date = (of: number) => `2026-12-${String(of).padStart(2, '0')}` as CalendarDate;
  return offer(total, { pickUpDate: date(day), dropOffDate: date(day + 7), ...parts });
}

function folds(...list: readonly Offer[]) {
  return foldOffers(list.map((one) => offerData({ rank: undefined, offer: one }))).map(
    ({ all, starts, routes, first }) => ({
      ...{ count: all.length, starts: starts.map((date) => date.slice(8)).join(), routes: routes.length },
      total: first.totalAmount,
    }),
  );
}

describe('equal offers are one row', () => {
  test('if only the start differs', () => {
    expect(folds(week(19, 500), week(21, 500), week(20, 500))).toEqual([
      { count: 3, starts: '19,20,21', routes: 1, total: 500 },
    ]);
  });

  test('for the routes that have the same starts, so that no offer is told of that does not exist', () => {
    const other = { dropOffDepotId: 3 };
    const third = { dropOffDepotId: 4 };
    expect(
      folds(...[week(19, 500), week(19, 500, other), week(19, 500, third)], ...[week(20, 500), week(20, 500, third)]),
    ).toEqual([
      { count: 4, starts: '19,20', routes: 2, total: 500 },
      { count: 1, starts: '19', routes: 1, total: 500 },
    ]);
  });

  const other = vehicle(12, 'Kea');
  const withFee = (fee: 'routeFee' | 'accessoriesFee') => {
    const priceBreakdown = { ...quote(500).priceBreakdown, rentalFee: 400, [fee]: 100 };
    return { ...quote(500), priceBreakdown };
  };
  test.each<[string, Offer, Offer]>([
    ['vehicle', week(19, 500), week(20, 500, { vehicle: other })],
    ['currency', week(19, 500), { ...week(20, 500), quote: quote(500, 'AUD') }],
    ['number of nights', week(19, 500), week(20, 500, { dropOffDate: '2026-12-28' })],
    [
      'part of the price',
      { ...week(19, 500), quote: withFee('routeFee') },
      { ...week(20, 500), quote: withFee('accessoriesFee') },
    ],
    ['missing extra', week(19, 500), week(20, 500, { missing: ['rack'] })],
  ])('but not with another %s', (_, one, another) => {
    expect(folds(one, another)).toHaveLength(2);
  });

  test('also without quotes, by daily rate', () => {
    const free = (day: number, rate: number): Offer => {
      return { ...week(day, 1, { vehicle: vehicle(11, 'Kea', rate) }), quote: undefined };
    };
    expect(folds(free(19, 80), free(20, 80), free(21, 90))).toEqual([
      { count: 2, starts: '19,20', routes: 1, total: null },
      { count: 1, starts: '21', routes: 1, total: null },
    ]);
  });
});

test('rows keep the order, every offer and every combination of start and route', () => {
  fc.assert(
    fc.property(offers, (list) => {
      const unique = new Map(
        list.map((one) => [JSON.stringify([one.operator, one.vehicle, one.pickUpDate, one.pickUpDepotId]), one]),
      );
      const ranked = rankOffers([...unique.values()]).map(offerData);
      const made = foldOffers(ranked);
      const places = made.map(({ first }) => ranked.indexOf(first));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(made.reduce((sum, { all }) => sum + all.length, 0)).toBe(ranked.length);
      for (const { all, starts, routes } of made) expect(all.length).toBe(starts.length * routes.length);
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
] as const)('groups by %s have their best offer, their highest total and their number of offers', (by, expected) => {
  const kea = vehicle(1, 'Kea');
  const list = [
    offer(1, { vehicle: kea }),
    offer(2, { vehicle: vehicle(2, 'Moa'), pickUpDate: '2026-12-21' }),
    offer(3, { vehicle: kea, operator: 'happy' }),
    offer(4, { vehicle: kea, dropOffDepotId: 1 }),
  ];
  const ranked = list.map((one, index) => offerData({ rank: index + 1, offer: one })).filter(isPriced);
  const groups = groupOffers(ranked, [], by);
  expect(groups.map(({ totalAmount, highest, count }) => `${totalAmount} ${highest} ${count}`)).toEqual(expected);
  // What was not priced counts, and can be more expensive.
  const unpriced = list.map((one) => offerData({ rank: undefined, offer: { ...one, quote: undefined } }));
  const open = groupOffers(ranked, unpriced, by);
  expect(open.map(({ highest, count }) => [highest, count])).toEqual(
    groups.map(({ count }) => [null, 2 * Number(count)]),
  );
});
