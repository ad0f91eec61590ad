import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import {
  cheapestFirst,
  parseQuoting,
  parseVehicleFilter,
  quotingInWords,
  readFilters,
  wantedVehicles,
} from '../../../src/planner/sweep/vehicles.ts';
import type { OperatorSweep } from '../../../src/planner/sweep/operator-sweep.ts';
import type { Vehicle } from '../../../src/api/types.ts';
import { vehicle } from './samples.ts';

describe('--quote', () => {
  test.each([
    ['top:5', 5, 'top:5'],
    [' TOP:12 ', 12, 'top:12'],
    ['all', Number.POSITIVE_INFINITY, 'all'],
    ['None', 0, 'none'],
  ])('reads "%s" as at most %d quotes a trip', (text, top, words) => {
    expect(parseQuoting(text)).toEqual({ top });
    expect(quotingInWords({ top })).toBe(words);
  });

  test.each(['', 'top', 'top:', 'top:0', 'top:x', 'top:99999', '5', 'stop:5', 'top:5!'])('refuses "%s"', (text) => {
    expect(() => parseQuoting(text)).toThrow(new UsageError(`quote takes top:5, all or none, not "${text}"`));
  });
});

const fleet = [
  vehicle(1, 'Kea Camper'),
  vehicle(2, 'Kea Camper Deluxe'),
  vehicle(3, 'Tūī Van'),
  vehicle(4, 'Moa Campervan'),
  vehicle(2, 'Kea Camper Deluxe'),
];

/** The wanted vehicles of one trip, where its answer is all that is known. */
async function wanted(vehicles: readonly Vehicle[], filter: readonly string[] | undefined): Promise<number[]> {
  const trip = { pickUpDepotId: 1, dropOffDepotId: 1, pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' } as const;
  const session = { seenVehicles: async () => [{ id: 99, name: 'Bus' }] };
  const sweep = { session, vehicles: filter, trips: [trip] } as unknown as OperatorSweep;
  const rules = { isAll: false, note: () => {} };
  const [read] = await readFilters([sweep], [new Map([[trip, vehicles]])], rules);
  return wantedVehicles(vehicles, read).map(({ vehicleId }) => vehicleId);
}

describe('the vehicle filter', () => {
  test('keeps every vehicle if it is missing or contains "all" in any case', async () => {
    expect(parseVehicleFilter(undefined)).toBeUndefined();
    expect(parseVehicleFilter(['3', ' ALL '])).toBeUndefined();
    expect(parseVehicleFilter(['3', 'allsorts'])).toEqual(['3', 'allsorts']);
    expect(await wanted(fleet, undefined)).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ['3', [3]],
    ['9', []],
    ['', []],
    ['kea', [1, 2]],
    ['camper', [1, 2, 4]],
    ['tui', [3]],
    ['3,kea camper', [1, 3]],
    ['kea,moa', [1, 2, 4]],
  ])('"%s" matches the ids %j', async (query, ids) => {
    expect(await wanted(fleet, [query])).toEqual(ids);
  });

  test('with several queries keeps each vehicle once, in the order of the response', async () => {
    expect(await wanted(fleet, ['4', 'kea', '1', 'bus'])).toEqual([1, 2, 4]);
    expect(await wanted(fleet, [])).toEqual([]);
  });
});

describe('an exact name', () => {
  const birds = [vehicle(1, 'Kea'), vehicle(2, 'KEA'), vehicle(3, 'Kea, 2 berth'), vehicle(4, 'cheapest', 500)];

  test.each([
    ['Kea', [1]],
    ['kea', [1, 2]],
    ['Kea, 2 berth', [3]],
    ['cheapest', [1]],
  ])('"%s" means %j and no other vehicle', async (text, ids) => {
    expect(await wanted(birds, [text])).toEqual(ids);
  });
});

test.each([
  [2, [2, 1]],
  [0, []],
  [Number.POSITIVE_INFINITY, [2, 1, 3]],
])('the %d cheapest are quoted', (top, ids) => {
  const some = [vehicle(1, 'A', 9.9), vehicle(2, 'Z', 9.89), vehicle(3, 'C', 10)];
  expect(cheapestFirst(some, { top }).map(({ vehicleId }) => vehicleId)).toEqual(ids);
});
