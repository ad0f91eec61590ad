/** The calendar of a comparison for a terminal. */
import { calendarOf } from '../../documents/calendar.ts';
import type { Comparison, PricedOffer } from '../../documents/offers.ts';
import { areInSeveralYears, describeNights, shortDate } from '../../planner/trip-words.ts';
import type { Block } from '../../result.ts';

/** `ranked` are of one currency, best first; `rest` says what is not among them. */
export function calendarBlocks(
  ranked: readonly PricedOffer[],
  heading: string,
  rest: readonly Block[],
  document: Comparison,
): Block[] {
  const { columns, rows, legend } = calendarOf(ranked, document);
  const withYear = areInSeveralYears(rows.map(({ date }) => date));
  const shown = rows.map(({ date, cells }) => ({
    label: shortDate(date, withYear),
    // A sign of one column keeps the amounts aligned.
    cells: cells.map(({ offer, sign, shade }) => {
      return offer === undefined
        ? { amount: undefined, sign: `${sign || ' '} `, shade }
        : { amount: offer.totalAmount, sign: sign || ' ', shade };
    }),
  }));
  return [
    { kind: 'text', text: `Cheapest total of ${heading}`, style: 'heading' },
    ...rest,
    { kind: 'text', text: legend.map((words) => words.join(' ')).join('   '), style: 'dim' },
    { kind: 'grid', grid: { corner: 'FROM', columns: columns.map(describeNights), rows: shown } },
  ];
}
