import { describe, expect, test } from 'vitest';
import { flagOf } from '../../src/cli/flags.ts';
import type { CalendarDate } from '../../src/shape.ts';
import { UsageError } from '../../src/base/errors.ts';
import {
  addDays,
  formatDate,
  isoDate,
  monthNames,
  dateParts,
  weekdayName,
} from '../../src/planner/calendar.ts';
import { parseDate } from '../../src/planner/dates.ts';
import { resolveDates } from '../../src/resolve/trip.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';
import { dates } from './arbitraries.ts';

// A Friday.
const today = '2026-11-20';
const forms = 'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d';
const oneDay = `${forms}; only --from of compare takes a month, or a range of two dates`;
const later = 'give a later day, or name the year';

test.each([
  [undefined, ' 2026-12-20 ', '2026-12-20'],
  [undefined, 'today', '2026-11-20'],
  [undefined, 'fri', '2026-11-27'],
  [undefined, '20 nov', '2026-11-20'],
  [undefined, '19 nov', '2027-11-19'],
  [undefined, '29 feb', '2028-02-29'],
  [undefined, '+0d', '2026-11-20'],
  ['2027-12-29', '3 jan', '2028-01-03'],
  ['2027-12-29', '28 dec', '2027-12-28'],
  ['2027-12-29', '1 july', '2027-07-01'],
  ['2027-12-29', '29 feb', '2028-02-29'],
  ['2027-12-29', 'Tomorrow', '2026-11-21'],
  ['2027-01-31', '+1m', '2027-02-28'],
  [undefined, 'This Sun', '2026-11-22'],
  [undefined, 'this wed', '2026-11-25'],
  [undefined, 'next friday', '2026-11-27'],
  [undefined, 'next  WED', '2026-11-25'],
  [undefined, 'next mon', '2026-11-23'],
  ['2026-11-21', 'next fri', '2026-11-27'],
  ['2026-11-22', 'next sunday', '2026-11-29'],
  [undefined, 'first monday in march', '2027-03-01'],
  [undefined, 'the 3rd fri of november', '2026-11-20'],
  [undefined, 'second thu in nov', '2027-11-11'],
  [undefined, 'last friday of june, 2027', '2027-06-25'],
  [undefined, 'last mon in feb 2028', '2028-02-28'],
  ['2027-12-29', 'first saturday in january', '2028-01-01'],
  ['2028-01-03', 'last fri in dec', '2027-12-31'],
] as const)('with the base %s, "%s" is %s', (base, text, expected) => {
  expect(parseDate(text, { today, base })).toBe(expected);
});

test.each([
  ['', '', '"" is not a date', forms],
  ['2026-02-29', '', '"2026-02-29" does not exist: February 2026 has 28 days', forms],
  ['31 nov 2027', '', '"31 nov 2027" does not exist: November 2027 has 30 days', forms],
  [
    '+99999999999999999999999999m',
    '',
    '"+99999999999999999999999999m" is after the year 9999',
    forms,
  ],
  ['2026-13-01', '', '"2026-13-01" does not exist', forms],
  ['30 feb', '', '"30 feb" does not exist', forms],
  ['feb 2025', '', 'February 2025 is over', oneDay],
  ['feb', '', '"feb" is not a date', oneDay],
  ['+30d..+3d', '', '"+30d..+3d" is not a date', oneDay],
  [
    '03/04/2027',
    '',
    '"03/04/2027" can be Sat 3 Apr 2027 or Thu 4 Mar 2027',
    'write 2027-04-03 or 2027-03-04',
  ],
  ['25/12/2027', '', '"25/12/2027" is not a date', 'write 2027-12-25'],
  ['２０ dec', '', '"２０ dec" is not a date', forms],
  ['foo 5 dec', '', '"foo 5 dec" is not a date', forms],
  ['sat 6 dec 2026', '', '"sat 6 dec 2026" contradicts itself: 2026-12-06 is a Sunday', forms],
  [
    'this fri',
    '',
    '"this fri" can be Fri 20 Nov 2026 or Fri 27 Nov 2026',
    'write 2026-11-20 or 2026-11-27',
  ],
  [
    'next sat',
    '',
    '"next sat" can be Sat 21 Nov 2026 or Sat 28 Nov 2026',
    'write 2026-11-21 or 2026-11-28',
  ],
  [
    '2026-12-30',
    'next fri',
    '"next fri" can be Fri 1 Jan 2027 or Fri 8 Jan 2027',
    'write 2027-01-01 or 2027-01-08',
  ],
  ['fifth fri in november 2026', '', '"fifth fri in november 2026" does not exist', forms],
  ['6th fri in march', '', '"6th fri in march" is not a date', forms],
  ['next week', '', '"next week" is not a date', forms],
  ['next first mon in march', '', '"next first mon in march" is not a date', forms],
  ['fri '.repeat(100_000), '', `"${'fri '.repeat(10)}…" is not a date`, forms],
  ['30 dec', 'tue 29 dec', 'Tue 29 Dec 2026 is before the pick-up date, Wed 30 Dec 2026', later],
  ['+40d', '2026-11-19', 'Thu 19 Nov 2026 is before the pick-up date, Wed 30 Dec 2026', later],
])('--from %.20j --to "%s" is refused: %s', (from, to, problem, hint) => {
  const read = (): unknown => resolveDates({ from, to }, today, expect.unreachable);
  const message = `--${to === '' ? 'from' : 'to'}: ${problem}`;
  expect(read).toThrow(UsageError);
  try {
    read();
  } catch (error) {
    const shown = (error as UsageError).describe(flagOf);
    expect([shown.message, shown.hint]).toEqual([message, expect.stringContaining(hint)]);
  }
});

/**
 * The ways to write a day that is `days` after the base; weekdays within a week, and days without a
 * year near the base.
 */
function waysToWrite(date: CalendarDate, days: number): string[] {
  const { year, month, day } = dateParts(date);
  const name = (monthNames[month - 1] ?? '').toLowerCase();
  const weekday = weekdayName(date).toLowerCase();
  return [
    date,
    `${day} ${name} ${year}`,
    `${name} ${day}, ${year}`,
    `${weekday} ${day} ${name} ${year}`,
    formatDate(date),
    `${day} ${name}`,
    `${name.slice(0, 3)} ${day}`,
    `${day}${name.slice(0, 3)}`,
    `${weekday} ${day} ${name}`,
    `${weekday.slice(0, 3)}, ${name.slice(0, 3)} ${day}`,
    ...(days > 0 ? [`+${days}d`] : []),
    ...(days > 0 && days % 7 === 0 ? [`+${days / 7}w`] : []),
    ...(days >= 1 && days <= 7 ? [weekday, weekday.slice(0, 3)] : []),
  ];
}

describe('any dates', () => {
  const nearDays = fc.date({
    min: new Date('2024-01-01'),
    max: new Date('2032-12-31'),
    noInvalidDate: true,
  });
  const someDay = nearDays.map((date) => date.toISOString().slice(0, 10) as CalendarDate);
  const after = (date: CalendarDate, days: number): CalendarDate => addDays(date, days) ?? date;

  test('are the days that were written, in whatever way', () => {
    const property = fc.property(
      fc.record({
        base: someDay,
        ahead: fc.nat(180),
        length: fc.nat(180),
        way: fc.nat(),
        otherWay: fc.nat(),
      }),
      ({ base, ahead, length, way, otherWay }) => {
        const pickUpDate = after(base, ahead);
        const dropOffDate = after(pickUpDate, length);
        const [froms, tos] = [waysToWrite(pickUpDate, ahead), waysToWrite(dropOffDate, length)];
        const request = {
          from: froms[way % froms.length] ?? '',
          to: tos[otherWay % tos.length] ?? '',
        };
        const value = { pickUpDate, dropOffDate };
        expect(resolveDates(request, base, expect.unreachable), JSON.stringify(request)).toEqual(
          value,
        );
      },
    );
    fc.assert(property, { numRuns: tries(500) });
  });

  test('are real days, or a UsageError', () => {
    const piece = fc.constantFrom(
      ...'next this first 2nd last in of fri 20 dec 2027 + 3 d w / - , ２ é'.split(' '),
      ' ',
      '\u2028',
      '\0',
    );
    const pieces = fc.array(piece, { maxLength: 6 });
    const joined = fc
      .tuple(pieces, fc.constantFrom('', ' '))
      .map(([some, space]) => some.join(space));
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 30 }), joined), dates(), (words, base) => {
        try {
          const date = parseDate(words, { today, base });
          expect(isoDate(date)).toBe(date);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
      { numRuns: tries(300) },
    );
  });
});

test('a day without a year that is more than a year away is noted with its year', () => {
  const notesOf = (from: string, to: string): string[] => {
    const notes: string[] = [];
    resolveDates({ from, to }, today, (text) => void notes.push(text));
    return notes;
  };
  expect(notesOf('29 feb', '+7d')).toEqual(['"29 feb" is Tue 29 Feb 2028']);
  expect(notesOf('20 nov', '29 feb')).toEqual(['"29 feb" is Tue 29 Feb 2028']);
  for (const from of ['19 nov', '+500d', '29 feb 2028', '2028-02-29'])
    expect(notesOf(from, '+7d')).toEqual([]);
});
