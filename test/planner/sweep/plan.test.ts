import { expect, test } from 'vitest';
import { expectQuotes, sendingMs } from '../../../src/planner/sweep/plan.ts';
import { planSweep } from '../../../src/planner/sweep/sweep.ts';
import fc from '../../support/property.ts';
import { memorySession } from '../memory.ts';

test('the wait covers as many windows as the requests need and no more', () => {
  expect(sendingMs(150, { limit: 100, windowMs: 60_000, free: 40 })).toBe(120_000);
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: 1, max: 200 }), fc.nat(200), (requests, limit, spare) => {
      const free = Math.min(spare, limit);
      const windows = sendingMs(requests, { limit, windowMs: 1, free });
      expect(free + windows * limit).toBeGreaterThanOrEqual(requests);
      if (windows > 0) expect(free + (windows - 1) * limit).toBeLessThan(requests);
    }),
  );
});

test('a plan adds up the requests of all operators and takes the time of the slowest', async () => {
  const { session } = memorySession({ depots: ['Auckland'] });
  const busy = { ...session.operator, name: 'busy' };
  const sessions = [session, { ...session, operator: busy, allowance: () => ({ ...session.allowance(), free: 0 }) }];
  const request = { pickUp: ['auckland'], from: '2030-01-01..+149d', nights: '7', quote: 'none', dryRun: true };
  const { plan } = await planSweep(request, sessions, { signal: new AbortController().signal });
  expect(plan).toMatchObject({ requests: 302, mostRequests: 302, trips: 300, quote: 'none', seconds: 120 });
  // One of each is for depots.
  expect(plan.operators.map(({ operator, requests, seconds }) => [operator, requests, seconds])).toEqual([
    ['memory', 151, 60],
    ['busy', 151, 120],
  ]);
});

const month = { pairs: 1860, kinds: 5, wanted: [['all', 10]] as const, known: 0 };
const best = { how: 'best', most: 10 } as const;
test.each([
  ['of the ten cheapest of a month', best, {}, [15, 55]],
  ['of each start and length', best, { wanted: [['calendar', 155]] as const }, [160, 315]],
  ['of each of 12 vehicles', best, { wanted: [['vehicle', 12]] as const }, [17, 185]],
  ['of one trip with 12 vehicles', best, { pairs: 12, kinds: 1 }, [11, 12]],
  ['of vehicles that nobody knows yet', best, { pairs: undefined }, [15, 55]],
  ['of which 30 are stored', best, { known: 30 }, [0, 25]],
  ['of all', { how: 'all' } as const, { known: 60 }, [1800, 1800]],
  ['of none', { how: 'none' } as const, {}, [0, 0]],
])('the quotes to expect %s', (_, quoting, parts, [least, most]) => {
  expect(expectQuotes(quoting, { ...month, ...parts })).toEqual({ quotes: least, mostQuotes: most });
});
