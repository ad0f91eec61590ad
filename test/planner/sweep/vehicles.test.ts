import { describe, expect, test } from 'vitest';
import type { Vehicle } from '../../../src/api/types.ts';
import { parseQuoting, quotingInWords } from '../../../src/planner/sweep/quoting.ts';
import { parseVehicleFilter, readFilters } from '../../../src/planner/sweep/vehicles.ts';
import type { Session } from '../../../src/planner/session.ts';
import { vehicle } from './samples.ts';

describe('--quote', () => {
  test.each([
    ['best', { how: 'best', most: 7 }, 'best:7'],
    [' BEST:12 ', { how: 'best', most: 12 }, 'best:12'],
    ['all', { how: 'all' }, 'all'],
    ['None', { how: 'none' }, 'none'],
  ])('reads "%s" as %j', (text, quoting, words) => {
    expect(parseQuoting(text, 7)).toEqual(quoting);
    expect(quotingInWords(parseQuoting(text, 7))).toBe(words);
  });

  test.each(['', 'best:', 'best:0', 'best:x', 'best:99999', '5', 'top:5', 'best:5!'])('refuses "%s"', (text) => {
    const message = `quote takes best, best:20, all or none, not "${text}"`;
    expect(() => parseQuoting(text, 7)).toThrow(message);
  });
});

const fleet = [
  vehicle(1, 'Kea Camper'),
  vehicle(2, 'Kea Camper Deluxe'),
  vehicle(3, 'Tūī Van'),
  vehicle(4, 'Moa Campervan'),
];

/** The wanted vehicles of one trip, where its answer is all that is known. */
async function wanted(vehicles: readonly Vehicle[], filter: readonly string[] | undefined): Promise<number[]> {
  const trip = { pickUpDepotId: 1, dropOffDepotId: 1, pickUpDate: '2026-12-20', dropOffDate: '2026-12-27' } as const;
  const session = { operator: { name: 'lucky' }, seenVehicles: async () => [{ id: 99, name: 'Bus' }] };
  const sweep = { session: session as unknown as Session, vehicles: filter, trips: [trip] };
  const [choice] = await readFilters([sweep], [new Map([[trip, vehicles]])], { isAll: false, note: () => {} });
  return vehicles.filter(choice!.fits).map(({ vehicleId }) => vehicleId);
}

describe('the vehicle filter', () => {
  test('keeps every vehicle if it is missing or contains "all" in any case', async () => {
    expect(parseVehicleFilter(undefined)).toBeUndefined();
    expect(parseVehicleFilter(['3', ' ALL '])).toBeUndefined();
    expect(parseVehicleFilter(['3', 'allsorts'])).toEqual(['3', 'allsorts']);
    expect(await wanted(fleet, undefined)).toEqual([1, 2, 3, 4]);
  });

  test('has no word for the cheapest, which a comparison finds among all', () => {
    expect(() => parseVehicleFilter(['kea,Cheapest'])).toThrow('a comparison finds the cheapest of all');
  });

  // For any names: right-answers.test.ts.
  test.each([
    [['3'], [3]],
    [['9'], []],
    [[''], []],
    [[], []],
    [['kea'], [1, 2]],
    [['3,kea camper'], [1, 3]],
    [
      ['4', 'kea', '1', 'bus'],
      [1, 2, 4],
    ],
  ])('%j matches the ids %j, each once, in the order of the response', async (queries, ids) => {
    expect(await wanted(fleet, queries)).toEqual(ids);
  });
});
