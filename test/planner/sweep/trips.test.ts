import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import { nights } from '../../../src/planner/calendar.ts';
import { nightCounts, withDropOff, withNights } from '../../../src/planner/sweep/drop-offs.ts';
import { startDates } from '../../../src/planner/sweep/trips.ts';

const today = '2026-11-20';

describe('startDates', () => {
  test.each([
    [{ from: '2026-12-20' }, ['2026-12-20']],
    [{ from: '2026-12-20', flex: 0 }, ['2026-12-20']],
    [{ from: '2026-12-31', flex: 1 }, ['2026-12-30', '2026-12-31', '2027-01-01']],
    [{ from: '2026-11-21', flex: 3 }, ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']],
    // The given day stays, even if it is in the past.
    [{ from: '2026-11-18', flex: 2 }, ['2026-11-18', '2026-11-20']],
    [{ from: '9999-12-31', flex: 1 }, ['9999-12-30', '9999-12-31']],
    [{ from: '2028-02-28..2028-03-01' }, ['2028-02-28', '2028-02-29', '2028-03-01']],
    [{ from: '2026-12-20..2026-12-20' }, ['2026-12-20']],
    [{ from: '+30d..+2d' }, ['2026-12-20', '2026-12-21', '2026-12-22']],
    [{ from: ' 20 dec .. 21 dec ' }, ['2026-12-20', '2026-12-21']],
  ])('for %j returns %j', async (options, dates) => {
    expect(await startDates(options, today)).toEqual(dates);
  });

  test.each([
    [{ from: '2026-12-20..2026-12-19' }, 'from: 2026-12-19 is before 2026-12-20', 'the earlier end comes first'],
    [
      { from: '2026-12-01..2026-12-02..2026-12-03' },
      'from: "2026-12-01..2026-12-02..2026-12-03" has more than two ends',
      undefined,
    ],
    [
      { from: '2026-12-01..2026-12-05', flex: 1 },
      'flex goes with one date, and from is a range already',
      'leave flex out',
    ],
    [{ from: '2027-01-01..2029-01-03' }, 'from: 2027-01-01..2029-01-03 is more than 732 days', undefined],
    [{ from: 'whenever' }, /^from: "whenever"/, expect.any(String)],
    [{ from: '2026-12-01..later' }, /^from: "later"/, expect.any(String)],
  ])('refuses %j: %s', async (options, message, hint) => {
    const error = await startDates(options, today).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toMatch(message);
    expect((error as UsageError).hint).toEqual(hint);
  });

  test('allows the longest range', async () => {
    expect(await startDates({ from: '2027-01-01..2029-01-02' }, today)).toHaveLength(733);
  });

  test('with flex returns consecutive days around the date', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 61, max: 900 }), async (flex, ahead) => {
        const days = await startDates({ from: `+${ahead}d`, flex }, today);
        expect(days).toHaveLength(2 * flex + 1);
        expect(nights(today, days[flex] ?? today)).toBe(ahead);
        for (const [index, day] of days.entries()) if (index > 0) expect(nights(days[index - 1] ?? day, day)).toBe(1);
      }),
      { numRuns: 50 },
    );
  });
});

describe('nights', () => {
  test.each([
    ['7', [7]],
    ['0', [0]],
    ['7..10', [7, 8, 9, 10]],
    ['7..7', [7]],
    [' 7 , 14 ', [7, 14]],
    ['10,7..9,8', [7, 8, 9, 10]],
  ])('nightCounts reads "%s" as %j', (text, counts) => {
    expect(nightCounts(text)).toEqual(counts);
  });

  test.each(['', 'week', '7..', '..7', '10..7', '7...9', '-1', '1000', '7;8', '7.5', 'x7', '7x'])(
    'nightCounts refuses "%s"',
    (text) => {
      expect(() => nightCounts(text)).toThrow(new UsageError(`nights takes 7, 7..10 or 7,10,14, not "${text}"`));
    },
  );

  test('withNights combines every start date with every number of nights', () => {
    expect(withNights(['2026-12-30', '2027-02-28'], [1, 3])).toEqual([
      { pickUpDate: '2026-12-30', dropOffDate: '2026-12-31' },
      { pickUpDate: '2026-12-30', dropOffDate: '2027-01-02' },
      { pickUpDate: '2027-02-28', dropOffDate: '2027-03-01' },
      { pickUpDate: '2027-02-28', dropOffDate: '2027-03-03' },
    ]);
    expect(withNights(['9999-12-30'], [1, 2])).toEqual([{ pickUpDate: '9999-12-30', dropOffDate: '9999-12-31' }]);
  });
});

describe('withDropOff', () => {
  test('leaves out start dates after a fixed drop-off date', async () => {
    expect(await withDropOff(['2026-12-20', '2026-12-21', '2026-12-22'], '2026-12-21', today)).toEqual([
      { pickUpDate: '2026-12-20', dropOffDate: '2026-12-21' },
      { pickUpDate: '2026-12-21', dropOffDate: '2026-12-21' },
    ]);
  });

  test('counts relative dates from each start date, and uses each day of a range', async () => {
    expect(await withDropOff(['2026-12-20', '2026-12-22'], '+2d', today)).toEqual([
      { pickUpDate: '2026-12-20', dropOffDate: '2026-12-22' },
      { pickUpDate: '2026-12-22', dropOffDate: '2026-12-24' },
    ]);
    expect(await withDropOff(['2026-12-20'], '2026-12-21..2026-12-22', today)).toEqual([
      { pickUpDate: '2026-12-20', dropOffDate: '2026-12-21' },
      { pickUpDate: '2026-12-20', dropOffDate: '2026-12-22' },
    ]);
  });

  test.each([
    ['2026-12-01', 'every drop-off date is before its pick-up date', 'give a later to, or nights'],
    [
      '2026-12-21..2026-12-22..2026-12-23',
      'to: "2026-12-21..2026-12-22..2026-12-23" has more than two ends',
      undefined,
    ],
    ['2026-12-23..2026-12-22', 'to: 2026-12-22 is before 2026-12-23', 'the earlier end comes first'],
    ['soonish', /^to: "soonish"/, expect.any(String)],
    ['+1d..soonish', /^to: "soonish"/, expect.any(String)],
  ])('refuses "%s": %s', async (to, message, hint) => {
    const error = await withDropOff(['2026-12-20'], to, today).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toMatch(message);
    expect((error as UsageError).hint).toEqual(hint);
  });
});
