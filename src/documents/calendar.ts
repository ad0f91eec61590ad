/** The cheapest total of each start and number of nights, and why a cell has none: for a terminal and for a page. */
import type { CalendarDate } from '../api/types.ts';
import { groupBy } from '../group-by.ts';
import { nights } from '../planner/calendar.ts';
import { hasClosedDay, startOf, type Comparison, type PricedOffer } from './offers.ts';

export interface OfferCalendar {
  /** Numbers of nights. */
  readonly columns: readonly number[];
  readonly rows: readonly { readonly date: CalendarDate; readonly cells: readonly CalendarCell[] }[];
  /** The signs that occur, with their meanings. */
  readonly legend: readonly (readonly [sign: string, meaning: string])[];
}

export interface CalendarCell {
  /** The cheapest; undefined if there is none, and `sign` says why. */
  readonly offer: PricedOffer | undefined;
  /** A mark after its total, or instead of it; empty if there is nothing to say. */
  readonly sign: string;
}

export const cheapestSign = '*';
const [closedSign, noneSign, unpricedSign, unansweredSign] = ['×', '–', '~', '?'];
const meanings = [
  [cheapestSign, 'the cheapest of its column'],
  [closedSign, 'a depot lists no times on a day'],
  [noneSign, 'nothing available'],
  [unpricedSign, 'available, without a total to compare'],
  [unansweredSign, 'not all of it was answered'],
] as const;

/** `ranked` are of one currency, best first. */
export function calendarOf(ranked: readonly PricedOffer[], document: Comparison): OfferCalendar {
  const signs = signsOf(document);
  const keys = [...signs.keys()].map((key) => key.split(' '));
  const columns = [...new Set(keys.map(([, count]) => Number(count)))];
  const dates = [...new Set(keys.map(([date = '']) => date as CalendarDate))].sort();
  const best = new Map(ranked.toReversed().map((offer) => [keyOf(offer), offer]));
  const byColumn = groupBy(best.values(), (offer) => String(offer.nights));
  const rows = dates.map((date) => ({
    date,
    cells: columns.map((count): CalendarCell => {
      const [offer, sign = ''] = [best.get(cellKey(date, count)), signs.get(cellKey(date, count))];
      if (offer === undefined) return { offer, sign };
      const column = byColumn.get(String(count)) ?? [];
      // Equal offers share a rank. After an interruption, the cheapest of a column is not known.
      const isBest = !document.interrupted && column.every(({ rank }) => Number(rank) >= Number(offer.rank));
      const plain = sign === unansweredSign ? sign : hasClosedDay(offer) ? closedSign : '';
      return { offer, sign: isBest ? cheapestSign : plain };
    }),
  }));
  const shown = new Set(rows.flatMap(({ cells }) => cells.map(({ sign }) => sign)));
  return { columns, rows, legend: meanings.filter(([sign]) => shown.has(sign)) };
}

/** The cells in the order of the request, and what each says if it has no total. */
function signsOf({ dates, offers, failures }: Comparison): Map<string, string> {
  const signs = new Map<string, string>();
  for (const { pick_up_date: from, drop_off_date: to, trips, answered } of dates)
    signs.set(datesKey(from, to), answered < trips ? unansweredSign : noneSign);
  for (const key of offers.map(keyOf)) if (signs.get(key) !== unansweredSign) signs.set(key, unpricedSign);
  for (const { pick_up_date: from, drop_off_date: to } of failures)
    if (from !== null && to !== null) signs.set(datesKey(from, to), unansweredSign);
  return signs;
}

function keyOf(offer: Comparison['offers'][number]): string {
  return cellKey(startOf(offer), offer.nights);
}

function datesKey(from: CalendarDate, to: CalendarDate): string {
  return cellKey(from, nights(from, to));
}

function cellKey(date: string, count: number): string {
  return `${date} ${count}`;
}
