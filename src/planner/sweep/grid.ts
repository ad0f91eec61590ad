/** The calendar: the cheapest total for each start date and number of nights, and why a cell has none. */
import type { CalendarDate, RentalDates, Trip } from '../../api/types.ts';
import { nights } from '../calendar.ts';
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
  /** 0 is the cheapest of its column, because more nights cost more, and 1 the most expensive; 0 if all are equal. */
  readonly shade: number;
  /** No cell of its column is cheaper, apart from those with days without times. */
  readonly isCheapest: boolean;
}

export interface Grid {
  /** Numbers of nights. */
  readonly columns: readonly number[];
  readonly rows: readonly { readonly date: CalendarDate; readonly cells: readonly GridCell[] }[];
}

/** Something that one cell tells. */
export interface GridEntry extends RentalDates {
  readonly state: CellState;
}

/** Sorted dates; columns in the order of the entries. `offers` are of one currency. */
export function buildGrid(entries: Iterable<GridEntry>, offers: readonly QuotedOffer[]): Grid {
  const best = cheapestByCell(offers);
  const { states, columns: told, dates } = readEntries(entries);
  const columns = [...new Set([...told, ...offers.map(nightsOf)])];
  const days = [...new Set([...dates, ...offers.map(({ pickUpDate }) => pickUpDate)])].sort();
  const byColumn = groupBy(best.values(), (offer) => String(nightsOf(offer)));
  const ranges = new Map([...byColumn].map(([column, list]) => [column, rangeOf(list)]));
  const cellOf = (date: CalendarDate, column: number): GridCell => {
    const offer = best.get(cellKey(date, column));
    const range = ranges.get(String(column)) ?? rangeOf([]);
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

/** What the trips of a sweep tell, apart from the totals in `currency`. */
export function* gridEntries(
  results: Iterable<TripResult>,
  offers: readonly Offer[],
  currency: string | undefined,
): Generator<GridEntry> {
  const byTrip = groupBy(offers, (offer) => offerKey(offer.operator, offer));
  for (const { operator, trip, available } of results) {
    const { pickUpDate, dropOffDate } = trip;
    yield { pickUpDate, dropOffDate, state: available === undefined ? 'unanswered' : 'none' };
    if (available === undefined) continue;
    const own = byTrip.get(offerKey(operator, trip)) ?? [];
    const found = new Map(own.map((offer) => [offer.vehicle.vehicleId, offer]));
    for (const { vehicleId } of available) {
      yield { pickUpDate, dropOffDate, state: stateOf(found.get(vehicleId), currency) };
    }
  }
}

function stateOf(offer: Offer | undefined, currency: string | undefined): CellState {
  if (offer === undefined) return 'unanswered';
  if (offer.missing.length > 0) return 'incomplete';
  if (!isQuoted(offer)) return 'unquoted';
  return offer.quote.currency === currency ? 'none' : 'foreign';
}

function offerKey(operator: string, trip: Trip): string {
  return `${tripKey(trip)} ${operator}`;
}

type Range = ReturnType<typeof rangeOf>;

function shadeOf(total: number, { low, high }: Pick<Range, 'low' | 'high'>): number {
  return high === low ? 0 : (total - low) / (high - low);
}

function rangeOf(offers: readonly QuotedOffer[]) {
  const totals = totalRange(offers);
  const { low, high } = { low: totals?.low.quote.totalAmount ?? 0, high: totals?.high.quote.totalAmount ?? 0 };
  return { low, high, first: [...offers].sort(byRank)[0] };
}

function cheapestByCell(offers: readonly QuotedOffer[]): Map<string, QuotedOffer> {
  const best = new Map<string, QuotedOffer>();
  for (const offer of offers) {
    const key = cellKey(offer.pickUpDate, nightsOf(offer));
    const before = best.get(key);
    if (before === undefined || byRank(offer, before) < 0) best.set(key, offer);
  }
  return best;
}

/** One after the other: each trip has an entry for each of its vehicles. */
function readEntries(entries: Iterable<GridEntry>) {
  const states = new Map<string, CellState>();
  const columns = new Set<number>();
  const dates = new Set<CalendarDate>();
  for (const { state, ...trip } of entries) {
    columns.add(nightsOf(trip));
    dates.add(trip.pickUpDate);
    const key = cellKey(trip.pickUpDate, nightsOf(trip));
    const before = states.get(key) ?? 'none';
    states.set(key, cellStates.indexOf(state) > cellStates.indexOf(before) ? state : before);
  }
  return { states, columns, dates };
}

function nightsOf({ pickUpDate, dropOffDate }: RentalDates): number {
  return nights(pickUpDate, dropOffDate);
}

function cellKey(date: CalendarDate, column: number): string {
  return `${date} ${column}`;
}
