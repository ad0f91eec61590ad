import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/api/types.ts';
import { bundleOffers } from '../../../src/planner/sweep/groups.ts';
import { inOrder, rankOffers, unranked, type Offer, type QuotedOffer } from '../../../src/planner/sweep/rank.ts';
import fc from '../../support/property.ts';
import { offer, offers, quote, vehicle } from './samples.ts';
import { tries } from '../../support/thorough.ts';

/** A week from a day in December 2026. */
function week(day: number, total: number, parts: Partial<Offer> = {}): QuotedOffer {
  const date = (of: number) => `2026-12-${String(of).padStart(2, '0')}` as CalendarDate;
  return offer(total, { pickUpDate: date(day), dropOffDate: date(day + 7), ...parts });
}

function bundles(...list: readonly Offer[]) {
  return bundleOffers(list.map(unranked)).map(({ all, starts, routes, first }) => ({
    ...{ count: all.length, starts: starts.map((date) => date.slice(8)).join(), routes: routes.length },
    total: first.offer.quote?.totalAmount,
  }));
}

describe('equal offers are one bundle', () => {
  test('if only the start differs', () => {
    expect(bundles(week(19, 500), week(21, 500), week(20, 500))).toEqual([
      { count: 3, starts: '19,20,21', routes: 1, total: 500 },
    ]);
  });

  test('for the routes that have the same starts, so that no offer is told of that does not exist', () => {
    const other = { dropOffDepotId: 3 };
    const third = { dropOffDepotId: 4 };
    expect(
      bundles(...[week(19, 500), week(19, 500, other), week(19, 500, third)], ...[week(20, 500), week(20, 500, third)]),
    ).toEqual([
      { count: 4, starts: '19,20', routes: 2, total: 500 },
      { count: 1, starts: '19', routes: 1, total: 500 },
    ]);
  });

  test('which has the first of the times at which its quotes expire', () => {
    const late = { ...week(19, 500), quote: { ...quote(500), expiresAt: '2026-11-20T11:00:00Z' } };
    const early = { ...week(20, 500), quote: { ...quote(500), expiresAt: '2026-11-20T23:59:00+13:00' } };
    expect(bundleOffers([late, early].map(unranked))[0]?.expiresAt).toBe('2026-11-20T23:59:00+13:00');
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
    expect(bundles(one, another)).toHaveLength(2);
  });

  test('also without quotes, by daily rate', () => {
    const free = (day: number, rate: number): Offer => {
      return { ...week(day, 1, { vehicle: vehicle(11, 'Kea', rate) }), quote: undefined };
    };
    expect(bundles(free(19, 80), free(20, 80), free(21, 90))).toEqual([
      { count: 2, starts: '19,20', routes: 1, total: undefined },
      { count: 1, starts: '21', routes: 1, total: undefined },
    ]);
  });
});

test('bundles keep the order, every offer and every combination of start and route', () => {
  fc.assert(
    fc.property(offers, (list) => {
      const unique = new Map(
        list.map((one) => [JSON.stringify([one.operator, one.vehicle, one.pickUpDate, one.pickUpDepotId]), one]),
      );
      const ranked = inOrder(rankOffers([...unique.values()]));
      const made = bundleOffers(ranked);
      const places = made.map(({ first }) => ranked.indexOf(first));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(made.reduce((sum, { all }) => sum + all.length, 0)).toBe(ranked.length);
      for (const { all, starts, routes } of made) expect(all.length).toBe(starts.length * routes.length);
    }),
    { numRuns: tries(50) },
  );
});
