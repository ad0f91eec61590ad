import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import {
  addDays,
  addMonths,
  calendarDate,
  isoDate,
  nights,
  partsOf,
  todayIn,
  weekdayName,
  weekdayOf,
} from '../../src/planner/calendar.ts';
import fc from '../support/property.ts';
import { dates } from './arbitraries.ts';

describe('todayIn', () => {
  test.each([
    ['Pacific/Auckland', '2026-11-20T10:59:59Z', '2026-11-20'],
    ['Pacific/Auckland', '2026-11-20T11:00:00Z', '2026-11-21'],
    ['Pacific/Auckland', '2026-07-01T11:59:59Z', '2026-07-01'],
    ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
  ])('in %s at %s returns %s', (timeZone, instant, expected) => {
    expect(todayIn(timeZone, Date.parse(instant))).toBe(expected);
  });

  test.each(['', 'Pacific/Aukland', 'NZ time', '\u001b[31m'])('refuses the time zone "%s"', (timeZone) => {
    expect(() => todayIn(timeZone, 0)).toThrow(ConfigError);
  });

  test.each([8.64e15, -8.64e15])('refuses the clock time %s', (now) => {
    expect(() => todayIn('UTC', now)).toThrow(ConfigError);
  });
});

describe('calendar dates', () => {
  test.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['0001-01-01', -1, undefined],
    ['9999-12-31', 1, undefined],
    ['0050-03-01', -1, '0050-02-28'],
  ] as const)('%s plus %d days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2027-12-31', 2, '2028-02-29'],
    ['9999-12-01', 1, undefined],
  ] as const)('%s plus %d months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  test('addDays is the inverse of nights, and weekdays repeat every 7 days', () => {
    fc.assert(
      fc.property(dates(), dates(), (from, to) => {
        const days = nights(from, to);
        expect(addDays(from, days)).toBe(to);
        expect(nights(to, from)).toBe(-days || 0);
        expect(weekdayOf(to)).toBe((((weekdayOf(from) + days) % 7) + 7) % 7);
        expect(isoDate(from)).toBe(from);
        expect(calendarDate(...partsOf(from))).toBe(from);
        expect(from < to).toBe(days > 0);
      }),
    );
  });

  test('addMonths never returns an earlier date, and keeps the day unless the month is too short', () => {
    fc.assert(
      fc.property(dates(), fc.nat(600), (date, months) => {
        const later = addMonths(date, months);
        if (later === undefined) return;
        const [, , day] = partsOf(date);
        expect(later >= date).toBe(true);
        expect(partsOf(later)[2] === day || partsOf(later)[2] >= 28).toBe(true);
      }),
    );
  });

  test('weekdayName returns the weekday of known dates', () => {
    expect(weekdayName('2026-11-20')).toBe('Friday');
    expect(weekdayName('1969-12-31')).toBe('Wednesday');
    expect(weekdayName('0001-01-01')).toBe('Monday');
  });

  test.each(['2026-1-1', '2026-02-30', '20261120', '2026-11-20T00:00', '+2026-11-20', '2026-11-20\n', '0000-01-01'])(
    'isoDate returns undefined for %j',
    (text) => {
      expect(isoDate(text)).toBeUndefined();
    },
  );
});
