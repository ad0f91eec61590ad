import { describe, expect, test } from 'vitest';
import type { Depot, DepotTime } from '../../src/api/types.ts';
import { dayInWords, fitNote, hoursInWords } from '../../src/views/depot-hours.ts';

const at = (day: string, ...times: string[]): DepotTime[] => times.map((time) => ({ time, day }));
const friday = '2026-11-20';
const saturday = '2026-11-21';
const sunday = '2026-11-22';

function depot(pickUp: readonly DepotTime[], dropOff = pickUp): Depot {
  const words = { opening_hours_description: 'Ring the bell' };
  return { id: 1, name: 'A', pickup_times: pickUp, drop_off_times: dropOff, ...words };
}

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
});

test('a list of times has a note on whether the wanted time fits', () => {
  expect(fitNote(['9:00', '16:00'], 'pick-up', '15:00')).toBe(' (15:00 fits)');
  expect(fitNote(['9:00', '16:00'], 'drop-off', '08:00')).toBe(' (08:00 does not fit)');
  expect(fitNote(['4pm'], 'pick-up', '15:00')).toBe(' (whether 15:00 fits is not known)');
  expect(fitNote(['9:00'], 'pick-up', undefined)).toBe('');
});
