/** The cheapest total of each start and number of nights, and why a cell has none: for a terminal and for a page. */
import type { CalendarDate } from '../api/types.ts';
import { groupBy } from '../group-by.ts';
import { nights } from '../planner/calendar.ts';
import { hasClosedDay, isPriced, startOf, type Comparison, type PricedOffer } from './offers.ts';

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
  /** From 0 for the lowest total of the column to 1 for the highest: more nights cost more. */
  readonly shade: number;
}

/** Each hides those before it. */
const signs = {
  unasked: ['', ''],
  none: ['–', 'nothing available'],
  unpriced: ['~', 'available, not quoted'],
  foreign: ['¤', 'only in another currency'],
  incomplete: ['!', 'only without a wanted extra'],
  unanswered: ['?', 'not all of it was answered'],
} as const;
type CellState = keyof typeof signs;
const states = Object.keys(signs) as CellState[];

export const cheapestSign = '*';
const closedSign = '×';

/** `ranked` are of one currency, best first. */
export function calendarOf(ranked: readonly PricedOffer[], document: Comparison): OfferCalendar {
  const told = statesOf(document, ranked[0]?.currency);
  const columns = [...new Set([...told.keys()].map((cell) => Number(cell.split(' ')[1])))];
  const dates = [...new Set([...told.keys()].map((cell) => cell.slice(0, 10) as CalendarDate))].sort();
  const cells = cellsOf(ranked, told, document.interrupted);
  const rows = dates.map((date) => ({ date, cells: columns.map((count) => cells(cellKey(date, count))) }));
  const shown = new Set(rows.flatMap((row) => row.cells.map(({ sign }) => sign)));
  const all = [
    [cheapestSign, 'the cheapest of its column'] as const,
    [closedSign, 'a depot lists no times on a day'] as const,
    ...Object.values(signs),
  ];
  return { columns, rows, legend: all.filter(([sign]) => sign !== '' && shown.has(sign)) };
}

/** The cells in the order of the request, and what each tells besides its total in `currency`. */
function statesOf({ dates, offers, failures }: Comparison, currency: string | undefined): Map<string, CellState> {
  const told = new Map<string, CellState>();
  const tell = (key: string, state: CellState): void => {
    const before = told.get(key) ?? 'unasked';
    told.set(key, states.indexOf(state) > states.indexOf(before) ? state : before);
  };
  for (const { pick_up_date: from, drop_off_date: to, trips, answered } of dates) {
    const key = cellKey(from, nights(from as CalendarDate, to as CalendarDate));
    tell(key, answered < trips ? 'unanswered' : 'none');
  }
  for (const offer of offers) tell(keyOf(offer), stateOf(offer, currency));
  for (const { pick_up_date: from, drop_off_date: to } of failures) {
    if (from !== null && to !== null)
      tell(cellKey(from, nights(from as CalendarDate, to as CalendarDate)), 'unanswered');
  }
  return told;
}

function stateOf(offer: Comparison['offers'][number], currency: string | undefined): CellState {
  if (offer.missing.length > 0) return 'incomplete';
  if (!isPriced(offer)) return 'unpriced';
  return offer.currency === currency ? 'none' : 'foreign';
}

/** After an interruption, the cheapest of a column is not known. */
function cellsOf(
  ranked: readonly PricedOffer[],
  told: ReadonlyMap<string, CellState>,
  isInterrupted: boolean,
): (key: string) => CalendarCell {
  const best = groupBy(ranked, keyOf);
  const columns = groupBy(
    ranked.filter((offer) => best.get(keyOf(offer))?.[0] === offer),
    ({ nights: count }) => String(count),
  );
  const ranges = new Map(
    [...columns].map(([count, list]) => {
      const totals = list.map(({ totalAmount }) => totalAmount);
      return [count, { first: list[0], low: Math.min(...totals), high: Math.max(...totals) }];
    }),
  );
  return (key) => {
    const offer = best.get(key)?.[0];
    const [sign] = signs[told.get(key) ?? 'unasked'];
    if (offer === undefined) return { offer, sign, shade: 0 };
    const { first, low, high } = ranges.get(String(offer.nights)) ?? { first: offer, low: 0, high: 0 };
    const shade = high === low ? 0 : (offer.totalAmount - low) / (high - low);
    // Equal offers share a rank, and one with a closed day ranks after all others.
    if (!isInterrupted && offer.rank === first?.rank) return { offer, sign: cheapestSign, shade };
    const plain = hasClosedDay(offer) ? closedSign : '';
    return { offer, sign: told.get(key) === 'unanswered' ? sign : plain, shade };
  };
}

function keyOf(offer: Comparison['offers'][number]): string {
  return cellKey(startOf(offer), offer.nights);
}

function cellKey(date: string, count: number): string {
  return `${date} ${count}`;
}
