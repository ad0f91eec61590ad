/** For any fleet, names, dates and sold-out days: what is priced is what the words name in exactly one way, or nothing is. */
import { expect, test } from 'vitest';
import type { Vehicle } from '../../src/api/types.ts';
import { RentalError } from '../../src/errors.ts';
import { addDays } from '../../src/planner/calendar.ts';
import { planTrip, type PlanRequest } from '../../src/planner/plan-trip.ts';
import type { Offer } from '../../src/planner/sweep/rank.ts';
import { runSweep } from '../../src/planner/sweep/sweep.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';
import { memorySession, today } from './memory.ts';

const names = ['Kea', 'Kea Deluxe', 'Kēa', 'kea', 'Moa', 'Moa Van', 'Van', 'Deluxe', 'Moa, rear', 'Tūī'];

interface World {
  readonly fleet: readonly string[];
  /** Days from today on which a vehicle (index in the fleet) cannot be picked up. */
  readonly soldOut: readonly (readonly [vehicle: number, day: number])[];
  readonly depots: readonly string[];
  readonly accessories: readonly string[];
  /** Vehicles seen before, by index. */
  readonly seen: readonly number[];
}

const world: fc.Arbitrary<World> = fc.record({
  fleet: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }),
  soldOut: fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 10, max: 12 })), { maxLength: 10 }),
  depots: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
  accessories: fc.array(fc.constantFrom(...names), { maxLength: 4 }),
  seen: fc.array(fc.nat(4), { maxLength: 3 }),
});

const word = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom('KEA', 'moa van', 'tui', 'e', 'del', 'va', 'Keaa', 'cheapest', ' Kea ', ''),
  fc.integer({ min: 0, max: 6 }).map(String),
);

/** Ids count from 1, and a vehicle's rate is its id. */
function session(of: World) {
  const vehicles = of.fleet.map((name, index): Vehicle => ({
    ...{ vehicleId: index + 1, name, rentalDailyRate: index + 1, imageUrl: '' },
  }));
  const isSold = (index: number, date: string): boolean =>
    of.soldOut.some(([sold, day]) => sold === index && addDays(today, day) === date);
  return memorySession({
    depots: of.depots,
    availability: async ({ pickUpDate }) => vehicles.filter((_, index) => !isSold(index, pickUpDate)),
    accessories: async () => of.accessories.map((name, index) => ({ id: index + 1, name, price: 1 })),
    seen: of.seen.flatMap((index) => {
      const name = of.fleet[index];
      return name === undefined ? [] : [{ id: index + 1, name }];
    }),
  });
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim();
}

/** The ids of a list that a text names: by id, by whole name, else (in whole lists only) by the beginning or any part. */
function named(text: string, list: readonly string[], inWhole: boolean): number[] {
  if (/^\s*\d+\s*$/.test(text)) return list.flatMap((_, index) => (index + 1 === Number(text) ? [index + 1] : []));
  const ids = (fits: (name: string) => boolean): number[] =>
    list.flatMap((name, index) => (fits(name) ? [index + 1] : []));
  const steps = [
    ids((name) => name === text.trim()),
    ids((name) => plain(name) === plain(text)),
    ...(inWhole && plain(text) !== ''
      ? [ids((name) => plain(name).startsWith(plain(text))), ids((name) => plain(name).includes(plain(text)))]
      : []),
  ];
  return steps.find((found) => found.length > 0) ?? [];
}

const request: fc.Arbitrary<{ words: Omit<PlanRequest, 'from' | 'to'>; day: number; nights: number }> = fc.record({
  words: fc.record({
    pickUp: word,
    dropOff: fc.option(word, { nil: undefined }),
    vehicle: word,
    accessory: fc.oneof(fc.constant([]), fc.array(word, { maxLength: 2 })),
  }),
  day: fc.integer({ min: 10, max: 12 }),
  nights: fc.integer({ min: 0, max: 3 }),
});

test('plan prices what the words name in exactly one way, or nothing', async () => {
  await fc.assert(
    fc.asyncProperty(world, request, async (of, { words, day, nights }) => {
      const { session: opened, quoted } = session(of);
      const plan = { ...words, from: `+${day}d`, to: `+${nights}d` };
      const outcome = await planTrip(plan, opened).catch((error: unknown) => {
        if (!(error instanceof RentalError)) throw error;
        return undefined;
      });
      if (outcome === undefined) {
        expect(quoted).toEqual([]);
        return;
      }
      const [selection] = quoted;
      if (selection === undefined) throw new Error('a plan without a quote');
      expect(quoted).toHaveLength(1);
      expect([selection.pickUpDate, selection.dropOffDate]).toEqual([
        addDays(today, day),
        addDays(today, day + nights),
      ]);
      expect([selection.pickUpDepotId]).toEqual(named(words.pickUp, of.depots, true));
      expect([selection.dropOffDepotId]).toEqual(named(words.dropOff ?? words.pickUp, of.depots, true));
      const soldOut = new Set(of.soldOut.filter(([, sold]) => sold === day).map(([index]) => index + 1));
      // A vehicle that is sold out and was never seen cannot be known.
      const known = of.fleet.map((name, index) => (soldOut.has(index + 1) && !of.seen.includes(index) ? '?' : name));
      const wanted = named(words.vehicle, known, false).filter((id) => !soldOut.has(id));
      const free = of.fleet.map((_, index) => index + 1).filter((id) => !soldOut.has(id));
      expect([selection.vehicleId]).toEqual(words.vehicle === 'cheapest' ? free.slice(0, 1) : wanted);
      const accessories = (words.accessory ?? []).map((text) => named(text, of.accessories, true));
      expect([...selection.accessoryIds].sort().map((id) => [id])).toEqual([...accessories].sort());
    }),
    { numRuns: tries(1_500) },
  );
});

test('compare offers each vehicle that a text names, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.array(word, { minLength: 1, maxLength: 2 }), async (of, vehicle) => {
      const { session: opened, quoted } = session(of);
      const sweep = { pickUp: ['1'], from: '2026-11-30..2026-12-02', nights: '2', vehicle, quote: 'all' };
      const offers: Offer[] = [];
      try {
        for await (const event of runSweep(sweep, [opened])) if (event.type === 'offer') offers.push(event.offer);
      } catch (error) {
        if (!(error instanceof RentalError)) throw error;
        expect(quoted).toEqual([]);
        return;
      }
      // A vehicle that was never seen cannot be known.
      const isSoldOut = (index: number): boolean =>
        [10, 11, 12].every((day) => of.soldOut.some(([sold, on]) => sold === index && on === day));
      const known = of.fleet.filter((_, index) => of.seen.includes(index) || !isSoldOut(index));
      for (const offer of offers) {
        const { vehicleId, name } = offer.vehicle;
        const fits = (text: string): boolean => {
          // Not a name that is known, so it is several.
          if (text.includes(',') && !known.some((one) => plain(one) === plain(text))) return text.split(',').some(fits);
          if (/^\s*\d+\s*$/.test(text)) return Number(text) === vehicleId;
          if (known.some((one) => plain(one) === plain(text))) return plain(name) === plain(text);
          return text === 'cheapest' || plain(name).includes(plain(text));
        };
        expect(vehicle.some(fits), `${name} for ${JSON.stringify(vehicle)}`).toBe(true);
      }
    }),
    { numRuns: tries(500) },
  );
});
