import { expect, test } from 'vitest';
import { createSearch, type SearchTrip } from '../../src/search/search.ts';
import type { SearchVehicle } from '../../src/search/rates.ts';

const at = { operator: 'lucky', pickUp: 1, dropOff: 1, nights: 7, ranksLast: false };

test('if all prices rank last, any rate of a trip that was not looked up is low enough', () => {
  const closed: SearchTrip = { ...at, start: 20_000, ranksLast: true };
  const refused = [20_000, 20_001, 20_002, 20_003].flatMap((start): SearchTrip[] =>
    [7, 14].map((nights) => ({ ...at, pickUp: 2, dropOff: 2, start, nights })),
  );
  const aims = [{ count: 1, groupOf: () => '' }];
  const search = createSearch<SearchTrip, SearchVehicle>({ trips: [closed, ...refused], aims });
  expect(search.next().trips).toContain(closed);
  search.drop(({ pickUp }) => pickUp === 2);
  const [offer] = search.learnVehicles(closed, [{ key: '11 Kea', rate: 90 }]);
  expect(search.next().offers).toEqual([offer]);
  const fees = { routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
  search.learnQuote(offer!, { total: 630, currency: 'NZD', extras: '', ...fees });
  expect(search.gaps().nearestTrip).toMatchObject({ rateNeeded: Infinity, lowestRateSeen: 90 });
});
