import { describe, expect, test } from 'vitest';
import { daysOf } from '../../src/api/day-categories.ts';
import type { Depot, DepotTime } from '../../src/api/types.ts';
import {
  compactTimes,
  dayInWords,
  hoursInWords,
  isClosed,
  timesByDay,
} from '../../src/planner/depot-times.ts';

const at = (day: string, ...times: string[]): DepotTime[] => times.map((time) => ({ time, day }));
const friday = '2026-11-20';
const saturday = '2026-11-21';
const sunday = '2026-11-22';

function depot(pickUp: readonly DepotTime[], dropOff = pickUp): Depot {
  const words = { opening_hours_description: 'Ring the bell' };
  return { id: 1, name: 'A', pickup_times: pickUp, drop_off_times: dropOff, ...words };
}

describe('times of day', () => {
  test("timesByDay lists each category's times in order, without duplicates, other text last", () => {
    const entries = [
      ...at('weekend', '16:00', '10:00'),
      ...at('weekday', 'noon', '10:00', '9:00', '25:99x'),
    ];
    expect(timesByDay([...entries, ...at('weekend', '10:00')])).toEqual([
      { day: 'weekend', times: ['10:00', '16:00'] },
      { day: 'weekday', times: ['9:00', '10:00', '25:99x', 'noon'] },
    ]);
  });

  test.each([
    [['09:00', '10:00', '11:00'], '09:00, 10:00, 11:00'],
    [['09:00', '10:00', '11:00', '12:00'], '09:00–12:00 hourly'],
    [['09:00', '09:30', '10:00', '10:30'], '09:00–10:30 every 30 min'],
    [['08:00', '10:00', '12:00', '14:00'], '08:00–14:00 every 2 h'],
    [['08:00', '09:30', '11:00', '12:30'], '08:00–12:30 every 90 min'],
    [['09:00', '10:00', '12:00', '13:00'], '09:00, 10:00, 12:00, 13:00'],
    [['x09:00', '10:00y', '11:00', '12:00'], 'x09:00, 10:00y, 11:00, 12:00'],
  ])('compact writes %j as "%s"', (times, expected) => {
    expect(compactTimes(times)).toBe(expected);
  });
});

describe('the times of a date', () => {
  const both = [
    ...at('weekday', '09:00'),
    ...at('Weekend', '10:00'),
    ...at('public_holiday', '11:00'),
  ];
  const named = [...at('weekday', '09:00'), ...at('SATURDAY ', '10:00'), ...at('sat', '08:00')];
  const spellings = [...at('Weekday ', '12:00', '08:00'), ...at('weekday', '10:00')];

  test.each([
    // Each of these days may be a public holiday.
    [both, friday, '09:00; on a public holiday: 11:00'],
    [both, saturday, '10:00; on a public holiday: 11:00'],
    [named, saturday, '08:00, 10:00'],
    [spellings, friday, '08:00, 10:00, 12:00'],
    [[], friday, 'none listed for this day'],
    [at('public_holiday', '09:00'), friday, 'none listed for this day; on a public holiday: 09:00'],
    [at('daily', '09:00'), friday, 'none listed for this day; on "daily": 09:00'],
  ] as const)('of %j on %s are "%s"', (entries, date, words) => {
    expect(dayInWords(entries, date)).toBe(words);
  });

  test('are none on a day that no category covers', () => {
    expect(dayInWords(named, sunday)).toBe('none listed for this day');
  });

  test('are missing only if no category, of known or unknown meaning, can cover the day', () => {
    expect(isClosed(named, saturday)).toBe(false);
    expect(isClosed(named, sunday)).toBe(true);
    expect(isClosed([...named, ...at('holiday', '11:00')], sunday)).toBe(false);
  });
});

describe('the week of a depot', () => {
  const weekdays = at('weekday', '08:00', '09:00', '10:00', '11:00');
  test.each([
    [depot(weekdays), 'Mon–Fri 08:00–11:00 hourly'],
    [
      depot([...weekdays, ...at('saturday', '09:00')]),
      'Mon–Fri 08:00–11:00 hourly; Sat 09:00 only',
    ],
    [
      depot([...weekdays, ...at('public_holiday', '09:00')], weekdays),
      'Mon–Fri 08:00–11:00 hourly; pick-up public holiday 09:00 only',
    ],
    [depot(weekdays, []), 'pick-up Mon–Fri 08:00–11:00 hourly'],
    [depot([]), 'Ring the bell'],
  ])('%j is "%s"', (of, expected) => {
    expect(hoursInWords(of)).toBe(expected);
  });

  test.each(['weekdays', 'week', 'monday-friday', 'mo', 'christmas-eve', 'constructor', ''])(
    'names no days of the week by the category "%s"',
    (text) => {
      expect(daysOf(text)).toBeUndefined();
    },
  );
});
