import { expect, test } from 'vitest';
import { searchOptions, type ComparedTrip } from '../../src/compare/engine/search-options.ts';

test('each pair of depots has its best in a calendar; operators with the same depots share one', () => {
  const trip = {
    pickUpDepotId: 1,
    dropOffDepotId: 2,
    pickUpDate: '2030-01-05',
    dropOffDate: '2030-01-10',
  } as const;
  const at = (operator: string, pairLabel: string): ComparedTrip => {
    return {
      operator,
      pairLabel,
      trip,
      pickUp: 1,
      dropOff: 2,
      start: 1,
      nights: 5,
      ranksLast: false,
    };
  };
  const trips = [at('lucky', 'Picton'), at('happy', 'Picton'), at('lucky', 'Nelson')];
  const rules = {
    groups: ['calendar'],
    quoteMode: { how: 'best', max: 10 },
    hasOneEnd: false,
    maxRequests: 9,
    wantedTimes: {},
  } as const;
  const [aim] = searchOptions(trips, rules).aims;
  const [first, shared, other] = trips.map((one) => aim!.groupOf(one, 'Kea'));
  expect(shared).toBe(first);
  expect(other).not.toBe(first);
});
