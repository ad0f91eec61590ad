import { afterEach, describe, expect, test } from 'vitest';
import { flagOf } from '../../src/cli/flags.ts';
import type { CalendarDate } from '../../src/api/types.ts';
import { UsageError } from '../../src/errors.ts';
import { addDays, formatDate, isoDate, monthNames, partsOf, weekdayName } from '../../src/planner/calendar.ts';
import { parseDate, parseDropOff } from '../../src/planner/dates.ts';
import { readDates } from '../../src/planner/trip.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';
import { dates } from './arbitraries.ts';

// A Friday.
const today = '2026-11-20';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

async function refusal(text: string, base?: Parameters<typeof parseDate>[1]['base']): Promise<string> {
  const error: unknown = await parseDate(text, { today, base, field: 'from' }).catch((caught: unknown) => caught);
  if (!(error instanceof UsageError)) throw new Error(`"${text}" gave ${String(error)}`);
  const { message, hint } = error.describe(flagOf);
  return `${message} | ${hint}`;
}

describe('parseDate without a base date', () => {
  test.each([
    ['2026-12-20', '2026-12-20'],
    ['2028-02-29', '2028-02-29'],
    [' 2026-12-20 ', '2026-12-20'],
    ['２０２６-１２-２０', '2026-12-20'],
    ['today', '2026-11-20'],
    ['Tomorrow', '2026-11-21'],
    ['fri', '2026-11-27'],
    ['Friday', '2026-11-27'],
    ['sat', '2026-11-21'],
    ['thurs', '2026-11-26'],
    ['tues', '2026-11-24'],
    ['20 nov', '2026-11-20'],
    ['19 nov', '2027-11-19'],
    ['20 dec', '2026-12-20'],
    ['20dec', '2026-12-20'],
    ['20-Dec', '2026-12-20'],
    ['dec 20', '2026-12-20'],
    ['20th of December', '2026-12-20'],
    ['20 dec 2027', '2027-12-20'],
    ['December 20, 2027', '2027-12-20'],
    ['1 sept', '2027-09-01'],
    ['3 may', '2027-05-03'],
    ['29 feb', '2028-02-29'],
    ['+0d', '2026-11-20'],
    ['+30d', '2026-12-20'],
    ['+ 30 days', '2026-12-20'],
    ['+2w', '2026-12-04'],
    ['+1m', '2026-12-20'],
    ['+1y', '2027-11-20'],
    ['the 20th of december', '2026-12-20'],
  ])('reads %s as %s', async (text, expected) => {
    expect(await parseDate(text, { today })).toBe(expected);
  });

  test.each([
    ['in a month', '2026-12-20'],
    ['in 1 month', '2026-12-20'],
    ['in two months', '2027-01-20'],
    ['In 12 Months', '2027-11-20'],
    ['in a year', '2027-11-20'],
    ['in 1 year', '2027-11-20'],
    ['1 month', '2026-12-20'],
    ['a month later', '2026-12-20'],
    ['2 months from now', '2027-01-20'],
    ['in a week', '2026-11-27'],
    ['in a day', '2026-11-21'],
    ['day after tomorrow', '2026-11-22'],
    ['the day after tomorrow', '2026-11-22'],
  ])('reads the words "%s" as %s', async (text, expected) => {
    expect(await parseDate(text, { today })).toBe(expected);
  });

  test.each([
    'fri',
    'friday',
    'on friday',
    'on fri.',
    'next friday',
    'on next friday',
    'the next friday',
    'coming fri',
  ])('on a Friday reads "%s" as the next Friday, and on any other day, too', async (text) => {
    expect(await parseDate(text, { today })).toBe('2026-11-27');
    expect(await parseDate(text, { today: '2026-11-21' })).toBe('2026-11-27');
    expect(await parseDate(text, { today: '2026-11-25' })).toBe('2026-11-27');
    expect(await parseDate(text, { today: '2026-11-26' })).toBe('2026-11-27');
  });

  test('reads other spellings of a weekday by the same rule', async () => {
    for (const text of ['friday,', 'onfriday', 'nextfriday']) {
      expect(await parseDate(text, { today })).toBe('2026-11-27');
      expect(await parseDate(text, { today: '2026-11-25' })).toBe('2026-11-27');
    }
    expect(await parseDate('this friday', { today: '2026-11-25' })).toBe('2026-11-27');
  });
});

test.each([
  ['in a day', '2026-11-21'],
  ['in one week', '2026-11-27'],
  ['in 2 months', '2027-01-20'],
  ['in 1 year', '2027-11-20'],
  ['in an hour', undefined],
  ['day after tomorrow', '2026-11-22'],
  // Today is a Friday: all of these are the next one.
  ['fri', '2026-11-27'],
  ['on friday', '2026-11-27'],
  ['next friday', '2026-11-27'],
  ['next sat', '2026-11-21'],
])('parseDate reads %s as %s', async (text, expected) => {
  const read = await parseDate(text, { today }).catch(() => undefined);
  expect(read).toBe(expected);
});

describe('parseDropOff', () => {
  test.each([
    ['2026-12-30', '29 dec', 'to: Tue 29 Dec 2026 is before the pick-up date, Wed 30 Dec 2026'],
    ['2026-12-30', 'dec 29th', 'to: Tue 29 Dec 2026 is before the pick-up date, Wed 30 Dec 2026'],
    ['2026-12-30', '2026-12-29', 'to: Tue 29 Dec 2026 is before the pick-up date, Wed 30 Dec 2026'],
    ['2026-12-30', 'tomorrow', 'to: Sat 21 Nov 2026 is before the pick-up date, Wed 30 Dec 2026'],
  ] as const)('after the pick-up on %s refuses %s', async (pickUpDate, text, message) => {
    const error: unknown = await parseDropOff(text, { today, pickUpDate, field: 'to' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toBe(message);
  });

  test.each([
    ['2026-12-28', '3 jan', '2027-01-03'],
    ['2026-12-28', '28 dec', '2026-12-28'],
    ['2026-12-28', '29 dec 2027', '2027-12-29'],
    ['2027-01-31', '30 jun', '2027-06-30'],
    ['2026-12-28', '+364d', '2027-12-27'],
    ['2026-12-28', 'mon', '2027-01-04'],
  ] as const)('after the pick-up on %s reads %s as %s', async (pickUpDate, text, expected) => {
    expect(await parseDropOff(text, { today, pickUpDate, field: 'to' })).toBe(expected);
  });
});

describe('parseDate with the pick-up date as its base', () => {
  test.each([
    ['+7d', '2028-01-05'],
    ['wed', '2028-01-05'],
    ['3 jan', '2028-01-03'],
    ['29 dec', '2027-12-29'],
    ['28 dec', '2027-12-28'],
    ['1 july', '2027-07-01'],
    ['27 june', '2028-06-27'],
    ['29 feb', '2028-02-29'],
    ['28 dec 2028', '2028-12-28'],
    ['tue 28 dec', '2027-12-28'],
    ['mon, 3 jan', '2028-01-03'],
    ['2 days after 28 dec', '2027-12-30'],
    ['next friday', '2027-12-31'],
    ['on wednesday', '2028-01-05'],
    ['in a month', '2028-01-29'],
    ['a week later', '2028-01-05'],
    ['a week from now', '2026-11-27'],
    ['tomorrow', '2026-11-21'],
    ['day after tomorrow', '2026-11-22'],
    ['the day after tomorrow', '2026-11-22'],
    ['2026-12-01', '2026-12-01'],
  ])('reads %s as %s', async (text, expected) => {
    expect(await parseDate(text, { today, base: '2027-12-29' })).toBe(expected);
  });

  test('reads +1m as the last day of a month that is shorter', async () => {
    expect(await parseDate('+1m', { today, base: '2027-01-31' })).toBe('2027-02-28');
  });
});

// chrono-node works in the machine's time zone; the result must not depend on it.
describe.each(['UTC', 'Pacific/Auckland', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Pacific/Apia'])(
  'parseDate on a machine in %s',
  (TZ) => {
    test.each([
      ['next friday', '2026-11-27'],
      ['in 2 weeks', '2026-12-04'],
      ['in three days', '2026-11-23'],
      ['the day after tomorrow', '2026-11-22'],
      ['2 days after 5 dec', '2026-12-07'],
      ['sat 5 dec', '2026-12-05'],
      ['monday, 4 january 2027', '2027-01-04'],
    ])('reads %s as %s', async (text, expected) => {
      process.env['TZ'] = TZ;
      expect(await parseDate(text, { today })).toBe(expected);
    });
  },
);

describe('the error of parseDate', () => {
  test.each([
    ['', 'is empty | write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d'],
    ['   ', 'is empty'],
    ['2026-02-29', 'is not a day of the calendar'],
    ['2026-13-01', 'is not a day of the calendar'],
    ['0000-01-01', 'is not a day of the calendar'],
    ['31 feb', 'is not a day of the calendar'],
    ['0 dec', 'is not a day of the calendar'],
    ['31 nov 2027', 'is not a day of the calendar'],
    ['03/04/2027', 'can be read in two ways | write 2027-04-03 or 2027-03-04'],
    ['3.4.2027', 'can be read in two ways | write 2027-04-03 or 2027-03-04'],
    ['25/12/2027', '--from: write this date as 2027-12-25, not "25/12/2027"'],
    ['12/25/2027', 'write this date as 2027-12-25'],
    ['4/4/2027', 'write this date as 2027-04-04'],
    ['2027/12/25', 'write this date as 2027-12-25'],
    ['2027-1-5', 'write this date as 2027-01-05'],
    ['20271225', 'write this date as 2027-12-25'],
    ['03/04/27', 'is not a date | write YYYY-MM-DD'],
    ['20', 'is not a date | write YYYY-MM-DD'],
    ['2027', 'is not a date'],
    ['2027-12-25T10:00', 'has a time of day'],
    ['+7', 'has no unit | write +7d'],
    ['-7d', 'counts backwards'],
    ['+9999999d', 'is beyond the year 9999'],
    ['+99999999999999999999999999y', 'is beyond the year 9999'],
    ['+8000y', 'is beyond the year 9999'],
    ['last friday', 'is in the past'],
    ['2 weeks ago', 'is in the past'],
    ['20 dec 99', 'which is in the past'],
    ['next week', 'is more than one day'],
    ['this weekend', 'is more than one day'],
    ['20-27 dec', 'is more than one day'],
    ['december', 'names no day'],
    ['next month', 'is more than one day'],
    ['in a few days', 'is more than one day'],
    ['within 3 days', 'is more than one day'],
    ['next 3 days', 'is more than one day'],
    ['next quarter', 'is more than one day'],
    ['weekday', 'is more than one day'],
    ['this friday', 'can be read in two ways | write 2026-11-20 or 2026-11-27'],
    ['the day after friday', 'is not a date'],
    ['on 5/12', 'is not a date'],
    ['wed 5/12', 'is not a date'],
    ['sat 5.12.2026', 'is not a date'],
    ['sat 5-12-2026', 'is not a date'],
    ['in 1.5 weeks', 'is not a date'],
    ['in 9999 years', 'is beyond the year 9999'],
    ['friday 3pm', 'has a time of day'],
    ['sat 6 dec 2026', 'contradicts itself: 2026-12-06 is a Sunday'],
    ['5 dec foo', 'is not a date'],
    ['foo', 'is not a date | write YYYY-MM-DD'],
    ['christmas', 'is not a date'],
  ])('for "%s" says: %s', async (text, expected) => {
    expect(await refusal(text)).toContain(expected);
  });

  test('names the flag and cuts a long text', async () => {
    expect(await refusal('foo')).toMatch(/^--from: "foo" is not a date/);
    expect(await refusal('fri '.repeat(100_000))).toMatch(/^--from: "(fri ){10}…" is not a date/);
  });

  test('says that a date after 9999-12-31 is too late', async () => {
    expect(await refusal('+1d', '9999-12-31')).toContain('beyond the year 9999');
    expect(await refusal('fri', '9999-12-31')).toContain('beyond the year 9999');
  });
});

describe('a drop-off date before the pick-up date', () => {
  test.each([
    ['2026-12-30', '2026-12-29', 'Tue 29 Dec 2026', 'give a later day for --to'],
    ['30 dec', '29 dec', 'Tue 29 Dec 2026', 'if you mean the next one, write "29 Dec 2027"'],
    ['30 dec', 'dec 29th', 'Tue 29 Dec 2026', 'if you mean the next one, write "29 Dec 2027"'],
    ['30 dec', 'tue 29 dec', 'Tue 29 Dec 2026', 'if you mean the next one, write "29 Dec 2027"'],
    ['30 dec', '29 dec 2026', 'Tue 29 Dec 2026', 'give a later day for --to'],
    ['30 dec', 'tue 29 dec 2026', 'Tue 29 Dec 2026', 'give a later day for --to'],
    ['30 dec', 'today', 'Fri 20 Nov 2026', 'give a later day for --to'],
    ['30 dec', 'day after tomorrow', 'Sun 22 Nov 2026', 'give a later day for --to'],
    ['30 dec', '2 weeks from now', 'Fri 4 Dec 2026', 'give a later day for --to'],
    ['30 dec', '20 dec 99', 'Mon 20 Dec 1999', 'give a later day for --to'],
    ['+40d', '19 nov', 'Thu 19 Nov 2026', 'if you mean the next one, write "19 Nov 2027"'],
  ])('is refused for --from "%s" --to "%s": %s', async (from, to, shown, hint) => {
    const error: unknown = await readDates({ from, to }, today).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).describe(flagOf)).toEqual({
      message: `--to: ${shown} is before the pick-up date, Wed 30 Dec 2026`,
      hint,
    });
  });

  test('is written with its year as the hint says', async () => {
    expect(await readDates({ from: '30 dec', to: '29 Dec 2027' }, today)).toEqual({
      value: { pickUpDate: '2026-12-30', dropOffDate: '2027-12-29' },
      notes: [],
    });
  });

  test('has no hint about a flag at a prompt', async () => {
    const read = (text: string) =>
      parseDropOff(text, { today, pickUpDate: '2026-12-30' }).catch((caught: unknown) => caught);
    expect(await read('2026-12-29')).toMatchObject({ hint: undefined });
    expect(await read('29 dec')).toMatchObject({
      message: 'Tue 29 Dec 2026 is before the pick-up date, Wed 30 Dec 2026',
    });
  });

  test('is not the day of the pick-up, nor a day shortly after the new year', async () => {
    expect(await readDates({ from: '30 dec', to: '30 dec' }, today)).toMatchObject({
      value: { dropOffDate: '2026-12-30' },
    });
    expect(await readDates({ from: '28 dec', to: '3 jan' }, today)).toMatchObject({
      value: { dropOffDate: '2027-01-03' },
    });
  });
});

/** The ways to write a day that is `days` after the base; weekdays within a week, and days without a year near the base. */
function waysToWrite(date: CalendarDate, days: number): string[] {
  const [year, month, day] = partsOf(date);
  const name = (monthNames[month - 1] ?? '').toLowerCase();
  const weekday = weekdayName(date).toLowerCase();
  const isLeapDay = month === 2 && day === 29;
  return [
    ...[date, `${day} ${name} ${year}`, `${name} ${day}, ${year}`, `${weekday} ${day} ${name} ${year}`],
    ...[formatDate(date), `on ${date}`],
    ...[`${day} ${name}`, `${name.slice(0, 3)} ${day}`, `${day}${name.slice(0, 3)}`, `on the ${day}th of ${name}`],
    // The date library does not read a 29 February without a year.
    ...(isLeapDay ? [] : [`${weekday} ${day} ${name}`, `${weekday.slice(0, 3)}, ${day} ${name.slice(0, 3)}`]),
    ...(days > 0 ? [`+${days}d`, `in ${days} days`, `${days} days later`] : []),
    ...(days > 0 && days % 7 === 0 ? [`+${days / 7}w`, `in ${days / 7} weeks`] : []),
    ...(days >= 1 && days <= 7 ? [weekday, `on ${weekday}`, `next ${weekday.slice(0, 3)}`] : []),
  ];
}

describe('readDates with two generated days', () => {
  const nearDays = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
  const someDay = nearDays.map((date) => date.toISOString().slice(0, 10) as CalendarDate);
  const after = (date: CalendarDate, days: number): CalendarDate => addDays(date, days) ?? date;

  test('reads the days that were written, in whatever way', async () => {
    const property = fc.asyncProperty(
      fc.record({ base: someDay, ahead: fc.nat(180), length: fc.nat(180), way: fc.nat(), otherWay: fc.nat() }),
      async ({ base, ahead, length, way, otherWay }) => {
        const pickUpDate = after(base, ahead);
        const dropOffDate = after(pickUpDate, length);
        const [froms, tos] = [waysToWrite(pickUpDate, ahead), waysToWrite(dropOffDate, length)];
        const request = { from: froms[way % froms.length] ?? '', to: tos[otherWay % tos.length] ?? '' };
        expect(await readDates(request, base), JSON.stringify(request)).toEqual({
          value: { pickUpDate, dropOffDate },
          notes: [],
        });
      },
    );
    await fc.assert(property, { numRuns: tries(500) });
  });

  test('refuses every way to write a drop-off before the pick-up, and shows both days', async () => {
    const property = fc.asyncProperty(
      fc.record({ base: someDay, ahead: fc.nat(180), back: fc.integer({ min: 1, max: 180 }), way: fc.nat() }),
      async ({ base, ahead, back, way }) => {
        const pickUpDate = after(base, ahead);
        const dropOffDate = after(pickUpDate, -back);
        const tos = waysToWrite(dropOffDate, 0);
        const request = { from: pickUpDate, to: tos[way % tos.length] ?? '' };
        await expect(readDates(request, base), JSON.stringify(request)).rejects.toThrow(
          `to: ${formatDate(dropOffDate)} is before the pick-up date, ${formatDate(pickUpDate)}`,
        );
      },
    );
    await fc.assert(property, { numRuns: tries(500) });
  });

  test('never returns a drop-off before the pick-up, whatever is written', async () => {
    const words = ['fri', 'next', 'on', 'in', 'a', '3', '29', 'feb', 'dec', '30', '+', 'd', 'month', 'today', '2027'];
    const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
    const property = fc.asyncProperty(fc.oneof(text, someDay), text, someDay, async (from, to, day) => {
      const found = await readDates({ from, to }, day).catch((error: unknown) => error);
      if (found instanceof UsageError) return;
      const { value } = found as Awaited<ReturnType<typeof readDates>>;
      expect(value.dropOffDate >= value.pickUpDate).toBe(true);
    });
    await fc.assert(property, { numRuns: tries(500) });
  });
});

describe('parseDate with generated text', () => {
  test('returns a real day or throws a UsageError', async () => {
    const piece = fc.constantFrom(
      'fri',
      'next',
      '20',
      'dec',
      '2027',
      '+',
      '3',
      'd',
      'w',
      'in',
      'days',
      '/',
      '-',
      'a',
      ' ',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.array(piece, { maxLength: 6 }).map((p) => p.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, dates(), async (words, base) => {
        try {
          const date = await parseDate(words, { today, base });
          expect(isoDate(date)).toBe(date);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
      { numRuns: tries(300) },
    );
  });

  test('reads an ISO date as itself, and +Nd as N days after the base', async () => {
    await fc.assert(
      fc.asyncProperty(dates(), dates(), fc.nat(4000), async (date, base, days) => {
        expect(await parseDate(date, { today, base })).toBe(date);
        const later = addDays(base, days);
        if (later !== undefined) expect(await parseDate(`+${days}d`, { today, base })).toBe(later);
      }),
    );
  });
});
