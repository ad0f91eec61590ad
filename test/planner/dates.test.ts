import { describe, expect, test } from 'vitest';
import { flagOf } from '../../src/cli/flags.ts';
import type { CalendarDate } from '../../src/api/types.ts';
import { UsageError } from '../../src/errors.ts';
import { addDays, formatDate, isoDate, monthNames, partsOf, weekdayName } from '../../src/planner/calendar.ts';
import { parseDate } from '../../src/planner/dates.ts';
import { readDates } from '../../src/planner/trip.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';
import { dates } from './arbitraries.ts';

// A Friday.
const today = '2026-11-20';

function refusalOf(read: () => unknown) {
  try {
    return `read as ${JSON.stringify(read())}`;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.describe(flagOf);
  }
}

test.each([
  ['2026-12-20', '2026-12-20'],
  [' 2026-12-20 ', '2026-12-20'],
  ['２０２６-１２-２０', '2026-12-20'],
  ['today', '2026-11-20'],
  ['Tomorrow', '2026-11-21'],
  ['fri', '2026-11-27'],
  ['sat', '2026-11-21'],
  ['20 nov', '2026-11-20'],
  ['19 nov', '2027-11-19'],
  ['29 feb', '2028-02-29'],
  ['+0d', '2026-11-20'],
  ['+1m', '2026-12-20'],
])('without a base "%s" is %s', (text, expected) => {
  expect(parseDate(text, { today })).toBe(expected);
});

test.each([
  ['2027-12-29', '3 jan', '2028-01-03'],
  ['2027-12-29', '29 dec', '2027-12-29'],
  ['2027-12-29', '28 dec', '2027-12-28'],
  ['2027-12-29', '1 july', '2027-07-01'],
  ['2027-12-29', '29 feb', '2028-02-29'],
  ['2027-12-29', 'tomorrow', '2026-11-21'],
  ['2027-01-31', '+1m', '2027-02-28'],
] as const)('next to %s "%s" is %s', (base, text, expected) => {
  expect(parseDate(text, { today, base })).toBe(expected);
});

describe('the error of parseDate', () => {
  test.each([
    ['', 'is not a date'],
    ['2026-02-29', 'is not a day of the calendar'],
    ['31 nov 2027', 'is not a day of the calendar'],
    ['+99999999999999999999999999m', 'is not a day of the calendar'],
    ['2027-12-25T10:00', 'is not a date'],
    ['-7d', 'is not a date'],
    ['20-27 dec', 'is not a date'],
    ['foo 5 dec', 'is not a date'],
    ['sat 6 dec 2026', 'contradicts itself: 2026-12-06 is a Sunday'],
  ])('for "%s" says that it %s', (text, problem) => {
    expect(refusalOf(() => parseDate(text, { today, field: 'from' }))).toEqual({
      message: `--from: "${text}" ${problem}`,
      hint: 'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d',
    });
  });

  test.each([
    ['03/04/2027', 'did you mean 2027-03-04 or 2027-04-03? '],
    ['25/12/2027', 'did you mean 2027-12-25? '],
    ['4/4/2027', 'did you mean 2027-04-04? '],
    ['31/31/2027', ''],
  ])('for %s, in which people have two orders, names each: %s', (text, hint) => {
    const general = 'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d';
    expect(refusalOf(() => parseDate(text, { today }))).toMatchObject({ hint: hint + general });
  });

  test('cuts a long text', () => {
    const refusal = refusalOf(() => parseDate('fri '.repeat(100_000), { today, field: 'from' }));
    expect(refusal).toMatchObject({ message: `--from: "${'fri '.repeat(10)}…" is not a date` });
  });
});

describe('a drop-off date before the pick-up date', () => {
  test.each([
    ['2026-12-30', '2026-12-29', 'Tue 29 Dec 2026', 'give a later day for --to'],
    ['30 dec', '29 dec', 'Tue 29 Dec 2026', 'if you mean the next one, write "29 Dec 2027"'],
    ['30 dec', 'tue 29 dec', 'Tue 29 Dec 2026', 'if you mean the next one, write "29 Dec 2027"'],
    ['+40d', '19 nov', 'Thu 19 Nov 2026', 'if you mean the next one, write "19 Nov 2027"'],
  ])('is refused for --from "%s" --to "%s": %s', (from, to, shown, hint) => {
    expect(refusalOf(() => readDates({ from, to }, today))).toEqual({
      message: `--to: ${shown} is before the pick-up date, Wed 30 Dec 2026`,
      hint,
    });
  });

  test.each([
    ['30 dec', '29 Dec 2027', '2027-12-29'],
    ['30 dec', '30 dec', '2026-12-30'],
  ])('is not what --from "%s" --to "%s" means', (from, to, dropOffDate) => {
    expect(readDates({ from, to }, today)).toMatchObject({ value: { dropOffDate } });
  });
});

/** The ways to write a day that is `days` after the base; weekdays within a week, and days without a year near the base. */
function waysToWrite(date: CalendarDate, days: number): string[] {
  const [year, month, day] = partsOf(date);
  const name = (monthNames[month - 1] ?? '').toLowerCase();
  const weekday = weekdayName(date).toLowerCase();
  return [
    ...[date, `${day} ${name} ${year}`, `${name} ${day}, ${year}`, `${weekday} ${day} ${name} ${year}`],
    ...[formatDate(date), `${day} ${name}`, `${name.slice(0, 3)} ${day}`, `${day}${name.slice(0, 3)}`],
    ...[`${weekday} ${day} ${name}`, `${weekday.slice(0, 3)}, ${name.slice(0, 3)} ${day}`],
    ...(days > 0 ? [`+${days}d`] : []),
    ...(days > 0 && days % 7 === 0 ? [`+${days / 7}w`] : []),
    ...(days >= 1 && days <= 7 ? [weekday, weekday.slice(0, 3)] : []),
  ];
}

describe('readDates with two generated days', () => {
  const nearDays = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
  const someDay = nearDays.map((date) => date.toISOString().slice(0, 10) as CalendarDate);
  const after = (date: CalendarDate, days: number): CalendarDate => addDays(date, days) ?? date;

  test('reads the days that were written, in whatever way', () => {
    const property = fc.property(
      fc.record({ base: someDay, ahead: fc.nat(180), length: fc.nat(180), way: fc.nat(), otherWay: fc.nat() }),
      ({ base, ahead, length, way, otherWay }) => {
        const pickUpDate = after(base, ahead);
        const dropOffDate = after(pickUpDate, length);
        const [froms, tos] = [waysToWrite(pickUpDate, ahead), waysToWrite(dropOffDate, length)];
        const request = { from: froms[way % froms.length] ?? '', to: tos[otherWay % tos.length] ?? '' };
        expect(readDates(request, base), JSON.stringify(request)).toEqual({
          value: { pickUpDate, dropOffDate },
          notes: [],
        });
      },
    );
    fc.assert(property, { numRuns: tries(500) });
  });
});

test('any text is a real day, or a UsageError', () => {
  const piece = fc.constantFrom(...'fri 20 dec 2027 + 3 d w / - , ２ é'.split(' '), ' ', '\u2028', '\0');
  const pieces = fc.array(piece, { maxLength: 6 });
  const text = fc.oneof(
    fc.string({ maxLength: 30 }),
    pieces.map((some) => some.join(' ')),
    pieces.map((some) => some.join('')),
  );
  fc.assert(
    fc.property(text, dates(), (words, base) => {
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
