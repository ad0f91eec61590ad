/** Offers in groups, and as a calendar: the cheapest total for each start date and column. */
import type { CalendarDate } from '../../api/types.ts';
import { compareMoney } from '../money.ts';
import { fold } from '../names.ts';
import type { TripState } from './events.ts';
import { groupBy, type QuotedOffer } from './rank.ts';

export interface GridCell {
  /** The cheapest offer, if any. */
  readonly best: QuotedOffer | undefined;
  /** The worst state of the trips in the cell. */
  readonly state: TripState;
  /** 0 is the cheapest of the cells it is compared with, 1 the most expensive; 0 if all are equal. */
  readonly shade: number;
  /** No cell it is compared with is cheaper. */
  readonly isCheapest: boolean;
}

export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly date: CalendarDate; readonly cells: readonly GridCell[] }[];
}

/** A trip of the sweep, in the column where it belongs. */
export interface GridTrip {
  readonly date: CalendarDate;
  readonly column: string;
  readonly state: TripState;
}

export interface GridParts {
  readonly trips: readonly GridTrip[];
  /** Of one currency. */
  readonly offers: readonly QuotedOffer[];
  columnOf(offer: QuotedOffer): string;
  /** Compare totals only within their column, because more nights cost more. */
  readonly byColumn: boolean;
}

/** Sorted dates; columns in the order of the trips. */
export function buildGrid({ trips, offers, columnOf, byColumn }: GridParts): Grid {
  const best = cheapestByCell(offers, columnOf);
  const states = statesByCell(trips);
  const columns = [...new Set([...trips.map(({ column }) => column), ...offers.map(columnOf)])];
  const dates = [...new Set([...trips.map(({ date }) => date), ...offers.map(({ pickUpDate }) => pickUpDate)])].sort();
  const peersOf = (column: string): string => (byColumn ? column : '');
  const ranges = new Map(
    [...groupBy(best.values(), (offer) => peersOf(columnOf(offer)))].map(([peers, list]) => [peers, rangeOf(list)]),
  );
  const cellOf = (date: CalendarDate, column: string): GridCell => {
    const offer = best.get(cellKey(date, column));
    const { low, high } = ranges.get(peersOf(column)) ?? { low: 0, high: 0 };
    const total = offer?.quote.totalAmount;
    return {
      best: offer,
      state: states.get(cellKey(date, column)) ?? 'answered',
      shade: total === undefined || high === low ? 0 : (total - low) / (high - low),
      isCheapest: total !== undefined && compareMoney(total, low) === 0,
    };
  };
  return { columns, rows: dates.map((date) => ({ date, cells: columns.map((column) => cellOf(date, column)) })) };
}

function rangeOf(offers: readonly QuotedOffer[]): { low: number; high: number } {
  const totals = offers.map(({ quote }) => quote.totalAmount);
  return { low: totals.reduce(lower), high: totals.reduce(higher) };
}

function cheapestByCell(
  offers: readonly QuotedOffer[],
  columnOf: (offer: QuotedOffer) => string,
): Map<string, QuotedOffer> {
  const best = new Map<string, QuotedOffer>();
  for (const offer of offers) {
    const key = cellKey(offer.pickUpDate, columnOf(offer));
    const before = best.get(key);
    if (before === undefined || compareMoney(offer.quote.totalAmount, before.quote.totalAmount) < 0)
      best.set(key, offer);
  }
  return best;
}

function statesByCell(trips: readonly GridTrip[]): Map<string, TripState> {
  const worst: readonly TripState[] = ['answered', 'unsent', 'failed'];
  const states = new Map<string, TripState>();
  for (const { date, column, state } of trips) {
    const key = cellKey(date, column);
    const before = states.get(key) ?? 'answered';
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

export const groupings = ['vehicle', 'date', 'depots', 'operator'] as const;
export type Grouping = (typeof groupings)[number];

export interface OfferGroup {
  readonly best: QuotedOffer;
  readonly dearest: QuotedOffer;
  readonly count: number;
}

/** `offers` are of one currency, cheapest first; so are the groups. Across operators, depots are the same if their names are. */
export function groupOffers(offers: readonly QuotedOffer[], by: Grouping): OfferGroup[] {
  const groups = groupBy(offers, (offer) => groupKey(offer, by));
  return [...groups.values()].flatMap((list) => {
    const [best, dearest] = [list[0], list.at(-1)];
    return best === undefined || dearest === undefined ? [] : [{ best, dearest, count: list.length }];
  });
}

/** A vehicle belongs to one operator: the same name at another operator is another vehicle. */
export function groupKey(offer: QuotedOffer, by: Grouping): string {
  switch (by) {
    case 'vehicle':
      return `${offer.operator} ${offer.vehicle.vehicleId}`;
    case 'date':
      return offer.pickUpDate;
    case 'depots':
      return `${fold(offer.pickUp)} → ${fold(offer.dropOff)}`;
    case 'operator':
      return offer.operator;
  }
}
