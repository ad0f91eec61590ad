/**
 * The best offers first: how many rows there are, what a row stands for, and that it stays on one
 * line.
 */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';
import { textWidth } from '../../../src/terminal/width.ts';

/**
 * Vehicle 101 is 1,010.00 on every day, 102 is 1,020.00, and so on. Few enough for one window of
 * the limit.
 */
const fleetOf = (size: number): Fleet => ({
  depots: ['Auckland Airport', 'Queenstown Airport, Frankton'],
  vehicles: () =>
    Object.fromEntries(
      Array.from({ length: size }, (_, index) => [101 + index, `Kea ${index + 1}-berth Campervan`]),
    ),
});
const lucky = fleetOf(11);
const base = ['compare', '--pick-up', 'auckland airport', '--quote', 'all'];
const days = [...base, '--from', '2030-01-05..2030-01-07'];
const week = [...days, '--nights', '7'];
const day = [...base, '--from', '2030-01-05', '--nights', '7'];

/** The rows of the first table. */
function rows(text: string): string[] {
  return text.split('\n').filter((line) => /^ *=?\d+ +[\d,]+\.\d\d /.test(line));
}

describe('on a terminal', () => {
  test('equal offers are one row, and below the ten best are the vehicles that have none of them', async () => {
    const { shown } = fleets({ lucky });
    const text = await shown(week, 80);
    expect(rows(text)).toHaveLength(10);
    expect(rows(text)[1]).toBe(
      ' =4  1,020.00  ████▋  Kea 2-berth Campervan   Sat 5 – Mon 7 Jan, 3 starts',
    );
    expect(text).toMatch(
      /10-berth.*\n\nOther vehicles, from:\n.*1,110.00.*Kea 11-berth.*\n\nCheapest: Kea 1-berth/,
    );
  });

  test('--all shows all rows, and --limit another number', { tags: ['long'] }, async () => {
    const { shown } = fleets({ lucky });
    for (const [flags, count] of [
      [[], 10],
      [['--all'], 11],
      [['--limit', '3'], 3],
      [['--limit', '11'], 11],
    ] as const) {
      const text = await shown([...day, ...flags], 80);
      expect(rows(text)).toHaveLength(count);
      // The other vehicles are below, so all rows are there.
      expect(text).not.toContain('--all');
    }
    // Records, as in other formats.
    expect(
      (await shown([...day, '--fields', 'totalAmount,vehicleId'], 80)).trim().split('\n'),
    ).toHaveLength(12);
  });

  test(
    'a range of dates is whole, and a row has two lines only where one has no room',
    { tags: ['long'] },
    async () => {
      const { shown } = fleets({ lucky: fleetOf(2), happy: fleetOf(2) });
      const depots = ['--drop-off', 'auckland airport,queenstown'];
      for (const [columns, lines, dates] of [
        [62, 2, '5–7 Jan, 3 starts'],
        [80, 2, 'Sat 5 – Mon 7 Jan, 3 starts'],
        [104, 1, '5–7 Jan, 3 starts'],
        [116, 1, 'Sat 5 – Mon 7 Jan, 3 starts'],
      ] as const) {
        const text = await shown([...days, '--nights', '7,8', ...depots], columns);
        expect(rows(text)).toHaveLength(10);
        const table = (text.split('\n\n')[1] ?? '').split('\n');
        expect(table).toHaveLength(11 * lines);
        expect(table.filter((line) => textWidth(line) > columns)).toEqual([]);
        expect(rows(text).every((row) => row.includes(dates))).toBe(true);
        expect(text).toContain('Kea 1-berth Campervan');
        expect(text).not.toContain('No room for');
      }
    },
  );
});

describe('outside a terminal', () => {
  test('everything is printed, and --limit is for the ranked offers in every format', async () => {
    const { rental } = fleets({ lucky });
    const lines = async (...flags: string[]) =>
      (await rental([...week, ...flags])).stdout.trim().split(/\r?\n/);
    expect(await lines()).toHaveLength(33);
    expect(await lines('--all')).toHaveLength(33);
    const fields = ['--fields', 'rank,totalAmount,vehicleId'];
    expect(await lines('--limit', '2', ...fields)).toEqual(['1\t1010\t101', '1\t1010\t101']);
    expect(await lines('--limit', '1', '--format', 'csv', ...fields)).toEqual([
      'rank,totalAmount,vehicleId',
      '1,1010,101',
    ]);
    expect(await lines('--limit', '1', '--format', 'ndjson', ...fields)).toEqual([
      '{"rank":1,"totalAmount":1010,"vehicleId":101}',
    ]);
    const { offers } = JSON.parse((await lines('--limit', '7', '--json')).join('')) as {
      offers: { rank: number }[];
    };
    expect(offers.map(({ rank }) => rank)).toEqual([1, 1, 1, 4, 4, 4, 7]);
    expect(await lines('--limit', '2', '--group-by', 'vehicle', ...fields)).toEqual([
      '1\t1010\t101',
      '4\t1020\t102',
    ]);
  });

  test('a table has all rows and no bars', async () => {
    const { rental } = fleets({ lucky });
    const { stdout } = await rental([...week, '--format', 'table']);
    expect(rows(stdout)).toHaveLength(11);
    expect(stdout).not.toMatch(/[█-▏]/);
  });
});
