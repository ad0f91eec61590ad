import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cachePath, openQuoteCache } from '../../src/operators/cache.ts';
import { temporaryFolder } from '../support/environment.ts';

const question = { basket: '1 2 2026-12-20 2026-12-27 accessories  insurance none', vehicleId: 11 };
const quote = { quoteId: 'q1', totalAmount: 12.5 };

function folder(): string {
  return join(temporaryFolder(), 'rental', 'quotes-0');
}

test('an operator’s folder is told by its base address', () => {
  const of = (address: string) => cachePath({ XDG_CACHE_HOME: '/c' }, 'quotes', new URL(address));
  expect(of('https://a.test/api')).toMatch(/^\/c\/rental\/quotes-[0-9a-f]{16}$/);
  expect(of('https://a.test/api')).not.toBe(of('https://a.test/api2'));
  expect(of('https://a.test/api')).not.toBe(of('http://a.test/api'));
});

test('what one run stores the next one finds, until it expires', async () => {
  const place = folder();
  const first = await openQuoteCache(place, 1000);
  expect(await first.find(question, 1000)).toEqual({ kind: 'absent' });
  await first.store(question, quote, 5000);
  expect(await first.find(question, 4999)).toEqual({ kind: 'found', value: quote });

  const second = await openQuoteCache(place, 2000);
  expect(await second.find(question, 4999)).toEqual({ kind: 'found', value: quote });
  expect(await second.find(question, 5000)).toEqual({ kind: 'absent' });
  expect(second.vehicles(question.basket, 4999)).toEqual(new Set([11]));
  expect(second.vehicles(question.basket, 5000)).toEqual(new Set());
  expect(await second.find({ ...question, vehicleId: 12 }, 2000)).toEqual({ kind: 'absent' });
  expect(await second.find({ ...question, basket: 'another' }, 2000)).toEqual({ kind: 'absent' });
  expect(second.vehicles('another', 2000)).toEqual(new Set());

  expect(readdirSync(place)).toHaveLength(1);
  await openQuoteCache(place, 5000);
  expect(readdirSync(place)).toEqual([]);
});

test('private, and nothing half written is left behind', async () => {
  const place = folder();
  const cache = await openQuoteCache(place, 0);
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => cache.store({ ...question, vehicleId: index }, quote, 9000)),
  );
  const files = readdirSync(place);
  expect(files).toHaveLength(50);
  expect(files.every((file) => (statSync(join(place, file)).mode & 0o777) === 0o600)).toBe(true);
  expect(statSync(place).mode & 0o777).toBe(0o700);
});

test('asked for anew, the new one takes the place of the old', async () => {
  const place = folder();
  const cache = await openQuoteCache(place, 0);
  await cache.store(question, quote, 9000);
  await cache.store(question, { quoteId: 'q2' }, 8000);
  expect(readdirSync(place)).toHaveLength(1);
  expect(await (await openQuoteCache(place, 0)).find(question, 0)).toEqual({ kind: 'found', value: { quoteId: 'q2' } });
});

test('of two that different runs stored, the one that lasts longer counts', async () => {
  const place = folder();
  const [one, other] = [await openQuoteCache(place, 0), await openQuoteCache(place, 0)];
  await one.store(question, { quoteId: 'long' }, 9000);
  await other.store(question, { quoteId: 'short' }, 8000);
  expect(await (await openQuoteCache(place, 0)).find(question, 0)).toEqual({
    kind: 'found',
    value: { quoteId: 'long' },
  });
});

describe('files that are not what they should be', () => {
  test.each([
    ['not JSON', '{"half":'],
    ['empty', ''],
    ['null', 'null'],
    ['another question', JSON.stringify({ basket: 'other', vehicleId: 11, quote })],
    ['another vehicle', JSON.stringify({ ...question, vehicleId: 12, quote })],
    ['no quote', JSON.stringify(question)],
  ])('%s: set aside, once', async (_, text) => {
    const place = folder();
    await (await openQuoteCache(place, 0)).store(question, quote, 9000);
    const [file = ''] = readdirSync(place);
    writeFileSync(join(place, file), text);
    const cache = await openQuoteCache(place, 0);
    expect(await cache.find(question, 0)).toEqual({ kind: 'corrupt', path: join(place, `${file}.corrupt`) });
    expect(await cache.find(question, 0)).toEqual({ kind: 'absent' });
    expect(readFileSync(join(place, `${file}.corrupt`), 'utf8')).toBe(text);
    expect(await (await openQuoteCache(place, 0)).find(question, 0)).toEqual({ kind: 'absent' });
    await openQuoteCache(place, 9000);
    expect(readdirSync(place)).toEqual([]);
  });

  test('strangers are left alone', async () => {
    const place = folder();
    mkdirSync(place, { recursive: true });
    const names = ['README', '0123456789abcdef-11-x.json', '0123-11-5.json', '0123456789abcdef-11-99999.txt'];
    for (const name of names) writeFileSync(join(place, name), 'x');
    const cache = await openQuoteCache(place, 10 ** 15);
    expect(cache.vehicles('x', 0)).toEqual(new Set());
    expect(readdirSync(place).sort()).toEqual([...names].sort());
  });

  test('a link in its place is not written through, and a pipe is not waited for', async () => {
    const place = folder();
    const cache = await openQuoteCache(place, 0);
    await cache.store(question, quote, 9000);
    const [file = ''] = readdirSync(place);
    const victim = join(temporaryFolder(), 'victim');
    writeFileSync(victim, 'precious');
    rmSync(join(place, file));
    symlinkSync(victim, join(place, file));
    await cache.store(question, quote, 9000);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    rmSync(join(place, file));
    execFileSync('mkfifo', [join(place, file)]);
    expect(await cache.find(question, 0)).toEqual({ kind: 'absent' });
  });

  test('a file that went away is absent', async () => {
    const place = folder();
    const cache = await openQuoteCache(place, 0);
    await cache.store(question, quote, 9000);
    await openQuoteCache(place, 9000);
    expect(await cache.find(question, 0)).toEqual({ kind: 'absent' });
  });
});

test('a folder that cannot be written stops nothing', async () => {
  const place = join(temporaryFolder(), 'file', 'quotes');
  writeFileSync(join(place, '..'), 'a file where a folder should be');
  const cache = await openQuoteCache(place, 0);
  await cache.store(question, quote, 9000);
  expect(await cache.find(question, 0)).toEqual({ kind: 'absent' });
});
