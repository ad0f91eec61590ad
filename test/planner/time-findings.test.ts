/** Whether a time that a user wants fits what a depot lists on a day. */
import { expect, it } from 'vitest';
import type { CalendarDate, DepotTime } from '../../src/api/types.ts';
import { weekdayOf } from '../../src/planner/calendar.ts';
import type { Purpose } from '../../src/planner/depot-times.ts';
import { hasFittingTime, timeFindingOf } from '../../src/planner/time-findings.ts';
import { timesWarning } from '../../src/planner/day-warning-words.ts';
import { minutesOfDay, parseTimeOfDay } from '../../src/planner/wanted-times.ts';
import fc from '../support/property.ts';
import { dates } from './arbitraries.ts';

const [friday, saturday, sunday] = ['2027-01-15', '2027-01-16', '2027-01-17'] as const;

/** `weekday 9:00 16:00; sat 9:00`. */
function entriesOf(text: string): DepotTime[] {
  return text.split('; ').flatMap((group) => {
    const [day = '', ...times] = group.split(' ').filter((word) => word !== '');
    return times.map((time) => ({ day, time }));
  });
}

const week = 'weekday 8:00 16:00; weekend 10:00 14:00';
const late = { kind: 'outside', listed: '16:00' };

it.each<
  [
    listed: string,
    purpose: Purpose,
    day: CalendarDate,
    wanted: string,
    expected: object | undefined,
  ]
>([
  // Weekdays and weekends.
  [week, 'pick-up', friday, '15:59', undefined],
  [week, 'pick-up', friday, '16:00', undefined],
  [week, 'pick-up', friday, '16:01', late],
  [week, 'pick-up', saturday, '14:00', undefined],
  [week, 'pick-up', saturday, '16:00', { kind: 'outside', listed: '14:00' }],
  [week, 'drop-off', friday, '08:00', undefined],
  [week, 'drop-off', friday, '07:59', { kind: 'outside', listed: '8:00' }],
  [week, 'drop-off', sunday, '09:00', { kind: 'outside', listed: '10:00' }],
  // Named days, in any case; 9:00 is before 10:00, whatever the order of the list.
  ['Sat 10:00 9:00', 'pick-up', saturday, '09:30', undefined],
  ['Sat 10:00 9:00', 'pick-up', saturday, '10:30', { kind: 'outside', listed: '10:00' }],
  ['friday 16:00; saturday 18:00', 'pick-up', friday, '17:00', late],
  // The warning of a closed day says it already.
  ['weekday 9:00', 'pick-up', saturday, '17:00', undefined],
  // Days of unknown meaning: their times are shown if they can change the answer.
  ['weekday 16:00; public-holiday 12:00', 'pick-up', friday, '17:00', late],
  ['weekday 16:00; public-holiday 18:00', 'pick-up', friday, '15:00', undefined],
  [
    'weekday 16:00; public-holiday 18:00 12:00',
    'pick-up',
    friday,
    '17:00',
    { kind: 'unknown', listed: '16:00', unclear: 'public holiday 18:00' },
  ],
  [
    'weekday 16:00; public-holiday 12:00',
    'pick-up',
    saturday,
    '17:00',
    { kind: 'unknown', unclear: 'public holiday 12:00' },
  ],
  // A time that fits the day of the week does not fit if the day is of another kind.
  [
    'weekday 16:00; public-holiday 12:00 9:00',
    'pick-up',
    friday,
    '15:00',
    { kind: 'depends', listed: '12:00', unless: 'a public holiday' },
  ],
  [
    'weekday 8:00; public-holiday 9:00; daily 10:00; eve noon',
    'drop-off',
    friday,
    '08:00',
    { kind: 'depends', listed: '9:00', unless: 'a public holiday or "daily"' },
  ],
  [
    'daily 9:00 16:00',
    'drop-off',
    friday,
    '10:00',
    { kind: 'unknown', unclear: 'daily 9:00, 16:00' },
  ],
  // Times that cannot be read are shown, not judged.
  ['weekday 4pm', 'pick-up', friday, '09:00', { kind: 'unknown', unclear: 'Mon–Fri 4pm' }],
  [
    'weekday 16:00 24:00',
    'pick-up',
    friday,
    '17:00',
    { kind: 'unknown', listed: '16:00', unclear: 'Mon–Fri 24:00' },
  ],
  ['weekday 16:00 late', 'pick-up', friday, '15:00', undefined],
  [
    'weekday 9:00 a b c',
    'pick-up',
    friday,
    '15:00',
    { kind: 'unknown', listed: '9:00', unclear: 'Mon–Fri a, b, c' },
  ],
  // Without any times.
  ['', 'pick-up', friday, '17:00', { kind: 'unknown' }],
])(
  'where %j is listed, the finding for a %s on %s at %s is %j',
  (listed, purpose, date, wanted, expected) => {
    expect(timeFindingOf(entriesOf(listed), { purpose, date, wanted })).toEqual(
      expected && { ...expected, wanted },
    );
  },
);

const clock = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

/** With times for each day of the week. */
const known = fc
  .tuple(
    fc.array(clock, { minLength: 1, maxLength: 6 }),
    fc.array(clock, { minLength: 1, maxLength: 6 }),
  )
  .map(([weekday, weekend]) =>
    entriesOf(`weekday ${weekday.join(' ')}; weekend ${weekend.join(' ')}`),
  );

it('a pick-up fits up to the last listed time, and a drop-off from the first listed time on', () => {
  fc.assert(
    fc.property(known, dates(), clock, (entries, date, wanted) => {
      const isWeekend = [0, 6].includes(weekdayOf(date));
      const times = entries
        .filter(({ day }) => (day === 'weekend') === isWeekend)
        .map(({ time }) => time);
      const [first = '', last = ''] = [times.toSorted()[0], times.toSorted().at(-1)];
      const pickUp = timeFindingOf(entries, { purpose: 'pick-up', date, wanted });
      const dropOff = timeFindingOf(entries, { purpose: 'drop-off', date, wanted });
      expect(pickUp).toEqual(
        wanted <= last ? undefined : { kind: 'outside', wanted, listed: last },
      );
      expect(dropOff).toEqual(
        wanted >= first ? undefined : { kind: 'outside', wanted, listed: first },
      );
    }),
  );
});

const anyEntry = fc.record({
  day: fc.constantFrom('weekday', 'weekend', 'sat', 'SUNDAY', 'public-holiday', 'daily', ''),
  time: fc.oneof(clock, fc.constantFrom('9:00', '24:00', '5pm', '')),
});

it('with a time that fits the day of the week, there is no finding, or it is "depends"', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 8 }), dates(), clock, (entries, date, wanted) => {
      for (const purpose of ['pick-up', 'drop-off'] as const) {
        const asked = { purpose, date, wanted };
        const kindOf = (listed: readonly DepotTime[]) =>
          timeFindingOf(listed, asked)?.kind ?? 'depends';
        if (hasFittingTime(entries, asked)) expect(kindOf(entries)).toBe('depends');
        const day = [0, 6].includes(weekdayOf(date)) ? 'weekend' : 'weekday';
        expect(kindOf([...entries, { day, time: wanted }])).toBe('depends');
      }
    }),
  );
});

it.each([
  ['17:40', '17:40'],
  ['9:00', '09:00'],
  [' 09:05 ', '09:05'],
  ['0:00', '00:00'],
  ['23:59', '23:59'],
  ['5:40pm', '17:40'],
  ['5:40 PM', '17:40'],
  ['9am', '09:00'],
  ['11 a.m.', '11:00'],
])('%j is read as the time of day %s', (text, time) => {
  expect(parseTimeOfDay(text, 'pickUpAfter')).toBe(time);
  expect(minutesOfDay(time)).toBeDefined();
});

it.each([
  '',
  '9',
  '1740',
  '17.40',
  '17h40',
  '24:00',
  '17:60',
  '17:4',
  '12am',
  '12:30 pm',
  '13pm',
  '0am',
  '5:40pmm',
  'noon',
  '-1:00',
  '٩:٠٠',
  '9:00:00',
])('%j is refused', (text) => {
  expect(() => parseTimeOfDay(text, 'dropOffBy')).toThrow('takes a time of day');
});

it('the limits of several days are in the order of their times', () => {
  const findings = ['10:00', '9:00'].map((listed) => {
    return { kind: 'outside', wanted: '17:40', listed } as const;
  });
  const days = { label: 'A', purpose: 'pick-up', days: [friday, saturday], nearest: [] } as const;
  expect(timesWarning(findings, days)).toMatch(/; the last is 9:00 or 10:00$/);
});
