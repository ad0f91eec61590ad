import { describe, expect, test } from 'vitest';
import { expectRequests } from '../../../src/planner/sweep/forecast.ts';
import { operatorPlan, sendingMs, sweepPlan, type Assumption } from '../../../src/planner/sweep/plan.ts';
import fc from '../../support/property.ts';

const assumed = (text: string): Assumption => ({ kind: 'assumed', text });
const uncounted = (text: string): Assumption => ({ kind: 'uncounted', text });

describe('sendingMs', () => {
  test.each([
    [0, 0, 0],
    [1, 1, 0],
    [1, 0, 60_000],
    [100, 100, 0],
    [101, 100, 60_000],
    [200, 100, 60_000],
    [201, 100, 120_000],
    [150, 40, 120_000],
    [140, 40, 60_000],
  ])('for %d requests with %d free slots is %d ms', (requests, free, ms) => {
    expect(sendingMs(requests, { limit: 100, windowMs: 60_000, free })).toBe(ms);
  });

  test('covers as many windows as the requests need and no more', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: 1, max: 200 }), fc.nat(200), (requests, limit, spare) => {
        const free = Math.min(spare, limit);
        const windows = sendingMs(requests, { limit, windowMs: 1, free });
        expect(free + windows * limit).toBeGreaterThanOrEqual(requests);
        if (windows > 0) expect(free + (windows - 1) * limit).toBeLessThan(requests);
      }),
    );
  });
});

const allowance = { limit: 100, windowMs: 60_000, free: 90 };

test('operatorPlan adds up the requests and computes the time', () => {
  const parts = {
    operator: 'lucky',
    baseUrl: 'https://a.test/',
    depots: 1,
    availability: 30,
    extras: 12,
    quotes: 150,
    known: 4,
  };
  const again = 7;
  expect(operatorPlan({ ...parts, again, ...allowance })).toEqual({
    ...{ ...parts, ...allowance, requests: 193, upTo: 200, seconds: 120 },
  });
  expect(operatorPlan({ ...parts, again, ...allowance, windowMs: 1499, quotes: 0 }).seconds).toBe(0);
  expect(operatorPlan({ ...parts, again, ...allowance, windowMs: 1499 }).seconds).toBe(3);
});

test('sweepPlan adds up the requests of all operators and takes the time of the slowest', () => {
  const base = { baseUrl: '', depots: 0, extras: 0, again: 1, known: 0, ...allowance };
  const operators = [
    operatorPlan({ ...base, operator: 'a', availability: 10, quotes: 50 }),
    operatorPlan({ ...base, operator: 'b', availability: 10, quotes: 200 }),
    operatorPlan({ ...base, operator: 'c', availability: 10, quotes: 100 }),
  ];
  expect(sweepPlan(operators, { cells: 30, quote: 'top:5', assumptions: [] })).toEqual({
    requests: 380,
    upTo: 383,
    exact: true,
    cells: 30,
    quote: 'top:5',
    seconds: 120,
    operators,
    assumptions: [],
  });
  expect(sweepPlan([], { cells: 0, quote: 'none', assumptions: [assumed('x')] })).toMatchObject({
    requests: 0,
    seconds: 0,
    exact: false,
  });
});

describe('expectRequests', () => {
  const sweep = { cells: 30, dates: 1, top: 5, ids: undefined, lists: 0, known: 0 };
  const every = assumed('5 of the wanted vehicles are available for each trip');
  const same = assumed(
    'the cheapest vehicles are the same for each trip, and have the extras: if not, others are looked up',
  );
  const fresh = assumed('stored quotes are not reused, because extras given by name are looked up first');
  const stored = assumed('stored quotes are for the vehicles that are compared now');

  test.each([
    [{}, { extras: 0, quotes: 150, known: 0, assumptions: [every], isMost: true }],
    [{ known: 20 }, { extras: 0, quotes: 130, known: 20, assumptions: [every, stored], isMost: false }],
    [{ known: 500 }, { extras: 0, quotes: 0, known: 150, assumptions: [every, stored], isMost: false }],
    [{ lists: 1 }, { extras: 5, quotes: 150, known: 0, assumptions: [every, same, fresh], isMost: false }],
    [
      { lists: 2, known: 9 },
      { extras: 10, quotes: 150, known: 0, assumptions: [every, same, fresh], isMost: false },
    ],
    [
      { lists: 2, ids: 12 },
      { extras: 24, quotes: 150, known: 0, assumptions: [every, fresh], isMost: true },
    ],
    [
      { ids: 1 },
      {
        extras: 0,
        quotes: 30,
        known: 0,
        assumptions: [assumed('1 of the wanted vehicles is available for each trip')],
        isMost: true,
      },
    ],
    [
      { top: 0, lists: 2, ids: 3 },
      {
        ...{ extras: 6, quotes: 0, known: 0, isMost: true },
        assumptions: [assumed('3 of the wanted vehicles are available for each trip')],
      },
    ],
    [
      { top: 0, lists: 2 },
      {
        ...{ extras: 0, quotes: 0, known: 0, isMost: false },
        assumptions: [uncounted('2 lists of extras for each available vehicle')],
      },
    ],
    [
      { top: 0, lists: 0 },
      { extras: 0, quotes: 0, known: 0, assumptions: [], isMost: true },
    ],
    [
      { lists: 1, dates: 3 },
      { extras: 5, quotes: 150, again: 160, known: 0, assumptions: [every, same, fresh], isMost: false },
    ],
    [{ ids: 0 }, { extras: 0, quotes: 0, known: 0, assumptions: [], isMost: true }],
    [{ cells: 0 }, { extras: 0, quotes: 0, known: 0, assumptions: [], isMost: true }],
  ])('estimates the requests for %j', (parts, expected) => {
    expect(expectRequests({ ...sweep, ...parts })).toEqual({ again: 0, ...expected });
  });

  test('does not count quotes and extras if the number of vehicles is unknown', () => {
    const all = { ...sweep, top: Number.POSITIVE_INFINITY };
    const quotes = uncounted('a quote for each available vehicle; availability tells how many there are');
    expect(expectRequests(all)).toEqual({
      extras: 0,
      quotes: 0,
      again: 0,
      known: 0,
      assumptions: [quotes],
      isMost: false,
    });
    const { assumptions } = expectRequests({ ...all, lists: 1 });
    expect(assumptions).toEqual([quotes, uncounted('a list of extras for each of them')]);
    expect(expectRequests({ ...all, lists: 2 }).assumptions[1]).toEqual(
      uncounted('2 lists of extras for each of them'),
    );
    expect(expectRequests({ ...all, ids: 12 })).toMatchObject({ quotes: 360, isMost: true });
  });
});
