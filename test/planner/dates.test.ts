import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { flagOf } from '../../src/cli/flags.ts';
import { UsageError } from '../../src/errors.ts';
import { addDays, isoDate, monthNames, partsOf } from '../../src/planner/calendar.ts';
import { parseDate, parseDropOff } from '../../src/planner/dates.ts';
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
  ])('reads %s as %s', async (text, expected) => {
    expect(await parseDate(text, { today })).toBe(expected);
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
    const error: unknown = await parseDropOff(text, { today, pickUpDate }).catch((reason: unknown) => reason);
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
    expect(await parseDropOff(text, { today, pickUpDate })).toBe(expected);
  });

  test('reads every way of writing a day within half a year after the pick-up as that day', async () => {
    await fc.assert(
      fc.asyncProperty(dates(), fc.integer({ min: 0, max: 180 }), fc.nat(3), async (pickUpDate, nights, form) => {
        const dropOffDate = addDays(pickUpDate, nights);
        if (dropOffDate === undefined || pickUpDate < '1900') return;
        const [, month, day] = partsOf(dropOffDate);
        const name = monthNames[month - 1] ?? '';
        const text = [dropOffDate, `+${nights}d`, `${day} ${name}`, `${name.slice(0, 3)} ${day}`][form] ?? '';
        // 29 February is the nearest one that exists.
        if (month === 2 && day === 29) return;
        expect(await parseDropOff(text, { today, pickUpDate })).toBe(dropOffDate);
      }),
    );
  });
});

describe('parseDate with the pick-up date as its base', () => {
  test.each([
    ['+7d', '2028-01-05'],
    ['wed', '2028-01-05'],
    ['3 jan', '2028-01-03'],
    ['29 dec', '2027-12-29'],
    ['28 dec', '2028-12-28'],
    ['next friday', '2027-12-31'],
    ['on friday', '2027-12-31'],
    ['in a month', '2028-01-29'],
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
    ['25/12/2027', 'is not written as a date here | write 2027-12-25'],
    ['12/25/2027', 'write 2027-12-25'],
    ['4/4/2027', 'is not written as a date here | write 2027-04-04'],
    ['2027/12/25', 'write 2027-12-25'],
    ['2027-1-5', 'write 2027-01-05'],
    ['20271225', 'write 2027-12-25'],
    ['03/04/27', 'is not written as a date here | write YYYY-MM-DD'],
    ['20', 'is not written as a date here | write YYYY-MM-DD'],
    ['2027', 'is not written as a date here'],
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
    ['in two months', 'names no day'],
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
      { numRuns: 300 },
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
