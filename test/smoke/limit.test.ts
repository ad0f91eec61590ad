/** The 429, and the window that it belongs to. */
import { expect, test } from 'vitest';
import { exceedingRequests } from '../../src/smoke/converse.ts';
import { answer, always } from '../support/service.ts';
import { startChanged, startService } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

const text = 'Too Many Requests';
const exceeding = { only: ['limits-exceeded'], tripRateLimit: true };
const windowMs = 60_000;
const day = Date.parse('2026-11-20T09:00:00Z');

test.each([
  ['with a line break', `${text}\n`, '0'],
  ['as documented', text, '0'],
  ['with a negative remaining', text, '-1'],
])('a 429 %s passes', async (_, body, remaining) => {
  let left = 12;
  const operator = startService(async () => {
    left -= 1;
    const limit = { 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '30' };
    if (left >= 0) return answer(200, [], { ...limit, 'x-ratelimit-remaining': String(left) });
    return answer(429, body, {
      ...limit,
      'x-ratelimit-remaining': remaining,
      'content-type': 'text/plain',
    });
  });
  const run = await smoke(operator, { ...exceeding, strict: true });
  expect([idsOf(run, 'pass'), run.exitCode]).toEqual([['limits-exceeded'], 0]);
});

test('a 429 that never comes breaks its rule', { tags: ['long'] }, async () => {
  const run = await smoke(startService(always(200, [])), exceeding);
  expect([idsOf(run, 'fail'), run.requests]).toEqual([['limits-exceeded'], 1 + exceedingRequests]);
});

test.each([
  ['answers come too slowly', 'too slow', windowMs / (exceedingRequests - 1), () => 0],
  [
    'a new window begins meanwhile',
    'a new window began',
    1,
    (number: number) => 99 - (number % 60),
  ],
])('a 429 cannot be provoked if %s: not checked', async (_, reason, stepMs, leftAfter) => {
  let number = 0;
  const operator = startService(async () => {
    number += 1;
    return answer(200, [], { 'x-ratelimit-remaining': String(leftAfter(number)) });
  });
  const run = await smoke(operator, {
    ...exceeding,
    machine: { now: () => day + number * stepMs },
  });
  expect([idsOf(run, 'unchecked'), run.exitCode]).toEqual([['limits-exceeded'], 0]);
  expect(run.results[0]?.reason).toContain(reason);
});

test.each([
  [' 100', 'pass'],
  ['100, 100;w=60', 'skip'],
])('a limit may be stated as %j: %s', async (value, verdict) => {
  const operator = startChanged(({ headers }) => headers.set('x-ratelimit-limit', value));
  expect((await smoke(operator, { only: ['limits-value'] })).results[0]?.verdict).toBe(verdict);
});
