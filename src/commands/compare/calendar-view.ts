/** The calendar of a comparison for a terminal. */
import type { CalendarDate } from '../../api/types.ts';
import { calendarOf, cheapestSign, type CalendarCell } from '../../documents/calendar.ts';
import type { Comparison, PricedOffer } from '../../documents/offers.ts';
import { areInSeveralYears, describeNights, shortDate } from '../../planner/trip-words.ts';
import type { Block, Column, Row } from '../../result.ts';
import { showMoney } from '../../base/money.ts';

/** `ranked` are of one currency, best first; `rest` says what is not among them. */
export function calendarBlocks(
  ranked: readonly PricedOffer[],
  heading: string,
  rest: readonly Block[],
  document: Comparison,
): Block[] {
  const { columns, rows, legend } = calendarOf(ranked, document);
  const withYear = areInSeveralYears(rows.map(({ date }) => date));
  const first: Column = { key: 'date', header: 'FROM', show: ({ date }) => shortDate(date as CalendarDate, withYear) };
  const amounts = columns.map((count, place): Column => {
    const cellOf = ({ cells }: Row): CalendarCell | undefined => (cells as readonly CalendarCell[])[place];
    const header = describeNights(count);
    return {
      key: header,
      header,
      kind: 'number',
      show: (row) => textOf(cellOf(row)),
      style: (row) => (cellOf(row)?.sign === cheapestSign ? 'good' : undefined),
    };
  });
  const starts = Array.from({ length: Math.ceil(amounts.length / columnsBeside) }, (_, place) => place * columnsBeside);
  return [
    { kind: 'text', text: `Cheapest total of ${heading}`, style: 'heading' },
    ...rest,
    { kind: 'text', text: legend.map((words) => words.join(' ')).join('   '), style: 'dim' },
    ...starts.map((start): Block => {
      return { kind: 'table', columns: [first, ...amounts.slice(start, start + columnsBeside)], rows };
    }),
  ];
}

/** So many fit 80 columns; the others stand in a table below. */
const columnsBeside = 5;

/** A sign of one column keeps the amounts aligned. */
function textOf({ offer, sign = '' }: Partial<CalendarCell> = {}): string {
  return offer === undefined ? `${sign || ' '} ` : `${showMoney(String(offer.totalAmount))}${sign || ' '}`;
}
