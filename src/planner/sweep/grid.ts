/** The calendar: the cheapest total for each start date and column, and why a cell has none. */
import type { CalendarDate, Trip, Vehicle } from '../../api/types.ts';
import type { Numeric } from '../../json.ts';
import type { TripResult } from './events.ts';
import { byRank, groupBy, isQuoted, totalRange, type Offer, type QuotedOffer } from './rank.ts';
import { tripKey } from './trips.ts';

/**
 * What a cell tells besides its total. A later one hides the earlier ones. none: nothing is available. unquoted: available, but no
 * quote was wanted. foreign: only totals in another currency. incomplete: only offers without a wanted extra. unanswered: a request
 * failed or was not sent, so there may be a lower total.
 */
const cellStates = ['none', 'unquoted', 'foreign', 'incomplete', 'unanswered'] as const;
export type CellState = (typeof cellStates)[number];

export interface GridCell {
  /** The cheapest offer, if any; one with a day without times only if there is no other. */
  readonly best: QuotedOffer | undefined;
  readonly state: CellState;
  /** 0 is the cheapest of the cells it is compared with, 1 the most expensive; 0 if all are equal. */
  readonly shade: number;
  /** No cell it is compared with is cheaper, apart from those with days without times. */
  readonly isCheapest: boolean;
}

export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly date: CalendarDate; readonly cells: readonly GridCell[] }[];
}

/** Something that one cell tells. */
export interface GridEntry {
  readonly date: CalendarDate;
  readonly column: string;
  readonly state: CellState;
}

interface GridParts {
  readonly entries: Iterable<GridEntry>;
  /** Of one currency. */
  readonly offers: readonly QuotedOffer[];
  columnOf(offer: QuotedOffer): string;
  /** Compare totals only within their column, because more nights cost more. */
  readonly byColumn: boolean;
}

/** Sorted dates; columns in the order of the entries. */
export function buildGrid({ entries, offers, columnOf, byColumn }: GridParts): Grid {
  const best = cheapestByCell(offers, columnOf);
  const { states, columns: told, dates } = readEntries(entries);
  const columns = [...new Set([...told, ...offers.map(columnOf)])];
  const days = [...new Set([...dates, ...offers.map(({ pickUpDate }) => pickUpDate)])].sort();
  const peersOf = (column: string): string => (byColumn ? column : '');
  const ranges = new Map(
    [...groupBy(best.values(), (offer) => peersOf(columnOf(offer)))].map(([peers, list]) => [peers, rangeOf(list)]),
  );
  const cellOf = (date: CalendarDate, column: string): GridCell => {
    const offer = best.get(cellKey(date, column));
    const range = ranges.get(peersOf(column)) ?? rangeOf([]);
    const total = offer?.quote.totalAmount;
    return {
      best: offer,
      state: states.get(cellKey(date, column)) ?? 'none',
      shade: total === undefined ? 0 : shadeOf(total, range),
      isCheapest: offer !== undefined && byRank(offer, range.first ?? offer) === 0,
    };
  };
  return {
    columns,
    rows: days.map((date) => ({ date, cells: columns.map((column) => cellOf(date, column)) })),
  };
}

/** Where the trips and vehicles of a sweep belong. */
export interface GridColumns {
  /** The columns that a trip says something about: several if vehicles are the columns. */
  ofTrip(result: TripResult): readonly string[];
  /** Undefined if the vehicle has no column. */
  ofVehicle(result: TripResult, vehicle: Vehicle): string | undefined;
}

/** What the trips of a sweep tell, apart from the totals in `currency`. */
export function* gridEntries(
  results: Iterable<TripResult>,
  offers: readonly Offer[],
  currency: string | undefined,
  columns: GridColumns,
): Generator<GridEntry> {
  const byTrip = groupBy(offers, (offer) => offerKey(offer.operator, offer));
  for (const result of results) {
    const { operator, trip, available, selected } = result;
    const date = trip.pickUpDate;
    const state = available === undefined ? 'unanswered' : 'none';
    for (const column of columns.ofTrip(result)) yield { date, column, state };
    if (available === undefined) continue;
    const wanted = new Set(selected.map(({ vehicleId }) => vehicleId));
    const own = byTrip.get(offerKey(operator, trip)) ?? [];
    const found = new Map(own.map((offer) => [offer.vehicle.vehicleId, offer]));
    for (const vehicle of available) {
      const { vehicleId } = vehicle;
      const column = columns.ofVehicle(result, vehicle);
      if (column === undefined) continue;
      yield { date, column, state: stateOf(found.get(vehicleId), wanted.has(vehicleId), currency) };
    }
  }
}

function stateOf(offer: Offer | undefined, isWanted: boolean, currency: string | undefined): CellState {
  if (offer === undefined) return isWanted ? 'unanswered' : 'unquoted';
  if (!isQuoted(offer)) return 'unquoted';
  if (offer.missing.length > 0) return 'incomplete';
  return offer.quote.currency === currency ? 'none' : 'foreign';
}

function offerKey(operator: string, trip: Trip): string {
  return `${tripKey(trip)} ${operator}`;
}

type Range = ReturnType<typeof rangeOf>;

/** A shade needs no exact numbers. */
function shadeOf(total: Numeric, { low, high }: Pick<Range, 'low' | 'high'>): number {
  const width = Number(high) - Number(low);
  return width === 0 ? 0 : (Number(total) - Number(low)) / width;
}

function rangeOf(offers: readonly QuotedOffer[]) {
  const totals = totalRange(offers);
  const { low, high } = { low: totals?.low.quote.totalAmount ?? 0, high: totals?.high.quote.totalAmount ?? 0 };
  return { low, high, first: [...offers].sort(byRank)[0] };
}

function cheapestByCell(offers: readonly QuotedOffer[], columnOf: GridParts['columnOf']): Map<string, QuotedOffer> {
  const best = new Map<string, QuotedOffer>();
  for (const offer of offers) {
    const key = cellKey(offer.pickUpDate, columnOf(offer));
    const before = best.get(key);
    if (before === undefined || byRank(offer, before) < 0) best.set(key, offer);
  }
  return best;
}

/** One after the other: each trip has an entry for each of its vehicles. */
function readEntries(entries: Iterable<GridEntry>) {
  const states = new Map<string, CellState>();
  const columns = new Set<string>();
  const dates = new Set<CalendarDate>();
  for (const { date, column, state } of entries) {
    columns.add(column);
    dates.add(date);
    const key = cellKey(date, column);
    const before = states.get(key) ?? 'none';
    states.set(key, cellStates.indexOf(state) > cellStates.indexOf(before) ? state : before);
  }
  return { states, columns, dates };
}

function cellKey(date: CalendarDate, column: string): string {
  return `${date} ${column}`;
}
