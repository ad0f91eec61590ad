import { describe, expect, test } from 'vitest';
import { compact, describeDay, entriesOn, hoursWarning, timesByDay, timesInWords } from '../../src/planner/hours.ts';

const at = (day: string, ...times: string[]) => times.map((time) => ({ time, day }));
const friday = '2026-11-20';
const saturday = '2026-11-21';
const sunday = '2026-11-22';

describe('opening times as text', () => {
  test('timesByDay lists the times of each category in order, without duplicates', () => {
    const entries = [...at('weekend', '16:00', '10:00'), ...at('weekday', '09:00'), ...at('weekend', '10:00')];
    expect(timesByDay(entries)).toEqual([
      { day: 'weekend', times: ['10:00', '16:00'] },
      { day: 'weekday', times: ['09:00'] },
    ]);
    expect(timesInWords(entries)).toBe('weekend 10:00, 16:00; weekday 09:00');
    expect(timesInWords([])).toBe('');
  });

  test.each([
    [['09:00', '10:00', '11:00'], '09:00, 10:00, 11:00'],
    [['09:00', '10:00', '11:00', '12:00'], '09:00–12:00 hourly'],
    [['09:00', '09:30', '10:00', '10:30'], '09:00–10:30 every 30 min'],
    [['08:00', '09:30', '11:00', '12:30'], '08:00–12:30 every 90 min'],
    [['09:00', '10:00', '12:00', '13:00'], '09:00, 10:00, 12:00, 13:00'],
    [['x09:00', '10:00y', '11:00', '12:00'], 'x09:00, 10:00y, 11:00, 12:00'],
    [
      ['08:00', '09:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00'],
      '08:00, 09:00, 10:00, 11:00, 13:00, 14:00, 15:00, 16:00',
    ],
    [
      ['08:00', '09:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00', '17:00'],
      '08:00, 09:00 … 17:00 (9 times)',
    ],
  ])('compact writes %j as "%s"', (times, expected) => {
    expect(compact(times)).toBe(expected);
  });

  test('timesByDay puts 9:00 before 10:00, and text that is not a time last', () => {
    expect(timesByDay(at('weekday', 'noon', '10:00', '9:00', '25:99x'))).toEqual([
      { day: 'weekday', times: ['9:00', '10:00', '25:99x', 'noon'] },
    ]);
  });
});

describe('opening times on a date', () => {
  const entries = [...at('weekday', '09:00'), ...at('Weekend', '10:00'), ...at('public_holiday', '11:00')];

  test.each([
    [friday, 'weekday', '09:00'],
    [saturday, 'weekend', '10:00'],
  ] as const)('%s has the %s times', (date, category, time) => {
    expect(describeDay([], date)).toContain(`no ${category} times`);
    expect(describeDay(entries, date)).toBe(time);
    expect(hoursWarning('Taupō', 'pick-up', entries, date)).toBeUndefined();
  });

  test('times of one category in two spellings are put in order', () => {
    const spellings = [...at('Weekday ', '12:00', '08:00'), ...at('weekday', '10:00')];
    expect(describeDay(spellings, friday)).toBe('08:00, 10:00, 12:00');
  });

  test('a day that may be of another kind has no times of its own', () => {
    expect(describeDay(at('public_holiday', '09:00'), friday)).toBe('no weekday times');
  });
});

describe('a category that names one day', () => {
  const entries = [...at('weekday', '09:00'), ...at('SATURDAY ', '10:00'), ...at('sat', '08:00')];

  test('is that day, in any case, and no other day', () => {
    expect(describeDay(entries, saturday)).toBe('08:00, 10:00');
    expect(entriesOn(entries, saturday)).toEqual(entries.slice(1));
    expect(entriesOn(entries, sunday)).toEqual([]);
    expect(entriesOn([...entries, ...at('holiday', '11:00')], sunday)).toEqual(at('holiday', '11:00'));
  });

  test('makes a warning name the day, because the other day of the weekend has times', () => {
    expect(hoursWarning('Taupō', 'pick-up', entries, sunday)).toBe('Taupō lists no Sunday pick-up times (2026-11-22)');
    expect(describeDay(entries, sunday)).toBe('no Sunday times');
    expect(hoursWarning('Taupō', 'pick-up', at('monday', '09:00'), sunday)).toBe(
      'Taupō lists no weekend pick-up times (2026-11-22, a Sunday)',
    );
    expect(hoursWarning('Taupō', 'pick-up', at('monday', '09:00'), friday)).toBe(
      'Taupō lists no Friday pick-up times (2026-11-20)',
    );
  });
});
