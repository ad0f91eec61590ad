import { describe, expect, test } from 'vitest';
import { unconfiguredOperator } from '../../src/operators/operator.ts';
import type { CalendarDate } from '../../src/shape.ts';
import type { RentalDates } from '../../src/api/types.ts';
import { UsageError } from '../../src/base/errors.ts';
import {
  addDays,
  formatDate,
  nights,
  weekdayName,
  weekdayNames,
} from '../../src/planner/calendar.ts';
import { datesIn, readCompareDates } from '../../src/compare/request/dates.ts';
import { nightCounts, withDropOff, withNights } from '../../src/compare/request/lengths.ts';
import type { DateTexts } from '../../src/compare/request/request.ts';
import { monthAsRange, startDates } from '../../src/compare/request/starts.ts';
import { tripsOf } from '../../src/compare/request/trips.ts';
import type { DepotChoice } from '../../src/planner/question.ts';
import fc from '../support/property.ts';
import { tries } from '../support/thorough.ts';

const today = '2026-11-20';
const bothEnds = 'write the first and the last day: 2026-12-20..2026-12-31';

describe('startDates', () => {
  test.each([
    [{ from: '2026-12-20' }, ['2026-12-20']],
    [{ from: '2026-12-31', flex: 1 }, ['2026-12-30', '2026-12-31', '2027-01-01']],
    [
      { from: '2026-11-21', flex: 3 },
      ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'],
    ],
    // The given day stays, even if it is in the past.
    [{ from: '2026-11-18', flex: 2 }, ['2026-11-18', '2026-11-20']],
    [{ from: '9999-12-31', flex: 1 }, ['9999-12-30', '9999-12-31']],
    [{ from: '2028-02-28..2028-03-01' }, ['2028-02-28', '2028-02-29', '2028-03-01']],
    [{ from: '+30d..+2d' }, ['2026-12-20', '2026-12-21', '2026-12-22']],
    [{ from: 'last fri in february..this sun' }, ['2027-02-26', '2027-02-27', '2027-02-28']],
  ])('for %j returns %j', (options, dates) => {
    expect(startDates(options, today)).toEqual(dates);
  });

  test.each([
    [
      { from: '2026-12-20..2026-12-19' },
      'from: 2026-12-19 is before 2026-12-20',
      'write the earlier date first',
    ],
    [
      { from: '30 dec..29 dec' },
      'from: 2026-12-29 is before 2026-12-30',
      'write the earlier date first',
    ],
    [
      { from: '1 dec..2 dec..3 dec' },
      'from: "1 dec..2 dec..3 dec" is not a range of two dates',
      bothEnds,
    ],
    [
      { from: 'today..+5d', flex: 1 },
      'flex needs a single date, but from is a range',
      'leave flex out',
    ],
    [
      { from: '2027-01-01..2029-01-03' },
      'from: 2027-01-01..2029-01-03 is more than 732 days',
      undefined,
    ],
    [{ from: '2026-12-01..later' }, /^from: "later"/, expect.any(String)],
  ])('refuses %j: %s', (options, message, hint) => {
    const read = () => startDates(options, today);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message) as string, hint }) as Error,
    );
  });

  test('allows the longest range', () => {
    expect(startDates({ from: '2027-01-01..2029-01-02' }, today)).toHaveLength(733);
  });

  test.each([
    ['feb', '2027-02-01', '2027-02-28', 28],
    ['February 2028', '2028-02-01', '2028-02-29', 29],
    ['2027-03', '2027-03-01', '2027-03-31', 31],
    // From today on.
    ['nov', '2026-11-20', '2026-11-30', 11],
  ])('%s has the days of the month from %s to %s', (from, first, last, count) => {
    const days = startDates({ from: monthAsRange(from, today) }, today);
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
  });

  test.each(['fri', '2027-02-01', '+30d', '1 feb..3 feb', 'feb..mar'])(
    '%s is no month, and stays as it is',
    (from) => {
      expect(monthAsRange(from, today)).toBe(from);
    },
  );
});

describe('nights', () => {
  test.each([
    ['7', [7]],
    ['0', [0]],
    ['7..10', [7, 8, 9, 10]],
    ['10,7..9,8', [7, 8, 9, 10]],
  ])('nightCounts reads "%s" as %j', (text, counts) => {
    expect(nightCounts(text)).toEqual(counts);
  });

  test.each(['', 'week', '7..', '..7', '10..7', '7...9', '-1', '1000', '7;8', '7.5', 'x7', '7x'])(
    'nightCounts refuses "%s"',
    (text) => {
      expect(() => nightCounts(text)).toThrow(`nights takes 7, 7..10 or 7,10,14, not "${text}"`);
    },
  );

  test.each(['1000', '3..1000', 'week'])(
    'the hint for "%s" names the fewest and the most',
    (text) => {
      const hint = 'give each length in nights, from 0 to 999';
      expect(() => nightCounts(text)).toThrow(expect.objectContaining({ hint }));
    },
  );

  test('withNights combines every start date with every number of nights', () => {
    expect(withNights(['2026-12-30', '2027-02-28'], [1, 3])).toEqual([
      { pickUpDate: '2026-12-30', dropOffDate: '2026-12-31' },
      { pickUpDate: '2026-12-30', dropOffDate: '2027-01-02' },
      { pickUpDate: '2027-02-28', dropOffDate: '2027-03-01' },
      { pickUpDate: '2027-02-28', dropOffDate: '2027-03-03' },
    ]);
    expect(withNights(['9999-12-30'], [1, 2])).toEqual([
      { pickUpDate: '9999-12-30', dropOffDate: '9999-12-31' },
    ]);
  });
});

describe('withDropOff', () => {
  const aroundNewYear = ['2026-12-29', '2026-12-30', '2026-12-31'] as const;

  test.each<[readonly CalendarDate[], string, string[]]>([
    // One day for every start.
    [aroundNewYear, '30 dec', ['2026-12-29 2026-12-30', '2026-12-30 2026-12-30']],
    [aroundNewYear, 'wed 30 dec 2026', ['2026-12-29 2026-12-30', '2026-12-30 2026-12-30']],
    // The day that is nearest to the first start.
    [['2026-12-30', '2027-01-04'], '3 jan', ['2026-12-30 2027-01-03']],
    // From each start.
    [['2026-12-20', '2026-12-22'], '+2d', ['2026-12-20 2026-12-22', '2026-12-22 2026-12-24']],
    [['2026-12-20', '2026-12-22'], 'tue', ['2026-12-20 2026-12-22', '2026-12-22 2026-12-29']],
  ])('for %j reads "%s" as %j', (starts, to, expected) => {
    const dates = withDropOff(starts, to, today);
    expect(dates.map(({ pickUpDate, dropOffDate }) => `${pickUpDate} ${dropOffDate}`)).toEqual(
      expected,
    );
  });

  test.each([
    ['2026-12-01', 'to: Tue 1 Dec 2026 is before the first pick-up date, Sun 20 Dec 2026'],
    ['2026-12-21..2026-12-22', 'to: "2026-12-21..2026-12-22" is not a date'],
  ])('refuses "%s": %s', (to, message) => {
    expect(() => withDropOff(['2026-12-20', '2026-12-21'], to, today)).toThrow(message);
  });

  test('returns no drop-off before its start, and the same day for every start', () => {
    const numbers = fc.record({
      first: fc.nat(400),
      count: fc.integer({ min: 1, max: 20 }),
      ahead: fc.nat(420),
    });
    fc.assert(
      fc.property(numbers, fc.boolean(), ({ first, count, ahead }, hasYear) => {
        const starts = startDates({ from: `+${first}d..+${count - 1}d` }, today);
        const day = formatDate(addDays(today, ahead) ?? today).slice(4);
        // Without a year, the same day of an earlier year can be nearer to the first start.
        const isTooFar = !hasYear && ahead - first > 182;
        if (ahead < first || isTooFar) return;
        const value = withDropOff(starts, hasYear ? day : day.slice(0, -5), today);
        expect(new Set(value.map(({ dropOffDate }) => dropOffDate)).size).toBe(1);
        for (const { pickUpDate, dropOffDate } of value)
          expect(dropOffDate >= pickUpDate).toBe(true);
        if (!hasYear)
          expect(
            nights(value[0]?.pickUpDate ?? today, value[0]?.dropOffDate ?? today),
          ).toBeLessThan(184);
        expect(value.length).toBeLessThanOrEqual(starts.length);
      }),
      { numRuns: tries(200) },
    );
  });
});

test.each([
  ['2026-12-29', []],
  ['2026-12-27', ['left out: start dates that are after the drop-off date']],
])('datesIn to %s notes %j', (to, expected) => {
  const notes: unknown[] = [];
  datesIn({ from: '2026-12-27..2026-12-28', to }, today, (text) => void notes.push(text));
  expect(notes).toEqual(expected);
});

describe('startOn and until', () => {
  const weekdays = fc.uniqueArray(fc.constantFrom(...weekdayNames), { minLength: 1, maxLength: 4 });
  const asked = fc.record({
    ahead: fc.integer({ min: 40, max: 400 }),
    from: fc.oneof(fc.record({ flex: fc.nat(20) }), fc.record({ more: fc.nat(40) })),
    length: fc.constantFrom<Pick<DateTexts, 'nights' | 'to'>>(
      { nights: '3,1..4' },
      { nights: '0,9' },
      { to: '+5d' },
      { to: 'wed' },
    ),
    startOn: fc.option(weekdays, { nil: undefined }),
    until: fc.option(fc.nat(60), { nil: undefined }),
  });
  const operatorsAt = (day: CalendarDate) =>
    [{ operator: unconfiguredOperator('http://127.0.0.1:1/api/agent'), today: () => day }] as const;
  const text = ({ pickUpDate, dropOffDate }: RentalDates): string => `${pickUpDate} ${dropOffDate}`;

  test('leave out the starts on other days and the trips that end later, and nothing else', () => {
    fc.assert(
      fc.property(asked, ({ ahead, from, length, startOn, until }) => {
        const first = addDays(today, ahead)!;
        const base =
          'flex' in from ? { from: first, flex: from.flex } : { from: `${first}..+${from.more}d` };
        const all = datesIn({ ...base, ...length }, today).filter(
          ({ pickUpDate }) => startOn?.some((name) => name === weekdayName(pickUpDate)) ?? true,
        );
        const last =
          until === undefined || all[0] === undefined
            ? undefined
            : addDays(all[0].pickUpDate, until);
        const expected = all.filter(({ dropOffDate }) => last === undefined || dropOffDate <= last);
        const texts = {
          ...base,
          ...length,
          startOn,
          until: until === undefined ? undefined : `+${until}d`,
        };
        if (expected.length === 0) {
          expect(() => datesIn(texts, today)).toThrow(UsageError);
          return;
        }
        const { dates, fixed } = readCompareDates(texts, operatorsAt(today), () => {});
        expect(dates.map(text)).toEqual(expected.map(text));
        // Twenty days later it asks the same, in the same words.
        const later = readCompareDates(fixed, operatorsAt(addDays(today, 20)!), () => {});
        expect(later).toEqual({ dates, fixed });
      }),
      { numRuns: tries(200) },
    );
  });

  test('a last day without a year is the nearest to the first start, also in the printed command', () => {
    // 8 July is nearest to 7 January 2027, a Thursday, but not to 1 January.
    const texts = { from: '2027-01-01..+6d', startOn: ['thu'], to: '8 jul' };
    const { dates, fixed } = readCompareDates(texts, operatorsAt(today), () => {});
    expect(dates.map(text)).toEqual(['2027-01-07 2027-07-08']);
    expect(fixed.to).toBe('2027-07-08');
  });
});

const week: RentalDates = { pickUpDate: '2026-12-01', dropOffDate: '2026-12-08' };
const pairs = (pickUps: readonly number[], dropOffs: DepotChoice['dropOffs']): string[] =>
  tripsOf({ pickUpIds: pickUps, dropOffs }, [week]).map(
    ({ pickUpDepotId, dropOffDepotId }) => `${pickUpDepotId}-${dropOffDepotId}`,
  );

test('every pick-up depot is combined with every drop-off depot, without duplicates', () => {
  expect(pairs([1, 2], ['same', 2])).toEqual(['1-1', '1-2', '2-2']);
  expect(pairs([1, 1], [3])).toEqual(['1-3']);
  expect(pairs([], ['same'])).toEqual([]);
  // From 1 to 11 and from 11 to 1 are different pairs.
  expect(pairs([1, 11], [11, 1])).toHaveLength(4);
});

test('trips that are too many are refused before they are made', () => {
  const days = [week, { ...week, dropOffDate: '2026-12-09' } as const];
  const depots = Array.from({ length: 200 }, (_, index) => index + 1);
  const all = { pickUpIds: depots, dropOffs: depots };
  expect(() => tripsOf(all, days)).toThrow(
    '80000 trips are too many to compare: the limit is 20000',
  );
});
