import { describe, expect, test } from 'vitest';
import { daysOf } from '../../src/api/day-categories.ts';
import type { DepotTime } from '../../src/api/types.ts';
import { compactTimes, isClosed, timesByDay } from '../../src/planner/depot-times.ts';

const at = (day: string, ...times: string[]): DepotTime[] => times.map((time) => ({ time, day }));
const saturday = '2026-11-21';
const sunday = '2026-11-22';

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

test('times are missing only if no category, of known or unknown meaning, can cover the day', () => {
  const named = [...at('weekday', '09:00'), ...at('SATURDAY ', '10:00'), ...at('sat', '08:00')];
  expect(isClosed(named, saturday)).toBe(false);
  expect(isClosed(named, sunday)).toBe(true);
  expect(isClosed([...named, ...at('holiday', '11:00')], sunday)).toBe(false);
});

test.each(['weekdays', 'week', 'monday-friday', 'mo', 'christmas-eve', 'constructor', ''])(
  'names no days of the week by the category "%s"',
  (text) => {
    expect(daysOf(text)).toBeUndefined();
  },
);
