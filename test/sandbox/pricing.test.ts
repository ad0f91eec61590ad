import { describe, expect, test } from 'vitest';
import { isAvailable, type SandboxTrip } from '../../src/sandbox/availability.ts';
import { catalogueA as catalogue } from '../../src/sandbox/catalogue-a.ts';
import type { CatalogueEntry } from '../../src/sandbox/catalogue.ts';
import { priceOf } from '../../src/sandbox/pricing.ts';

const today = 20_000;

const byId = <T extends CatalogueEntry>(list: readonly T[], id: number): T =>
  list.find((one) => one.id === id)!;
const vehicleOf = (id: number) => byId(catalogue.vehicles, id);

/** `from` and `to` are days from today. */
function tripOf(pickUpId: number, dropOffId: number, from: number, to: number): SandboxTrip {
  const [pickUp, dropOff] = [byId(catalogue.depots, pickUpId), byId(catalogue.depots, dropOffId)];
  return { pickUp, dropOff, from: today + from, to: today + to };
}

function price(vehicleId: number, trip: SandboxTrip, accessoryIds: number[] = [], planId?: number) {
  const accessories = accessoryIds.map((id) => byId(catalogue.accessories, id));
  const plan = planId === undefined ? undefined : byId(catalogue.plans, planId);
  return priceOf(
    { vehicle: vehicleOf(vehicleId), trip, accessories, plan },
    catalogue.terms,
    today,
  );
}

describe('prices, in cents', () => {
  test.each([
    ['in a normal week', 101, 6, 7, 8900],
    ['in a cheap week', 101, 7, 8, 7565],
    ['after eight weeks', 101, 56, 57, 8900],
    // 99.50 × 85 % = 84.575
    ['with half a cent', 102, 7, 8, 8458],
    ['for no night', 101, 0, 0, 8900],
    ['for 13 nights', 101, 0, 13, 115_700],
    ['for 14 nights', 101, 0, 14, 124_600 - 6230],
    ['for 21 nights', 101, 0, 21, 186_900 - 18_690],
  ])('the rental fee %s', (_, vehicle, from, to, fee) => {
    expect(price(vehicle, tripOf(1, 1, from, to)).rentalFee).toBe(fee);
  });

  test.each([
    ['the same depot', 1, 1, 7, 0],
    ['the same town', 1, 2, 7, 2500],
    ['the same island', 1, 6, 7, 9500],
    ['the other island', 6, 7, 27, 19_500],
    ['the other island for 28 days', 6, 7, 28, 0],
  ])('the route fee to %s', (_, from, to, days, fee) => {
    expect(price(101, tripOf(from, to, 0, days)).routeFee).toBe(fee);
  });

  test('accessories cost at most ten days, plans cost every day, and extras per rental cost once', () => {
    const long = tripOf(1, 1, 0, 12);
    expect(price(101, long, [303, 301, 303, 301], 402)).toMatchObject({
      lines: [
        { id: 303, quantity: 2, cost: 2000 },
        { id: 301, quantity: 2, cost: 10_000 },
      ],
      accessoriesFee: 12_000,
      insuranceFee: 23_880,
      total: 12 * 8900 + 12_000 + 23_880,
    });
    expect(price(101, long, [], 405).insuranceFee).toBe(6000);
    expect(price(101, tripOf(1, 1, 0, 0), [301], 402)).toMatchObject({
      accessoriesFee: 500,
      insuranceFee: 1990,
    });
  });
});

test('a vehicle is available for a rental if it is available on each day', () => {
  const answers = new Set<boolean>();
  for (let from = 0; from < 60; from += 1) {
    for (const nights of [0, 1, 6, 7, 20]) {
      const days = Array.from({ length: nights + 1 }, (_, index) => from + index);
      const each = days.every((day) => isAvailable(vehicleOf(102), tripOf(1, 10, day, day), today));
      const whole = isAvailable(vehicleOf(102), tripOf(1, 10, from, from + nights), today);
      expect([from, nights, whole]).toEqual([from, nights, each]);
      answers.add(whole);
    }
  }
  expect(answers.size).toBe(2);
});
