import { expect, test } from 'vitest';
import type { ResetFormat } from '../../src/sandbox/rate-limit.ts';
import { ask, friday, plantSandbox } from './support.ts';

test('refuses the 101st request of a window as text, and accepts the first of the next window', async () => {
  let clock = friday;
  const { baseUrl } = plantSandbox({ now: () => clock });
  for (let count = 1; count <= 100; count += 1) {
    const { status, headers } = await ask(`${baseUrl}/${count % 2 === 0 ? 'depots' : 'nothing'}`);
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([
      count % 2 === 0 ? 200 : 404,
      `${100 - count}`,
    ]);
    clock += 10;
  }
  const refused = await ask(`${baseUrl}/depots`);
  expect([refused.status, refused.text]).toEqual([429, 'Too Many Requests']);
  expect(refused.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  expect(refused.headers.get('x-ratelimit-reset')).toBe(String(friday + 60_000));
  expect(refused.headers.get('date')).toBe(new Date(clock).toUTCString());
  clock = friday + 59_999;
  expect((await ask(`${baseUrl}/depots`)).status).toBe(429);
  clock = friday + 60_000;
  const again = await ask(`${baseUrl}/depots`);
  expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([200, '99']);
});

test('does not count the pages of the site', async () => {
  const { baseUrl, siteUrl } = plantSandbox({ rateLimit: { limit: 1, windowMs: 60_000 } });
  for (let count = 0; count < 3; count += 1) {
    const page = await ask(`${siteUrl}/`);
    expect([page.status, page.headers.has('x-ratelimit-limit')]).toEqual([200, false]);
  }
  expect((await ask(`${baseUrl}/depots`)).status).toBe(200);
  expect((await ask(`${baseUrl}/depots`)).status).toBe(429);
});

test.each<[ResetFormat, string | null]>([
  ['epoch-ms', String(friday + 60_123)],
  ['epoch-s', String(friday / 1000 + 61)],
  ['delta', '61'],
  ['iso', new Date(friday + 60_123).toISOString()],
  ['http-date', new Date(friday + 61_000).toUTCString()],
  ['none', null],
])('writes the reset as %s', async (resetFormat, expected) => {
  const { baseUrl } = plantSandbox({
    now: () => friday,
    resetFormat,
    rateLimit: { limit: 1, windowMs: 60_123 },
  });
  for (const status of [200, 429]) {
    const answer = await ask(`${baseUrl}/depots`);
    expect([answer.status, answer.headers.get('x-ratelimit-reset')]).toEqual([status, expected]);
  }
});
