import { expect, test } from 'vitest';
import type { Session } from '../../../src/planner/session.ts';
import type { OperatorSweep } from '../../../src/planner/sweep/operator-sweep.ts';
import { expectQuotes, sendingMs, sweepPlan } from '../../../src/planner/sweep/plan.ts';
import type { SweepScope } from '../../../src/planner/sweep/request.ts';
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

test('sweepPlan adds up the requests of all operators and takes the time of the slowest', async () => {
  const { session } = memorySession({ depots: [] });
  const depots: Session['depots'] = { ...session.depots, requests: () => 0 };
  const days = { pickUpDate: '2030-01-05', dropOffDate: '2030-01-12' } as const;
  const trips = Array.from({ length: 10 }, (_, index) => ({ ...days, pickUpDepotId: index, dropOffDepotId: index }));
  const answers = await session.answers(() => {});
  const basket = { accessories: [], insurance: undefined };
  const allowance = { limit: 100, windowMs: 60_000, free: 90 };
  const sweepOf = (name: string, count: number) => {
    const vehicles = Array.from({ length: count }, (_, index) => String(index + 1));
    const own = { ...session, depots, operator: { ...session.operator, name } };
    return { session: own, answers, trips, vehicles, basket, allowance, depots: { pickUps: [], dropOffs: [] } };
  };
  const sweeps: OperatorSweep[] = [sweepOf('a', 5), sweepOf('b', 20), sweepOf('c', 10)];
  const scope = { quoting: { how: 'all' }, by: ['all'], dates: [days], named: false } as unknown as SweepScope;
  const plan = sweepPlan(sweeps, scope);
  expect(plan).toMatchObject({ requests: 380, mostRequests: 380, trips: 30, quote: 'all', seconds: 120 });
  expect(plan.operators.map(({ operator, requests, seconds }) => [operator, requests, seconds])).toEqual([
    ['a', 60, 0],
    ['b', 210, 120],
    ['c', 110, 60],
  ]);
  const unknown = sweeps.map((one, index) => (index === 1 ? { ...one, vehicles: undefined } : one));
  expect(sweepPlan(unknown, scope)).toMatchObject({ requests: 180, mostRequests: null });
  expect(sweepPlan([], scope)).toMatchObject({ requests: 0, seconds: 0 });
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
