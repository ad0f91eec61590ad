/** The 429, and the window that it belongs to. */
import { describe, expect, test } from 'vitest';
import { answer, always } from '../support/service.ts';
import { sample } from '../support/thorough.ts';
import { answerWith, createOriginal, startMutant, startService } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';

const original = createOriginal();

describe('the 429', () => {
  const text = 'Too Many Requests';

  const forms = [
    ['with a line break', `${text}\n`, '0'],
    ['as documented', text, '0'],
    ['with a negative remaining', text, '-1'],
  ] as const;
  test.each(sample(forms, 3))('%s passes', async (_, body, remaining) => {
    let left = 12;
    const operator = startService(async () => {
      left -= 1;
      const limit = { 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '30' };
      if (left >= 0) return answer(200, [], { ...limit, 'x-ratelimit-remaining': String(left) });
      return answer(429, body, { ...limit, 'x-ratelimit-remaining': remaining, 'content-type': 'text/plain' });
    });
    const run = await smoke(operator, { only: ['limits-exceeded'], tripRateLimit: true, strict: true });
    expect([idsOf(run, 'pass'), run.exitCode]).toEqual([['limits-exceeded'], 0]);
  });

  test('that never comes breaks its rule', async () => {
    const run = await smoke(startService(always(200, [])), { only: ['limits-exceeded'], tripRateLimit: true });
    expect([idsOf(run, 'fail'), run.requests]).toEqual([['limits-exceeded'], 112]);
  });

  test.each([
    ['falls to 80', 1, ['limits-exceeded']],
    ['shows other clients', 5, []],
  ])('that comes unasked after 20 requests warns of them if Remaining %s', async (_, step, warned) => {
    let asked = 0;
    const mutant = await startMutant(original, (exchange) => {
      asked += 1;
      if (asked > 20) answerWith(429, 'text/plain', text)(exchange);
      Object.assign(exchange.headers, {
        'x-ratelimit-remaining': String(100 - asked * step),
        'x-ratelimit-reset': '30',
      });
    });
    const run = await smoke(mutant);
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], warned, 5]);
    const found = run.results.find(({ check }) => check.id === 'limits-exceeded')?.findings ?? [];
    expect(found.map(({ got }) => got).filter((got) => got.startsWith('a 429'))).toEqual(
      warned.map(() => 'a 429 after 20'),
    );
  });

  const unlimited = (headersOf: (asked: number) => Record<string, string>) => {
    let asked = 0;
    return startService(async () => answer(200, [], headersOf((asked += 1))));
  };
  const day = Date.parse('2026-11-20T09:00:00Z');

  test.each([
    [
      'answers come too slowly by the clock of the service',
      'too slow',
      // 59 s between whole seconds, which can be 60.
      (n: number) => ({ date: new Date(day + n * 537).toUTCString() }),
    ],
    [
      'a new window begins meanwhile',
      'a new window began',
      (n: number) => ({ 'x-ratelimit-remaining': String(99 - (n % 60)) }),
    ],
  ])('cannot be provoked if %s: not checked', async (_, reason, headersOf) => {
    const run = await smoke(unlimited(headersOf), { only: ['limits-exceeded'], tripRateLimit: true });
    expect([idsOf(run, 'unchecked'), run.exitCode]).toEqual([['limits-exceeded'], 0]);
    expect(run.results[0]?.reason).toContain(reason);
  });

  test.each([
    ['two windows begin within 60 s', 500, ['limits-exceeded']],
    ['each window has 60 s', 3100, []],
  ])('that does not come because %s', async (_, ms, warned) => {
    const operator = unlimited((n) => ({
      'x-ratelimit-remaining': String(99 - (n % 20)),
      date: new Date(day + n * ms).toUTCString(),
    }));
    const run = await smoke(operator, { only: ['limits-exceeded'], tripRateLimit: true });
    expect([idsOf(run, 'warn'), idsOf(run, 'fail'), run.exitCode]).toEqual([warned, [], 0]);
    if (warned.length > 0)
      expect(run.results[0]?.findings[0]?.got).toMatch(/^x-ratelimit-remaining is back at 99 twice in/);
  });

  test.each([
    [' 100', 'pass'],
    ['100, 100;w=60', 'skip'],
  ])('may be stated as %j: %s', async (value, verdict) => {
    const mutant = await startMutant(original, (exchange) => void (exchange.headers['x-ratelimit-limit'] = value));
    expect((await smoke(mutant, { only: ['limits-value'] })).results[0]?.verdict).toBe(verdict);
  });
});
