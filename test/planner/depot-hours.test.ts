import { expect, test } from 'vitest';
import type { DepotTime } from '../../src/api/types.ts';
import { hoursInWords } from '../../src/planner/depot-hours.ts';

const at = (day: string, ...times: string[]): DepotTime[] => times.map((time) => ({ time, day }));
const weekdays = at('weekday', '08:00', '09:00', '10:00', '11:00');

test.each([
  [weekdays, weekdays, 'Mon–Fri 08:00–11:00 hourly; Sat Sun no times'],
  [
    [...weekdays, ...at('saturday', '09:00')],
    [...weekdays, ...at('saturday', '09:00')],
    'Mon–Fri 08:00–11:00 hourly; Sat 09:00 only; Sun no times',
  ],
  [[...weekdays, ...at('weekend', '09:00')], weekdays, 'Mon–Fri 08:00–11:00 hourly; pick-up Sat Sun 09:00 only'],
  // It can be a Sunday.
  [[...weekdays, ...at('holiday', '09:00')], weekdays, 'Mon–Fri 08:00–11:00 hourly; pick-up holiday 09:00 only'],
  [weekdays, [], 'pick-up Mon–Fri 08:00–11:00 hourly; drop-off none listed; Sat Sun no times'],
  [[], [], 'Ring the bell'],
])('the hours of %j and %j are "%s"', (pickup_times, drop_off_times, expected) => {
  const depot = { id: 1, name: 'A', pickup_times, drop_off_times, opening_hours_description: 'Ring the bell' };
  expect(hoursInWords(depot)).toBe(expected);
});
