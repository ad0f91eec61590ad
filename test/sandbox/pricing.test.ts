import { describe, expect, test } from 'vitest';
import { isAvailable, type Trip } from '../../src/sandbox/availability.ts';
import { catalogueA as catalogue } from '../../src/sandbox/catalogue-a.ts';
import { byId, pick } from '../../src/sandbox/catalogue.ts';
import { priceTrip } from '../../src/sandbox/pricing.ts';

const today = 20_000;

function vehicleOf(id: number) {
  const vehicle = byId(catalogue.vehicles, id);
  if (vehicle === undefined) throw new Error(`no vehicle ${id}`);
  return vehicle;
}

/** `from` and `to` are days from today. */
function tripOf(pickUpId: number, dropOffId: number, from: number, to: number): Trip {
  const [pickUp, dropOff] = pick(catalogue.depots, [pickUpId, dropOffId]);
  if (pickUp === undefined || dropOff === undefined) throw new Error('no such depot');
  return { pickUp, dropOff, from: today + from, to: today + to };
}

function price(vehicleId: number, trip: Trip, accessoryIds: number[] = [], planId?: number) {
  const accessories = pick(catalogue.accessories, accessoryIds);
  const plan = planId === undefined ? undefined : byId(catalogue.plans, planId);
  return priceTrip(vehicleOf(vehicleId), trip, { accessories, plan }, today);
}

describe('prices, in cents', () => {
  test.each([
    [6, 8900],
    [7, 7565],
    [56, 8900],
  ])('the daily rate %i days ahead is %i', (from, rate) => {
    expect(price(101, tripOf(1, 1, from, from + 1)).dailyRate).toBe(rate);
  });

  test('rounds half a cent up', () => {
    // 99.50 × 85 % = 84.575
    expect(price(102, tripOf(1, 1, 7, 8)).dailyRate).toBe(8458);
  });

  test.each([
    [0, 1, 8900],
    [13, 13, 115_700],
    [14, 14, 124_600 - 6230],
    [21, 21, 186_900 - 18_690],
  ])('a rental of %i nights costs %i days, less the discount for long rentals', (nights, days, fee) => {
    expect(price(101, tripOf(1, 1, 0, nights))).toMatchObject({ days, rentalFee: fee });
  });

  test.each([
    ['the same depot', 1, 1, 7, 0],
    ['the same town', 1, 2, 7, 2500],
    ['the same island', 1, 6, 7, 9500],
    ['the other island', 6, 7, 7, 19_500],
    ['the other island for 27 days', 6, 7, 27, 19_500],
    ['the other island for 28 days', 6, 7, 28, 0],
  ])('the route fee to %s', (_, from, to, days, fee) => {
    expect(price(101, tripOf(from, to, 0, days)).routeFee).toBe(fee);
  });

  test('per-day accessories cost at most ten days, per-day plans every day, and per-rental extras are charged once', () => {
    const long = tripOf(1, 1, 0, 12);
    expect(price(101, long, [303, 301, 303, 301], 402)).toMatchObject({
      accessories: [
        { id: 303, quantity: 2, cents: 2000 },
        { id: 301, quantity: 2, cents: 10_000 },
      ],
      accessoriesFee: 12_000,
      insuranceFee: 23_880,
      total: 12 * 8900 + 12_000 + 23_880,
    });
    expect(price(101, long, [], 405).insuranceFee).toBe(6000);
    expect(price(101, tripOf(1, 1, 0, 0), [301], 402)).toMatchObject({ accessoriesFee: 500, insuranceFee: 1990 });
  });
});

describe('availability', () => {
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
});
