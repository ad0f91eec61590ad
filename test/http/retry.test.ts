import { describe, expect, it } from 'vitest';
import { createRetryBudget, retriesFor, retryDelay, type RetryState } from '../../src/http/retry.ts';
import { retryAfterMs } from '../../src/http/reset.ts';
import fc from '../support/property.ts';

describe('retryDelay', () => {
  const state = { made: 0, allowed: 2, earliestMs: undefined, maxWaitMs: 90_000, random: () => 0.5 };

  it.each<[string, Partial<RetryState>, number | undefined]>([
    ['first retry', {}, 250],
    ['second retry', { made: 1 }, 500],
    ['no retry left', { made: 2 }, undefined],
    ['none allowed', { allowed: 0 }, undefined],
    ['fifth retry', { made: 4, allowed: 9 }, 4_000],
    ['sixth retry, at the cap', { made: 5, allowed: 9 }, 4_000],
    ['a very late retry, at the cap', { made: 2_000, allowed: 9_999 }, 4_000],
    ['least jitter', { random: () => 0 }, 0],
    ['most jitter', { made: 1, random: () => 0.999 }, 999],
    ['Retry-After and jitter', { earliestMs: 5_000 }, 5_250],
    ['Retry-After of 0', { earliestMs: 0 }, 250],
    ['Retry-After as long as the longest wait', { earliestMs: 90_000 }, 90_000],
    ['Retry-After longer than the longest wait', { earliestMs: 90_001 }, undefined],
    ['a longest wait just below Retry-After', { earliestMs: 5_000, maxWaitMs: 4_999 }, undefined],
    ['jitter is cut to the longest wait', { maxWaitMs: 100 }, 100],
    ['a longest wait of 0', { maxWaitMs: 0 }, undefined],
    ['a longest wait of 0 and no wait needed', { maxWaitMs: 0, earliestMs: 0, random: () => 0 }, undefined],
  ])('%s', (_, over, delay) => {
    expect(retryDelay({ ...state, ...over })).toBe(delay);
  });

  it('never waits longer than allowed, nor less than Retry-After', () => {
    const whole = fc.nat(200_000);
    const property = fc.property(
      fc.nat(20),
      whole,
      whole,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (made, earliestMs, maxWaitMs, r) => {
        const delay = retryDelay({ made, allowed: 50, earliestMs, maxWaitMs, random: () => r });
        if (delay === undefined) return maxWaitMs === 0 || earliestMs > maxWaitMs;
        return delay >= earliestMs && delay <= maxWaitMs && delay <= earliestMs + 8_000;
      },
    );
    fc.assert(property);
  });
});

describe('retriesFor', () => {
  it.each([
    [500, 1],
    [501, 0],
    [502, 5],
    [503, 5],
    [504, 5],
    [505, 0],
    [599, 0],
    [400, 0],
    [404, 0],
    [408, 0],
  ])('%i: %i of 5', (status, times) => {
    expect(retriesFor(status, 5)).toBe(times);
    expect(retriesFor(status, 0)).toBe(0);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  it.each<[string | undefined, string | undefined, number | undefined]>([
    [undefined, undefined, undefined],
    ['0', undefined, 0],
    [' 7 ', undefined, 7_000],
    ['120', undefined, 120_000],
    ['86400', undefined, 86_400_000],
    ['Fri, 20 Nov 2026 10:00:30 GMT', undefined, 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', undefined, 0],
    // Measured by the server's own Date, if there is one
    ['Fri, 20 Nov 2026 10:00:30 GMT', 'Fri, 20 Nov 2026 10:00:10 GMT', 20_000],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 'yesterday', 30_000],
    ['', undefined, undefined],
    ['-1', undefined, undefined],
    ['1e3', undefined, undefined],
    ['1.5', undefined, undefined],
    ['99999999999', undefined, undefined],
    ['soon', undefined, undefined],
    ['2', 'x', 2_000],
    ['Fri, 99 Nov 2026 10:00:30 GMT', undefined, undefined],
    ['5, 5', undefined, undefined],
  ])('%s with Date %s is %s', (value, date, ms) => {
    const headers = { ...(value !== undefined && { 'retry-after': value }), ...(date !== undefined && { date }) };
    expect(retryAfterMs(headers, now)).toBe(ms);
  });
});

describe('the retry budget', () => {
  it('holds ten retries, and ten successes earn one', () => {
    const budget = createRetryBudget();
    const taken = () => Array.from({ length: 20 }, () => budget.take()).filter(Boolean).length;
    expect(taken()).toBe(10);
    for (let i = 0; i < 9; i += 1) budget.succeeded();
    expect(taken()).toBe(0);
    budget.succeeded();
    expect(taken()).toBe(1);
    for (let i = 0; i < 1_000; i += 1) budget.succeeded();
    expect(taken()).toBe(10);
  });
});
