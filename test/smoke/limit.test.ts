/** The 429, and the window that it belongs to. */
import { describe, expect, test } from 'vitest';
import { answerWith } from '../../src/sandbox/faults/change.ts';
import { answer, always } from '../support/service.ts';
import { changed, startChanged, startService } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

const text = 'Too Many Requests';
const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;
const exceeding = { only: ['limits-exceeded'], tripRateLimit: true };
const day = Date.parse('2026-11-20T09:00:00Z');

describe('the 429', () => {
  test.each([
    ['with a line break', `${text}\n`, '0'],
    ['as documented', text, '0'],
    ['with a negative remaining', text, '-1'],
  ])('%s passes', async (_, body, remaining) => {
    let left = 12;
    const operator = startService(async () => {
      left -= 1;
      const limit = { 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '30' };
      if (left >= 0) return answer(200, [], { ...limit, 'x-ratelimit-remaining': String(left) });
      return answer(429, body, { ...limit, 'x-ratelimit-remaining': remaining, 'content-type': 'text/plain' });
    });
    const run = await smoke(operator, { ...exceeding, strict: true });
    expect([idsOf(run, 'pass'), run.exitCode]).toEqual([['limits-exceeded'], 0]);
  });

  test('that never comes breaks its rule', async () => {
    const run = await smoke(startService(always(200, [])), exceeding);
    expect([idsOf(run, 'fail'), run.requests]).toEqual([['limits-exceeded'], 112]);
  });

  test.each([
    ['falls to 80', 1, ['limits-exceeded']],
    ['shows other clients', 5, []],
  ])('that comes unasked after 20 requests warns of them if Remaining %s', async (_, step, warned) => {
    const operator = startChanged((one) => {
      if (one.number > 20) answerWith(429, 'text/plain', text)(one);
      one.headers.set('x-ratelimit-remaining', String(100 - one.number * step));
      one.headers.set('x-ratelimit-reset', '30');
    });
    const run = await smoke(operator);
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], warned, 5]);
    const found = run.results.find(({ id }) => id === 'limits-exceeded')?.findings ?? [];
    expect(found.map(({ got }) => got)).toEqual(warned.map(() => 'a 429 after 20'));
  });

  test.each([
    [
      'answers come too slowly by the clock of the service',
      'too slow',
      // 59 s between whole seconds, which can be 60.
      (number: number) => ({ date: new Date(day + number * 537).toUTCString() }),
    ],
    [
      'a new window begins meanwhile',
      'a new window began',
      (number: number) => ({ 'x-ratelimit-remaining': String(99 - (number % 60)) }),
    ],
  ])('cannot be provoked if %s: not checked', async (_, reason, headersOf) => {
    let number = 0;
    const operator = startService(async () => answer(200, [], headersOf((number += 1))));
    const run = await smoke(operator, exceeding);
    expect([idsOf(run, 'unchecked'), run.exitCode]).toEqual([['limits-exceeded'], 0]);
    expect(run.results[0]?.reason).toContain(reason);
  });

  test.each([
    [' 100', 'pass'],
    ['100, 100;w=60', 'skip'],
  ])('has a limit that may be stated as %j: %s', async (value, verdict) => {
    const operator = startChanged(({ headers }) => headers.set('x-ratelimit-limit', value));
    expect((await smoke(operator, { only: ['limits-value'] })).results[0]?.verdict).toBe(verdict);
  });

  test('of a service that counts its website too, and shows no headers before the 429, is not early', async () => {
    let requests = 0;
    const unlimited = changed(({ headers }) => limitHeaders.forEach((name) => headers.delete(name)));
    const operator = startService(async (request) => {
      requests += 1;
      if (requests <= 100) return unlimited(request);
      const values = { [limitHeaders[0]]: '100', [limitHeaders[1]]: '0', [limitHeaders[2]]: '30' };
      return answer(429, text, { ...values, 'content-type': 'text/plain' });
    });
    const run = await smoke(operator, { tripRateLimit: true, strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.requests, run.exitCode]).toEqual([[], [], 101, 0]);
  });
});
