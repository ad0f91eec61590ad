import { expect, test } from 'vitest';
import { tripsOf, type DepotChoice } from '../../../src/planner/sweep/trips.ts';
import type { RentalDates } from '../../../src/api/types.ts';

const week: RentalDates = { pickUpDate: '2026-12-01', dropOffDate: '2026-12-08' };
const pairs = (pickUps: readonly number[], dropOffs: DepotChoice['dropOffs']): string[] =>
  tripsOf({ pickUps, dropOffs }, [week]).map(
    ({ pickUpDepotId, dropOffDepotId }) => `${pickUpDepotId}-${dropOffDepotId}`,
  );

test('every pick-up depot is combined with every drop-off depot, without duplicates', () => {
  expect(pairs([1, 2], ['same', 2])).toEqual(['1-1', '1-2', '2-2']);
  expect(pairs([1, 1], [3])).toEqual(['1-3']);
  expect(pairs([], ['same'])).toEqual([]);
  // From 1 to 11 and from 11 to 1 are different pairs.
  expect(pairs([1, 11], [11, 1])).toHaveLength(4);
});

test('every pair of depots is combined with every pair of dates, until they are too many', () => {
  const days = [week, { ...week, dropOffDate: '2026-12-09' } as const];
  const trips = tripsOf({ pickUps: [1, 2], dropOffs: ['same'] }, days);
  expect(trips.map(({ pickUpDepotId, dropOffDate }) => `${pickUpDepotId} ${dropOffDate}`)).toEqual([
    ...['1 2026-12-08', '1 2026-12-09'],
    ...['2 2026-12-08', '2 2026-12-09'],
  ]);
  const depots = Array.from({ length: 200 }, (_, index) => index + 1);
  const all = { pickUps: depots, dropOffs: depots };
  expect(() => tripsOf(all, days)).toThrow('80000 trips are too many to compare: 20000 are the most');
});
