import { expect, test } from 'vitest';
import { planComparison } from '../../src/compare/plan-comparison.ts';
import { memorySession } from '../resolve/memory.ts';

test('a plan adds up the requests of all operators and takes the time of the slowest', async () => {
  const { session } = memorySession({ depots: ['Auckland'] });
  const busy = { ...session.operator, name: 'busy' };
  const sessions = [
    session,
    { ...session, operator: busy, allowance: () => ({ ...session.allowance(), free: 0 }) },
  ];
  const request = {
    pickUp: ['auckland'],
    from: '2030-01-01..+149d',
    nights: '7',
    quoteMode: { how: 'none' },
    dryRun: true,
  } as const;
  const { plan } = await planComparison(request, sessions, {});
  expect(plan).toMatchObject({
    requests: 302,
    mostRequests: 302,
    trips: 300,
    quote: 'none',
    seconds: 120,
  });
  // One of each is for depots.
  expect(
    plan.operators.map(({ operator, requests, seconds }) => [operator, requests, seconds]),
  ).toEqual([
    ['memory', 151, 60],
    ['busy', 151, 120],
  ]);
});

test('before vehicles are known, the plan of a month has 60 to 100 requests, at most 300', async () => {
  const { session } = memorySession({ depots: [] });
  const request = {
    pickUp: ['1'],
    from: '2030-01-01..+30d',
    nights: '5,7,10,12,14',
    quoteMode: { how: 'best', max: 10 },
    dryRun: true,
  } as const;
  const { plan } = await planComparison(request, [session], {});
  expect(plan.requests).toBeGreaterThan(60);
  expect(plan.requests).toBeLessThan(100);
  expect(plan).toMatchObject({ trips: 155, mostRequests: 300 });
});

test('a plan counts no trips of closed days, which the search leaves for last', async () => {
  const { session } = memorySession({ depots: ['Auckland'] });
  const times = [{ day: 'weekday', time: '09:00' }];
  const closedAtWeekends = session.depots
    .known()
    .map((depot) => ({ ...depot, pickup_times: times, drop_off_times: times }));
  const depots = { ...session.depots, known: () => closedAtWeekends };
  const request = {
    pickUp: ['1'],
    from: '2030-01-01..+13d',
    nights: '7',
    quoteMode: { how: 'best', max: 10 },
    dryRun: true,
  } as const;
  const { plan } = await planComparison(request, [{ ...session, depots }], {});
  expect(plan.operators[0]?.availability).toBe(10);
});

test.each([
  ['the cap, if vehicles are not given by id', {}, 300],
  ['all possible requests, if vehicles are given by id', { vehicle: ['11', '12'] }, 1 + 2 + 2 * 2],
  [
    'null, if the plan is above the cap, because a person can allow more',
    { from: '2030-01-01..+399d' },
    null,
  ],
  [
    'all possible requests above the cap, if vehicles are given by id',
    { from: '2030-01-01..+399d', vehicle: ['11'] },
    1 + 400 + 400,
  ],
])('the maximum in a plan is %s', async (_, parts, mostRequests) => {
  const { session } = memorySession({ depots: [] });
  const base = {
    pickUp: ['1'],
    from: '2030-01-01..+1d',
    nights: '7',
    quoteMode: { how: 'best', max: 10 },
  } as const;
  const request = { ...base, ...parts, dryRun: true };
  const { plan } = await planComparison(request, [session], {});
  expect([plan.mostRequests, plan.operators[0]?.mostRequests]).toEqual([
    mostRequests,
    mostRequests,
  ]);
});
