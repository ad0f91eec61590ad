/** The state of a search: its trips, the offers of those that were answered, and totals. */
import { createLearned, type DatedPricing, type Learned, type QuoteParts } from './learned.ts';
import { createRates, type Rates, type SearchVehicle } from './rates.ts';
import { createTotals, type Totals } from './totals.ts';

export interface SearchTrip {
  readonly operator: string;
  readonly pickUp: number;
  readonly dropOff: number;
  /** The number of a day. */
  readonly start: number;
  readonly nights: number;
  /** It ranks after all others of its group, whatever its total. */
  readonly ranksLast: boolean;
}

export interface SearchOffer<T, V> {
  readonly trip: T;
  readonly vehicle: V;
}

/** The cheapest `count` of each group are wanted. */
export interface SearchAim<T> {
  readonly count: number;
  /** `vehicle` is its key. */
  readonly groupOf: (trip: T, vehicle: string) => string;
}

export interface MaxTotal {
  readonly amount: number;
  /** In upper case. */
  readonly currency: string;
}

export interface SearchOptions<T> {
  readonly trips: readonly T[];
  readonly aims: readonly SearchAim<T>[];
  /** Every trip is asked for, not only those that can be among the cheapest. */
  readonly allTrips?: boolean;
  readonly quotes?: 'best' | 'all' | 'none';
  /** The search goes on until a total is at or under it, or none can be expected to be. */
  readonly maxTotal?: MaxTotal | undefined;
  /** How many lists of vehicles and quotes may be requested. A stored answer counts as well. */
  readonly maxRequests?: number;
}

export interface OperatorKnowledge {
  readonly learned: Learned;
  readonly rates: Rates;
  readonly currencies: Set<string>;
  /**
   * The units of all totals, and of the totals of each vehicle. A unit is a currency with the extras
   * that a total includes; only totals of one unit are compared.
   */
  readonly units: Set<string>;
  readonly unitsOf: Map<string, Set<string>>;
}

/** A trip, and whether its list of vehicles was requested. */
export interface TripEntry {
  readonly trip: SearchTrip;
  /** Its index in the list of trips. */
  readonly index: number;
  readonly pair: string;
  readonly operator: OperatorKnowledge;
  /** The group of each aim, by the key of a vehicle. */
  readonly groupsOf: (vehicle: string) => string[];
  /** `asked`: it has no answer yet, or its request failed. `gone`: it cannot be asked for. */
  status: 'open' | 'asked' | 'listed' | 'gone';
}

/** An offer, and whether it was quoted. */
export interface OfferEntry extends DatedPricing {
  readonly tripEntry: TripEntry;
  /** The group of each aim. */
  readonly groups: readonly string[];
  status: 'open' | 'asked' | 'priced' | 'refused' | 'gone';
}

/** The options that a choice depends on, beside the trips and the aims. */
type StateOptions = Pick<SearchOptions<SearchTrip>, 'allTrips' | 'quotes' | 'maxTotal'>;

export interface SearchState {
  readonly options: StateOptions;
  /** How many offers of a group each aim wants. */
  readonly counts: readonly number[];
  readonly tripEntries: readonly TripEntry[];
  readonly offerEntries: OfferEntry[];
  readonly totals: Totals;
  /** Starts are divided into up to eight parts of neighbouring days: the part of each start. */
  readonly partOf: ReadonlyMap<number, number>;
  readonly doubt: {
    /** How many batches of doubtful offers in a row changed nothing. */
    idle: number;
    /** How many changes `totals` had before the last batch. */
    changes: number;
  };
  /** How many requests are left. */
  left: number;
  /** Requests that were chosen but not sent, because none was left. */
  waiting: number;
  isStarted: boolean;
}

/** Each part of the starts gets a quote, because many fees are for some days only. */
const maxParts = 8;
/** Added to the totals of trips that rank last: more than any total in any currency should be. */
export const behindAll = 1e9;
/** Totals have whole cents. What is computed of floating-point numbers is only near to them. */
const halfCent = 0.005;

export function newSearchState<T extends SearchTrip>(options: SearchOptions<T>): SearchState {
  const operators = new Map<string, OperatorKnowledge>();
  const operatorOf = (name: string): OperatorKnowledge => {
    const operator = operators.get(name) ?? createOperator();
    operators.set(name, operator);
    return operator;
  };
  const tripEntries = options.trips.map((trip, index): TripEntry => {
    return {
      trip,
      index,
      pair: `${trip.pickUp} ${trip.dropOff}`,
      operator: operatorOf(trip.operator),
      groupsOf: (vehicle) => options.aims.map(({ groupOf }) => groupOf(trip, vehicle)),
      status: 'open',
    };
  });
  const counts = options.aims.map(({ count }) => count);
  const left = options.maxRequests ?? Number.POSITIVE_INFINITY;
  return {
    options,
    counts,
    tripEntries,
    offerEntries: [],
    totals: createTotals(counts),
    partOf: partsOf(options.trips),
    doubt: { changes: 0, idle: 0 },
    left,
    waiting: 0,
    isStarted: false,
  };
}

function partsOf(trips: readonly SearchTrip[]): ReadonlyMap<number, number> {
  const starts = [...new Set(trips.map(({ start }) => start))].sort((a, b) => a - b);
  const size = Math.ceil(starts.length / maxParts);
  return new Map(starts.map((start, index) => [start, Math.floor(index / size)]));
}

function createOperator(): OperatorKnowledge {
  return {
    learned: createLearned(),
    rates: createRates(),
    currencies: new Set(),
    units: new Set(),
    unitsOf: new Map(),
  };
}

export function newOfferEntry(tripEntry: TripEntry, { key, rate }: SearchVehicle): OfferEntry {
  const { trip, pair } = tripEntry;
  return {
    pair,
    start: trip.start,
    nights: trip.nights,
    vehicle: key,
    rate,
    tripEntry,
    groups: tripEntry.groupsOf(key),
    status: 'open',
  };
}

export function learnTotal({ totals }: SearchState, entry: OfferEntry, parts: QuoteParts): void {
  const { operator, trip } = entry.tripEntry;
  const unit = `${parts.currency} ${parts.extras ?? ''}`;
  operator.unitsOf.set(
    entry.vehicle,
    (operator.unitsOf.get(entry.vehicle) ?? new Set<string>()).add(unit),
  );
  operator.units.add(unit);
  operator.currencies.add(parts.currency);
  operator.learned.learn(entry, parts);
  const { total } = parts;
  const currency = parts.currency.toUpperCase();
  totals.add(entry.groups, unit, { total, currency, rankingAmount: rankingAmount(trip, total) });
}

/** A total as it ranks: those of trips that rank last are above all others. */
export function rankingAmount({ ranksLast }: SearchTrip, amount: number): number {
  return ranksLast ? amount + behindAll : amount;
}

/** Infinity if the amount is of a trip that ranks last: any total of another trip is cheaper. */
export function totalToUndercut(amount: number): number {
  return amount < behindAll ? amount : Number.POSITIVE_INFINITY;
}

export function rankingGuess(entry: OfferEntry): number {
  const { trip, operator } = entry.tripEntry;
  return rankingAmount(trip, operator.learned.guess(entry));
}

export function rankingFloor(entry: OfferEntry): number {
  const { trip, operator } = entry.tripEntry;
  return rankingAmount(trip, operator.learned.floor(entry));
}

/** Totals below it would be among the cheapest of one of the groups. */
export function totalToBeat(
  { totals }: SearchState,
  operator: OperatorKnowledge,
  vehicle: string,
  groups: readonly string[],
): number {
  const units = operator.unitsOf.get(vehicle) ?? operator.units;
  return units.size === 0 ? Number.POSITIVE_INFINITY : totals.toBeat(groups, units);
}

/**
 * Whether an expected amount, rounded to the cent, is at or under the wanted total, in a currency of
 * the operator. Before its first quote, it can have any.
 */
export function mayMeet({ currencies }: OperatorKnowledge, amount: number, max: MaxTotal): boolean {
  const hasCurrency =
    currencies.size === 0 || [...currencies].some((one) => one.toUpperCase() === max.currency);
  return hasCurrency && amount < max.amount + halfCent;
}

/** Whether it would be among the cheapest at the lowest charges that were seen. */
export function couldBeBelow(state: SearchState, entry: OfferEntry): boolean {
  const { vehicle, groups, tripEntry } = entry;
  return rankingFloor(entry) < totalToBeat(state, tripEntry.operator, vehicle, groups) - halfCent;
}

/** Whether it could cost as much as the last of the cheapest of the first aim, to the cent. */
export function couldBeEqual(state: SearchState, entry: OfferEntry): boolean {
  const { vehicle, groups, tripEntry } = entry;
  const last = totalToBeat(state, tripEntry.operator, vehicle, groups.slice(0, 1));
  return Math.abs(rankingFloor(entry) - last) < halfCent && !couldBeBelow(state, entry);
}
