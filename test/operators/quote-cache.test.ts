import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cachePath } from '../../src/operators/cache.ts';
import { openQuoteCache } from '../../src/operators/stored-quotes.ts';
import { temporaryFolder } from '../support/environment.ts';

const key = { basket: '1 2 2026-12-20 2026-12-27 accessories  insurance none', vehicleId: 11 };
const quote = { quoteId: 'q1', totalAmount: 12.5 };

function folder(): string {
  return join(temporaryFolder(), 'rental', 'quotes-0');
}

test('cachePath gives each base address its own folder', () => {
  const of = (address: string) => cachePath({ XDG_CACHE_HOME: '/c' }, 'quotes', new URL(address));
  expect(of('https://a.test/api')).toMatch(/^\/c\/rental\/quotes-[0-9a-f]{16}$/);
  expect(of('https://a.test/api')).not.toBe(of('https://a.test/api2'));
  expect(of('https://a.test/api')).not.toBe(of('http://a.test/api'));
});

test('a stored quote is found by this run and the next until it expires', async () => {
  const place = folder();
  const first = await openQuoteCache(place, 1000);
  expect(await first.find(key, 1000)).toEqual({ kind: 'absent' });
  await first.store(key, quote, 5000);
  expect(await first.find(key, 4999)).toEqual({ kind: 'found', value: quote });

  const second = await openQuoteCache(place, 2000);
  expect(await second.find(key, 4999)).toEqual({ kind: 'found', value: quote });
  expect(await second.find(key, 5000)).toEqual({ kind: 'absent' });
  expect(second.vehicles(key.basket, 4999)).toEqual(new Set([11]));
  expect(second.vehicles(key.basket, 5000)).toEqual(new Set());
  expect(await second.find({ ...key, vehicleId: 12 }, 2000)).toEqual({ kind: 'absent' });
  expect(await second.find({ ...key, basket: 'another' }, 2000)).toEqual({ kind: 'absent' });
  expect(second.vehicles('another', 2000)).toEqual(new Set());

  expect(readdirSync(place)).toHaveLength(1);
  await openQuoteCache(place, 5000);
  expect(readdirSync(place)).toEqual([]);
});

test('stored quotes are readable only by the user, and no temporary files remain', async () => {
  const place = folder();
  const cache = await openQuoteCache(place, 0);
  await Promise.all(Array.from({ length: 50 }, (_, index) => cache.store({ ...key, vehicleId: index }, quote, 9000)));
  const files = readdirSync(place);
  expect(files).toHaveLength(50);
  expect(files.every((file) => (statSync(join(place, file)).mode & 0o777) === 0o600)).toBe(true);
  expect(statSync(place).mode & 0o777).toBe(0o700);
});

test('a new quote replaces the stored one', async () => {
  const place = folder();
  const cache = await openQuoteCache(place, 0);
  await cache.store(key, quote, 9000);
  await cache.store(key, { quoteId: 'q2' }, 8000);
  expect(readdirSync(place)).toHaveLength(1);
  expect(await (await openQuoteCache(place, 0)).find(key, 0)).toEqual({ kind: 'found', value: { quoteId: 'q2' } });
});

test('if two runs store the same quote, the one that expires later is used', async () => {
  const place = folder();
  const [one, other] = [await openQuoteCache(place, 0), await openQuoteCache(place, 0)];
  await one.store(key, { quoteId: 'long' }, 9000);
  await other.store(key, { quoteId: 'short' }, 8000);
  expect(await (await openQuoteCache(place, 0)).find(key, 0)).toEqual({
    kind: 'found',
    value: { quoteId: 'long' },
  });
});

describe('the quote cache', () => {
  test.each([
    ['invalid JSON', '{"half":'],
    ['no text', ''],
    ['null', 'null'],
    ['a quote for another basket', JSON.stringify({ basket: 'other', vehicleId: 11, quote })],
    ['a quote for another vehicle', JSON.stringify({ ...key, vehicleId: 12, quote })],
    ['no quote', JSON.stringify(key)],
  ])('sets aside a file with %s, once', async (_, text) => {
    const place = folder();
    await (await openQuoteCache(place, 0)).store(key, quote, 9000);
    const [file = ''] = readdirSync(place);
    writeFileSync(join(place, file), text);
    const cache = await openQuoteCache(place, 0);
    expect(await cache.find(key, 0)).toEqual({ kind: 'corrupt', path: join(place, `${file}.corrupt`) });
    expect(await cache.find(key, 0)).toEqual({ kind: 'absent' });
    expect(readFileSync(join(place, `${file}.corrupt`), 'utf8')).toBe(text);
    expect(await (await openQuoteCache(place, 0)).find(key, 0)).toEqual({ kind: 'absent' });
    await openQuoteCache(place, 9000);
    expect(readdirSync(place)).toEqual([]);
  });

  test('does not touch files of other programs', async () => {
    const place = folder();
    mkdirSync(place, { recursive: true });
    const names = ['README', '0123456789abcdef-11-x.json', '0123-11-5.json', '0123456789abcdef-11-99999.txt'];
    for (const name of names) writeFileSync(join(place, name), 'x');
    const cache = await openQuoteCache(place, 10 ** 15);
    expect(cache.vehicles('x', 0)).toEqual(new Set());
    expect(readdirSync(place).sort()).toEqual([...names].sort());
  });

  test('does not write through a symbolic link and does not wait for a pipe', async () => {
    const place = folder();
    const cache = await openQuoteCache(place, 0);
    await cache.store(key, quote, 9000);
    const [file = ''] = readdirSync(place);
    const victim = join(temporaryFolder(), 'victim');
    writeFileSync(victim, 'precious');
    rmSync(join(place, file));
    symlinkSync(victim, join(place, file));
    await cache.store(key, quote, 9000);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    rmSync(join(place, file));
    execFileSync('mkfifo', [join(place, file)]);
    expect(await cache.find(key, 0)).toEqual({ kind: 'absent' });
  });

  test('reports a quote as absent if its file was removed', async () => {
    const place = folder();
    const cache = await openQuoteCache(place, 0);
    await cache.store(key, quote, 9000);
    await openQuoteCache(place, 9000);
    expect(await cache.find(key, 0)).toEqual({ kind: 'absent' });
  });
});

test('a folder that cannot be written causes no error', async () => {
  const place = join(temporaryFolder(), 'file', 'quotes');
  writeFileSync(join(place, '..'), 'a file where a folder should be');
  const cache = await openQuoteCache(place, 0);
  await cache.store(key, quote, 9000);
  expect(await cache.find(key, 0)).toEqual({ kind: 'absent' });
});
