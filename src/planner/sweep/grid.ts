/** The calendar: the cheapest total for each start date and column, and why a cell has none. */
import type { CalendarDate, Trip, Vehicle } from '../../api/types.ts';
import type { Numeric } from '../../json.ts';
import { compareMoney } from '../money.ts';
import type { SweepOutcome, TripResult } from './events.ts';
import { groupBy, isQuoted, type Offer, type QuotedOffer } from './rank.ts';
import { tripKey } from './trips.ts';

/**
 * What a cell tells besides its total. A later one hides the earlier ones. none: nothing is available. unquoted: available, but no
 * quote was wanted. foreign: only totals in another currency. incomplete: only offers without a wanted extra. unanswered: a request
 * failed or was not sent, so there may be a lower total.
 */
const cellStates = ['none', 'unquoted', 'foreign', 'incomplete', 'unanswered'] as const;
export type CellState = (typeof cellStates)[number];

export interface GridCell {
  /** The cheapest offer, if any. */
  readonly best: QuotedOffer | undefined;
  readonly state: CellState;
  /** 0 is the cheapest of the cells it is compared with, 1 the most expensive; 0 if all are equal. */
  readonly shade: number;
  /** No cell it is compared with is cheaper. */
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
  readonly entries: readonly GridEntry[];
  /** Of one currency. */
  readonly offers: readonly QuotedOffer[];
  columnOf(offer: QuotedOffer): string;
  /** Compare totals only within their column, because more nights cost more. */
  readonly byColumn: boolean;
}

/** Sorted dates; columns in the order of the entries. */
export function buildGrid({ entries, offers, columnOf, byColumn }: GridParts): Grid {
  const best = cheapestByCell(offers, columnOf);
  const states = statesByCell(entries);
  const columns = [...new Set([...entries.map(({ column }) => column), ...offers.map(columnOf)])];
  const dates = [...new Set([...entries, ...offers.map(({ pickUpDate: date }) => ({ date }))].map(({ date }) => date))];
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
      isCheapest: total !== undefined && compareMoney(total, range.low) === 0,
    };
  };
  return {
    columns,
    rows: dates.sort().map((date) => ({ date, cells: columns.map((column) => cellOf(date, column)) })),
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
export function gridEntries(
  { trips, offers }: Pick<SweepOutcome, 'trips' | 'offers'>,
  currency: string | undefined,
  columns: GridColumns,
): GridEntry[] {
  const found = new Map(offers.map((offer) => [offerKey(offer.operator, offer, offer.vehicle), offer]));
  return trips.flatMap((result) => {
    const { session, trip, available, selected } = result;
    const date = trip.pickUpDate;
    const state = available === undefined ? 'unanswered' : 'none';
    const wanted = new Set(selected.map(({ vehicleId }) => vehicleId));
    const ofTrip = columns.ofTrip(result).map((column): GridEntry => ({ date, column, state }));
    const ofVehicles = (available ?? []).flatMap((vehicle): GridEntry[] => {
      const column = columns.ofVehicle(result, vehicle);
      if (column === undefined) return [];
      const offer = found.get(offerKey(session.operator.name, trip, vehicle));
      return [{ date, column, state: stateOf(offer, wanted.has(vehicle.vehicleId), currency) }];
    });
    return [...ofTrip, ...ofVehicles];
  });
}

function stateOf(offer: Offer | undefined, isWanted: boolean, currency: string | undefined): CellState {
  if (offer === undefined) return isWanted ? 'unanswered' : 'unquoted';
  if (!isQuoted(offer)) return 'unquoted';
  if (offer.missing.length > 0) return 'incomplete';
  return offer.quote.currency === currency ? 'none' : 'foreign';
}

function offerKey(operator: string, trip: Trip, { vehicleId }: Vehicle): string {
  return `${tripKey(trip)} ${vehicleId} ${operator}`;
}

type Range = ReturnType<typeof rangeOf>;

/** A shade needs no exact numbers. */
function shadeOf(total: Numeric, { low, high }: Range): number {
  const width = Number(high) - Number(low);
  return width === 0 ? 0 : (Number(total) - Number(low)) / width;
}

function rangeOf(offers: readonly QuotedOffer[]) {
  const totals = offers.map(({ quote }) => quote.totalAmount).sort(compareMoney);
  return { low: totals[0] ?? 0, high: totals.at(-1) ?? 0 };
}

function cheapestByCell(offers: readonly QuotedOffer[], columnOf: GridParts['columnOf']): Map<string, QuotedOffer> {
  const best = new Map<string, QuotedOffer>();
  for (const offer of offers) {
    const key = cellKey(offer.pickUpDate, columnOf(offer));
    const before = best.get(key);
    if (before === undefined || compareMoney(offer.quote.totalAmount, before.quote.totalAmount) < 0)
      best.set(key, offer);
  }
  return best;
}

function statesByCell(entries: readonly GridEntry[]): Map<string, CellState> {
  const states = new Map<string, CellState>();
  for (const { date, column, state } of entries) {
    const key = cellKey(date, column);
    const before = states.get(key) ?? 'none';
    states.set(key, cellStates.indexOf(state) > cellStates.indexOf(before) ? state : before);
  }
  return states;
}

function cellKey(date: CalendarDate, column: string): string {
  return `${date} ${column}`;
}
