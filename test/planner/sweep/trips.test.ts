import { expect, test } from 'vitest';
import { tripKey, tripsOf, type DepotChoice } from '../../../src/planner/sweep/trips.ts';
import type { RentalDates } from '../../../src/api/types.ts';
import fc from '../../support/property.ts';

const week = { pickUpDate: '2026-12-01', dropOffDate: '2026-12-08' } as const;
const pairs = (pickUps: readonly number[], dropOffs: DepotChoice['dropOffs']): number[][] =>
  [...tripsOf({ pickUps, dropOffs }, [week])].map(({ pickUpDepotId, dropOffDepotId }) => [
    pickUpDepotId,
    dropOffDepotId,
  ]);

test('every pick-up depot is combined with every drop-off depot, without duplicates', () => {
  expect(pairs([1, 2], ['same', 2])).toEqual([
    [1, 1],
    [1, 2],
    [2, 2],
  ]);
  expect(pairs([1, 1], [3])).toEqual([[1, 3]]);
  expect(pairs([], ['same'])).toEqual([]);
  // From 1 to 11 and from 11 to 1 are different pairs.
  expect(pairs([1, 11], [11, 1])).toHaveLength(4);
});

test('every pair of depots is combined with every pair of dates', () => {
  const trips = tripsOf({ pickUps: [1, 2], dropOffs: ['same'] }, [week, { ...week, dropOffDate: '2026-12-09' }]);
  expect([...trips].map(tripKey)).toEqual([
    '1 1 2026-12-01 2026-12-08',
    '1 1 2026-12-01 2026-12-09',
    '2 2 2026-12-01 2026-12-08',
    '2 2 2026-12-01 2026-12-09',
  ]);
});

const ids = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 8 });
const dropOffs = fc.array(fc.oneof(fc.constant('same' as const), fc.integer({ min: 1, max: 6 })), { maxLength: 8 });
const dates = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
  maxLength: 8,
  selector: ([start, count]) => `${start} ${count}`,
});

test('the count is that of the trips, of which each is there once', () => {
  fc.assert(
    fc.property(ids, dropOffs, dates, (pickUps, ends, days) => {
      const trips = tripsOf(
        { pickUps, dropOffs: ends },
        days.map(
          ([start, count]) => ({ pickUpDate: `2026-12-0${start}`, dropOffDate: `2026-12-1${count}` }) as RentalDates,
        ),
      );
      const all = [...trips];
      expect(trips).toHaveLength(all.length);
      expect(new Set(all.map(tripKey)).size).toBe(all.length);
    }),
  );
});
