/** The cheapest total for each start date and each length, pair of depots, vehicle or operator. */
import type { CalendarDate } from '../../api/types.ts';
import { compareMoney } from '../money.ts';
import { collect } from './collect.ts';
import type { Quoted } from './rank.ts';

/** What became of asking about one date in one column. */
export type CellState = 'asked' | 'failed' | 'unasked';

export interface GridCell {
  /** The cheapest; undefined where there is none. */
  readonly best: Quoted | undefined;
  /** Of the questions behind the cell, the worst. */
  readonly state: CellState;
  /** 0 is the cheapest it is compared with, 1 the dearest; 0 where all are equal. */
  readonly shade: number;
  /** None of those is cheaper. */
  readonly isCheapest: boolean;
}

export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly date: CalendarDate; readonly cells: readonly GridCell[] }[];
}

/** One question that was to be asked, and the column that it belongs to. */
export interface Asked {
  readonly date: CalendarDate;
  readonly column: string;
  readonly state: CellState;
}

export interface GridParts {
  readonly asked: readonly Asked[];
  /** Of one currency. */
  readonly offers: readonly Quoted[];
  columnOf(offer: Quoted): string;
  /** Totals are compared with those of their own column alone: more nights always cost more. */
  readonly byColumn: boolean;
}

/** Dates in order; columns in the order in which they were asked about. */
export function buildGrid({ asked, offers, columnOf, byColumn }: GridParts): Grid {
  const best = cheapestByCell(offers, columnOf);
  const states = statesByCell(asked);
  const columns = [...new Set([...asked.map(({ column }) => column), ...offers.map(columnOf)])];
  const dates = [...new Set([...asked.map(({ date }) => date), ...offers.map(({ pickUpDate }) => pickUpDate)])].sort();
  const peersOf = (column: string): string => (byColumn ? column : '');
  const ranges = new Map(
    [...collect(best.values(), (offer) => peersOf(columnOf(offer)))].map(([peers, list]) => [peers, rangeOf(list)]),
  );
  const cellOf = (date: CalendarDate, column: string): GridCell => {
    const offer = best.get(cellKey(date, column));
    const { low, high } = ranges.get(peersOf(column)) ?? { low: 0, high: 0 };
    const total = offer?.quote.totalAmount;
    return {
      best: offer,
      state: states.get(cellKey(date, column)) ?? 'asked',
      shade: total === undefined || high === low ? 0 : (total - low) / (high - low),
      isCheapest: total !== undefined && compareMoney(total, low) === 0,
    };
  };
  return { columns, rows: dates.map((date) => ({ date, cells: columns.map((column) => cellOf(date, column)) })) };
}

function rangeOf(offers: readonly Quoted[]): { low: number; high: number } {
  const totals = offers.map(({ quote }) => quote.totalAmount);
  return { low: totals.reduce(lower), high: totals.reduce(higher) };
}

function cheapestByCell(offers: readonly Quoted[], columnOf: (offer: Quoted) => string): Map<string, Quoted> {
  const best = new Map<string, Quoted>();
  for (const offer of offers) {
    const key = cellKey(offer.pickUpDate, columnOf(offer));
    const before = best.get(key);
    if (before === undefined || compareMoney(offer.quote.totalAmount, before.quote.totalAmount) < 0)
      best.set(key, offer);
  }
  return best;
}

function statesByCell(asked: readonly Asked[]): Map<string, CellState> {
  const worst: readonly CellState[] = ['asked', 'unasked', 'failed'];
  const states = new Map<string, CellState>();
  for (const { date, column, state } of asked) {
    const key = cellKey(date, column);
    const before = states.get(key) ?? 'asked';
    states.set(key, worst.indexOf(state) > worst.indexOf(before) ? state : before);
  }
  return states;
}

function cellKey(date: CalendarDate, column: string): string {
  return `${date} ${column}`;
}

function lower(a: number, b: number): number {
  return compareMoney(a, b) <= 0 ? a : b;
}

function higher(a: number, b: number): number {
  return compareMoney(a, b) >= 0 ? a : b;
}
