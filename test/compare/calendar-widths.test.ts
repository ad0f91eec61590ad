/**
 * Calendars of any number of lengths on terminals of the usual widths: nothing is cut, and no
 * column is wasted.
 */
import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/shape.ts';
import { offerData } from '../../src/compare/document.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import { comparisonResult } from '../../src/compare/view/view.ts';
import { groupDigits } from '../../src/base/money.ts';
import type { Comparison } from '../../src/documents/offers.ts';
import { addDays as daysAfter } from '../../src/planner/calendar.ts';
import { describeNights, shortDate } from '../../src/views/trip-words.ts';
import { renderLines } from '../render/support.ts';
import { sample } from '../support/thorough.ts';
import { comparison, offer } from './samples.ts';

const gap = 2;
const widths = [60, 80, 100, 120];
const lengthCounts = Array.from({ length: 14 }, (_, place) => place + 1);

interface Dates {
  readonly start: CalendarDate;
  readonly nights: number;
}

const addDays = (date: CalendarDate, days: number): CalendarDate => daysAfter(date, days) ?? date;

/** From 225.00 to 25,000.00; none on the third start. */
function amountOf({ start, nights }: Dates): number | undefined {
  const day = Number(start.slice(-2));
  return day === 3 ? undefined : nights * (day % 4 === 0 ? 1785.25 : 45 + day);
}

/** `lengths` numbers of nights for each of the first days of December. */
function calendarOf(starts: number, lengths: number) {
  const days = Array.from({ length: starts }, (_, day) => addDays('2026-12-01', day));
  const counts = Array.from({ length: lengths }, (_, place) => 5 + place);
  const all = days.flatMap((start) => counts.map((nights): Dates => ({ start, nights })));
  const offers = all.flatMap((one) => {
    const total = amountOf(one);
    const dates = { pickUpDate: one.start, dropOffDate: addDays(one.start, one.nights) };
    return total === undefined ? [] : [offer(total, dates)];
  });
  const dates = all.map(({ start, nights }) => {
    return { pick_up_date: start, drop_off_date: addDays(start, nights), trips: 1, answered: 1 };
  });
  const document = comparison({ dates, offers: rankOffers(offers).map(offerData) });
  return { days, counts, document };
}

async function shown(document: Comparison, columns: number): Promise<string[]> {
  const { view } = comparisonResult(document, {
    isJson: false,
    timeZone: () => 'UTC',
    exitCode: 0,
    now: 0,
    groupBy: undefined,
    calendar: true,
    limit: undefined,
    quoteMode: { how: 'all' },
    groups: ['calendar'],
    isSearchedView: true,
    suggestsFlags: true,
  });
  return renderLines({ view }, { columns });
}

/** The lines of each block: its header and its rows. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks = lines.join('\n').split('\n\n');
  return blocks.filter((block) => block.startsWith('FROM ')).map((block) => block.split('\n'));
}

const cases = sample(lengthCounts, 3).flatMap((lengths) =>
  widths.map((columns) => ({ lengths, columns })),
);

test.each(cases)(
  '$lengths lengths in $columns columns: blocks are full, and no cell is cut',
  async ({ lengths, columns }) => {
    const { days, counts, document } = calendarOf(6, lengths);
    const lines = await shown(document, columns);
    expect(lines.filter((line) => line.length > columns && !line.startsWith('http'))).toEqual([]);
    const text = (start: CalendarDate, nights: number): string =>
      groupDigits(String(amountOf({ start, nights }) ?? '–'));
    /** A sign follows the amount. */
    const widthOf = (nights: number): number =>
      Math.max(
        describeNights(nights).length,
        ...days.map((start) => text(start, nights).length + 1),
      );
    const blocks = blocksOf(lines);
    let rest = [...counts];
    for (const [header = '', ...rows] of blocks) {
      const lengthsShown = header.split(/ {2,}/).slice(1);
      const here = rest.slice(0, lengthsShown.length);
      rest = rest.slice(lengthsShown.length);
      const [next] = rest;
      expect(lengthsShown).toEqual(here.map(describeNights));
      const taken = here.reduce(
        (sum, nights) => sum + gap + widthOf(nights),
        shortDate(days[0]!).length,
      );
      if (next !== undefined)
        expect(taken + gap + widthOf(next), 'has room for one more').toBeGreaterThan(columns);
      const cells = rows.map((row) => row.split(/ {2,}/).map((cell) => cell.replace('*', '')));
      expect(cells).toEqual(
        days.map((start) => [shortDate(start), ...here.map((nights) => text(start, nights))]),
      );
    }
    expect(rest).toEqual([]);
  },
);

test.each(widths)('the amounts of a column end below each other in %i columns', async (columns) => {
  const { document } = calendarOf(6, 14);
  for (const [, ...rows] of blocksOf(await shown(document, columns))) {
    const ends = rows
      .filter((row) => !row.includes('–'))
      .map((row) => [...row.matchAll(/\.\d\d/g)].map(({ index }) => index));
    expect(ends).toEqual(ends.map(() => ends[0]));
  }
});

test('a month of six lengths is one block in 120 columns', async () => {
  const { days, document } = calendarOf(31, 6);
  const blocks = blocksOf(await shown(document, 120));
  expect(blocks.map(({ length }) => length)).toEqual([1 + days.length]);
});
