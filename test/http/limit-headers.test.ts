import { expect, it } from 'vitest';
import { readReset } from '../../src/http/limit-headers.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';

const now = Date.parse('2026-11-20T09:30:15.250Z');
const date = 'Fri, 20 Nov 2026 09:30:15 GMT';
const served = Date.parse(date);

type Vector = readonly [value: string, expected: number | undefined];

const resetVectors: readonly Vector[] = [
  // delta seconds
  ['60', 60_000],
  ['0.5', 500],
  [' 12 ', 12_000],
  // delta ms
  ['66', 66],
  ['65000', 65_000],
  // epoch seconds, against the Date header
  [String(served / 1000 + 42), 42_000],
  [String(served / 1000), 1_000],
  // passed while the answer was on its way
  [String(served / 1000 - 5), 1_000],
  [String(served / 1000 - 6), undefined],
  // epoch ms
  [String(served + 42_125), 42_125],
  [String(served - 5_000), 1_000],
  [String(served - 5_001), undefined],
  [String(served + 65_001), undefined],
  // instants
  ['2026-11-20T09:30:45Z', 30_000],
  ['2026-11-20T22:30:45+13:00', 30_000],
  ['2026-11-20 09:30:45', 30_000],
  ['2026-11-20T09:31Z', 45_000],
  ['Fri, 20 Nov 2026 09:30:45 GMT', 30_000],
  ['Friday, 20-Nov-26 09:30:45 GMT', undefined],
  ['2026-11-20T09:30:14.700Z', 1_000],
  ['2026-11-20T09:29:00Z', undefined],
  ['2026-13-20T09:30:45Z', undefined],
  // hostile
  ['', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1e1', undefined],
  ['5;w=60', undefined],
  ['١٢', undefined],
  ['65001', undefined],
  ['100000000001', undefined],
  ['9'.repeat(100_000), undefined],
  ['10' + ' '.repeat(200) + '0', undefined],
  ['Fri, 99 Nov 2026 99:99:99 GMT', undefined],
];

it.each(resetVectors)('reads X-RateLimit-Reset %j as %j', (value, expected) => {
  expect(readReset({ 'x-ratelimit-reset': value, date }, now)).toBe(expected);
});

it.each<Vector>([
  ['30', 30_000],
  ['Fri, 20 Nov 2026 09:30:45 GMT', 30_000],
  ['66', 66_000],
  ['3601', 3_600_000],
  ['Fri, 20 Nov 2026 10:15:15 GMT', 2_700_000],
  ['Sat, 20 Nov 2027 10:15:15 GMT', 3_600_000],
  ['0', undefined],
  ['Fri, 20 Nov 2026 09:00:00 GMT', undefined],
])('reads Retry-After %j as %j', (value, expected) => {
  expect(readReset({ 'retry-after': value, date }, now)).toBe(expected);
});

it.each<[Record<string, string>, clockAheadMs: number, number | undefined]>([
  // Retry-After counts first, if it can be read.
  [{ 'retry-after': 'soon', 'x-ratelimit-reset': '30' }, 0, 30_000],
  [{ date, 'x-ratelimit-remaining': '0' }, 0, undefined],
  // The clock of the server counts, however wrong ours is; ours without a Date that can be read.
  [{ 'x-ratelimit-reset': String(now + 4_000) }, 0, 4_000],
  [{ 'x-ratelimit-reset': String(now + 4_000), date: 'yesterday' }, 0, 4_000],
  [{ 'x-ratelimit-reset': String(served / 1000 + 20), date }, -86_400_000, 20_000],
  [{ 'x-ratelimit-reset': String(served / 1000 + 20), date }, 3 * 86_400_000, 20_000],
])('reads %j with a clock %i ms ahead as %s', (headers, clockAheadMs, expected) => {
  expect(readReset(headers, now + clockAheadMs)).toBe(expected);
});

it('never throws and never leaves (0, 65 s], or (0, 1 h] with Retry-After, for any headers', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.date({ noInvalidDate: true }).map((day) => day.toUTCString()),
    fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
    fc.integer({ min: -200_000, max: 200_000 }).map((ms) => String(served + ms)),
    fc.integer({ min: -200, max: 200 }).map((seconds) => String(served / 1000 + seconds)),
  );
  const headers = fc.record(
    { 'retry-after': value, 'x-ratelimit-reset': value, date: value },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(headers, fc.double({ noNaN: true }), (raw, at) => {
      const given = Object.fromEntries(
        Object.entries(raw).filter(([, text]) => text !== undefined),
      );
      const result = readReset(given as Record<string, string>, at);
      if (result === undefined) return;
      expect(result).toBeGreaterThan(0);
      expect(result).toBeLessThanOrEqual('retry-after' in given ? 3_600_000 : 65_000);
    }),
    { numRuns: tries(1_000) },
  );
});
