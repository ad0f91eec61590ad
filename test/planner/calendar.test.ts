import { expect, test } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import * as calendar from '../../src/planner/calendar.ts';
import fc from '../support/property.ts';
import { dates } from './arbitraries.ts';

test.each([
  ['Pacific/Auckland', '2026-11-20T10:59:59Z', '2026-11-20'],
  ['Pacific/Auckland', '2026-11-20T11:00:00Z', '2026-11-21'],
  ['Pacific/Auckland', '2026-07-01T11:59:59Z', '2026-07-01'],
  ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
])('today in %s at %s is %s', (timeZone, instant, expected) => {
  expect(calendar.todayIn(timeZone, Date.parse(instant))).toBe(expected);
});

test.each([
  ['', 0],
  ['Pacific/Aukland', 0],
  ['\u001b[31m', 0],
  ['UTC', 8.64e15],
])('there is no today in the time zone %j at %s', (timeZone, now) => {
  expect(() => calendar.todayIn(timeZone, now)).toThrow(ConfigError);
});

test.each([
  ['2026-11-20T02:04:05Z', 'Pacific/Auckland', 'Fri 20 Nov 2026, 15:04 NZDT'],
  ['2026-11-20T11:04:05Z', 'Pacific/Auckland', 'Sat 21 Nov 2026, 00:04 NZDT'],
  ['2026-06-20T00:00:00+12:00', 'Pacific/Auckland', 'Sat 20 Jun 2026, 00:00 NZST'],
  ['soon', 'UTC', 'soon'],
  ['2026-11-20T02:04:05Z', 'Middle/Earth', '2026-11-20T02:04:05Z'],
])('%s in %s is %s', (iso, timeZone, words) => {
  expect(calendar.formatInstant(iso, timeZone)).toBe(words);
});

test.each([
  ['addDays', '2024-02-28', 1, '2024-02-29'],
  ['addDays', '0001-01-01', -1, undefined],
  ['addDays', '9999-12-31', 1, undefined],
  ['addDays', '0050-03-01', -1, '0050-02-28'],
  ['addMonths', '2026-01-31', 1, '2026-02-28'],
  ['addMonths', '2027-12-31', 2, '2028-02-29'],
  ['addMonths', '2026-03-15', -3, '2025-12-15'],
  ['addMonths', '9999-12-01', 1, undefined],
] as const)('%s(%s, %d) returns %s', (add, date, count, expected) => {
  expect(calendar[add](date, count)).toBe(expected);
});

test('addDays is the inverse of nights, and weekdays repeat every 7 days', () => {
  fc.assert(
    fc.property(dates(), dates(), (from, to) => {
      const days = calendar.nights(from, to);
      expect(calendar.addDays(from, days)).toBe(to);
      expect(calendar.nights(to, from)).toBe(-days || 0);
      expect(calendar.weekdayOf(to)).toBe((((calendar.weekdayOf(from) + days) % 7) + 7) % 7);
      expect(calendar.isoDate(from)).toBe(from);
      const { year, month, day } = calendar.dateParts(from);
      expect(calendar.calendarDate(year, month, day)).toBe(from);
      expect(from < to).toBe(days > 0);
    }),
  );
  expect(calendar.weekdayName('2026-11-20')).toBe('Friday');
});

test.each([
  '2026-1-1',
  '2026-02-30',
  '20261120',
  '2026-11-20T00:00',
  '+2026-11-20',
  '2026-11-20\n',
  '0000-01-01',
])('isoDate returns undefined for %j', (text) => {
  expect(calendar.isoDate(text)).toBeUndefined();
});
