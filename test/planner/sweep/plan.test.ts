import { describe, expect, test } from 'vitest';
import { expectRequests } from '../../../src/planner/sweep/forecast.ts';
import { operatorPlan, sendingMs, sweepPlan } from '../../../src/planner/sweep/plan.ts';
import fc from '../../support/property.ts';

describe('sendingMs', () => {
  test.each([
    [1, 1, 0],
    [101, 100, 60_000],
    [201, 100, 120_000],
    [150, 40, 120_000],
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

test('sweepPlan adds up the requests of all operators and takes the time of the slowest', () => {
  const base = { baseUrl: '', depots: 0, extras: 0, again: 1, known: 0, ...allowance };
  const operators = [
    operatorPlan({ ...base, operator: 'a', availability: 10, quotes: 50 }),
    operatorPlan({ ...base, operator: 'b', availability: 10, quotes: 200 }),
    operatorPlan({ ...base, operator: 'c', availability: 10, quotes: 100 }),
  ];
  expect(sweepPlan(operators, { cells: 30, quote: 'top:5', exact: true, counted: true })).toEqual({
    requests: 380,
    exact: true,
    counted: true,
    cells: 30,
    quote: 'top:5',
    seconds: 120,
    operators,
  });
  expect(sweepPlan([], { cells: 0, quote: 'none', exact: false, counted: true })).toMatchObject({
    requests: 0,
    seconds: 0,
    exact: false,
  });
});

describe('expectRequests', () => {
  const sweep = { cells: 30, dates: 1, top: 5, ids: undefined, lists: 0, known: 0 };
  const none = { extras: 0, quotes: 0, known: 0 };
  const exact = { isExact: true, isCounted: true, isMost: true };
  const most = { isExact: false, isCounted: true, isMost: true };
  const about = { ...most, isMost: false };
  const least = { isExact: false, isCounted: false, isMost: false };
  const all = Number.POSITIVE_INFINITY;

  test.each([
    [{}, { quotes: 150, ...most }],
    [{ known: 20 }, { quotes: 130, known: 20, ...about }],
    [
      { lists: 2, known: 9 },
      { extras: 10, quotes: 150, ...about },
    ],
    [{ top: 0, lists: 2 }, least],
    [
      { lists: 1, dates: 3 },
      { extras: 5, quotes: 150, ...about },
    ],
    [{ cells: 0 }, exact],
    [{ top: all, lists: 2 }, least],
    [
      { top: all, ids: 12 },
      { quotes: 360, ...most },
    ],
  ])('estimates the requests for %j', (parts, expected) => {
    expect(expectRequests({ ...sweep, ...parts })).toEqual({ ...none, ...expected });
  });
});
