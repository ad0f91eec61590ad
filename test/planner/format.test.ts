import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../src/text.ts';
import { formatInstant } from '../../src/planner/calendar.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('formatDuration', () => {
  it.each([
    [-5, '0 s'],
    [22_001, '23 s'],
    [119_000, '119 s'],
    [2 * minute, '2 min'],
    [hour + 5 * minute, '1 h 5 min'],
    [47 * hour + 59 * minute, '47 h 59 min'],
    [50 * hour, '2 days 2 h'],
    [Number.NaN, 'an unknown time'],
  ])('%d ms is %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });
});

describe('formatInstant', () => {
  it.each([
    ['2026-11-20T02:04:05Z', 'Pacific/Auckland', 'Fri 20 Nov 2026, 15:04 NZDT'],
    ['2026-11-20T11:04:05Z', 'Pacific/Auckland', 'Sat 21 Nov 2026, 00:04 NZDT'],
    ['2026-06-20T00:00:00+12:00', 'Pacific/Auckland', 'Sat 20 Jun 2026, 00:00 NZST'],
    ['soon', 'UTC', 'soon'],
    ['2026-11-20T02:04:05Z', 'Middle/Earth', '2026-11-20T02:04:05Z'],
  ])('%s in %s is %s', (iso, timeZone, words) => {
    expect(formatInstant(iso, timeZone)).toBe(words);
  });
});
