import { describe, expect, test } from 'vitest';
import { daysOf } from '../../src/api/types.ts';
import type { Depot } from '../../src/api/types.ts';
import { weekOf } from '../../src/planner/hours.ts';

function depot(pickUp: readonly string[], dropOff: readonly string[] = pickUp): Depot {
  const times = (days: readonly string[]) => days.map((day) => ({ day, time: '09:00' }));
  return {
    id: 1,
    name: 'A',
    pickup_times: times(pickUp),
    drop_off_times: times(dropOff),
    opening_hours_description: '',
  };
}

const short = { both: 'x', 'pick-up': 'P', 'drop-off': 'D', unknown: '?', none: '-' } as const;
const strip = (of: Depot): string =>
  weekOf(of)
    .map((state) => short[state])
    .join('');

describe('the week of a depot, from Monday,', () => {
  test.each([
    ['has times on the days of the two known categories', depot(['weekday', 'weekend']), 'xxxxxxx'],
    ['has none at the weekend if only weekdays are listed', depot(['weekday']), 'xxxxx--'],
    ['tells pick-up from drop-off', depot(['weekday', 'weekend'], ['weekday']), 'xxxxxPP'],
    ['reads names of days', depot(['monday', 'Wed', 'SUNDAY']), 'x-x---x'],
    ['may have times on a day of an unknown category', depot(['weekday', 'public-holiday']), 'xxxxx??'],
  ])('%s', (_, of, expected) => {
    expect(strip(of)).toBe(expected);
  });
});

test.each(['weekdays', 'week', 'monday-friday', 'mo', 'christmas-eve', 'constructor', ''])(
  '"%s" names no day of the week',
  (text) => {
    expect(daysOf(text)).toBeUndefined();
  },
);
