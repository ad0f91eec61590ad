/** What a search knows: its trips, the offers of those that were answered, and totals. */
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
  readonly isLast: boolean;
}

export interface SearchOffer<T = SearchTrip, V = SearchVehicle> {
  readonly trip: T;
  readonly vehicle: V;
}

/** The cheapest `count` of each group are wanted. */
export interface SearchAim<T> {
  readonly count: number;
  /** `vehicle` is its key. */
  readonly groupOf: (trip: T, vehicle: string) => string;
}

export interface SearchOptions<T> {
  readonly trips: readonly T[];
  readonly aims: readonly SearchAim<T>[];
  /** Every trip is asked for, not only those that can be among the cheapest. */
  readonly allTrips?: boolean;
  readonly quotes?: 'cheapest' | 'all' | 'none';
  /** The search goes on until a total is at or under it, or none can be expected to be. */
  readonly maxTotal?: number | undefined;
  /** For vehicles and quotes together. A stored answer counts as well. */
  readonly maxRequests?: number;
}

export interface OperatorKnowledge {
  readonly learned: Learned;
  readonly rates: Rates;
  readonly currencies: Set<string>;
  /** Currency and extras of its totals: of all quotes, and by vehicle. */
  readonly units: Set<string>;
  readonly unitsOf: Map<string, Set<string>>;
}

/** A trip, and whether its vehicles were asked for. */
export interface TripCandidate<T> {
  readonly trip: T;
  /** Its place in the list. */
  readonly index: number;
  readonly pair: string;
  readonly operator: OperatorKnowledge;
  /** Without an answer it stays `asked`. */
  state: 'open' | 'asked' | 'listed' | 'gone';
}

/** An offer, and whether it was quoted. */
export interface OfferCandidate<T, V> extends DatedPricing {
  readonly ask: TripCandidate<T>;
  readonly offer: SearchOffer<T, V>;
  /** The group of each aim. */
  readonly groups: readonly string[];
  state: 'open' | 'asked' | 'priced' | 'refused' | 'gone';
}

export interface SearchState<T, V> {
  readonly options: SearchOptions<T>;
  readonly asks: readonly TripCandidate<T>[];
  readonly entries: OfferCandidate<T, V>[];
  readonly totals: Totals;
  /** The number of the part of the starts that a start is in. */
  readonly partOf: ReadonlyMap<number, number>;
  /** Batches of doubtful offers that changed nothing. */
  readonly doubt: { changes: number; idle: number };
  left: number;
  /** Requests that were chosen but not sent, because none was left. */
  waiting: number;
  isStarted: boolean;
}

/** Neighbouring starts are a part, and one of each is quoted: many fees are for some days only. */
const minPart = 4;
const maxParts = 8;
/** Added to the totals of trips that rank last: more than any total. */
const behindAll = 1e9;

export function startState<T extends SearchTrip, V>(options: SearchOptions<T>): SearchState<T, V> {
  const operators = new Map<string, OperatorKnowledge>();
  const operatorOf = (name: string): OperatorKnowledge => {
    const operator = operators.get(name) ?? createOperator();
    operators.set(name, operator);
    return operator;
  };
  const asks = options.trips.map((trip, index): TripCandidate<T> => {
    return {
      trip,
      index,
      pair: `${trip.pickUp} ${trip.dropOff}`,
      operator: operatorOf(trip.operator),
      state: 'open',
    };
  });
  const totals = createTotals(options.aims.map(({ count }) => count));
  const left = options.maxRequests ?? Number.POSITIVE_INFINITY;
  return {
    options,
    asks,
    entries: [],
    totals,
    partOf: partsOf(options.trips),
    doubt: { changes: 0, idle: 0 },
    left,
    waiting: 0,
    isStarted: false,
  };
}

function partsOf(trips: readonly SearchTrip[]): ReadonlyMap<number, number> {
  const starts = [...new Set(trips.map(({ start }) => start))].sort((a, b) => a - b);
  const size = Math.max(minPart, Math.ceil(starts.length / maxParts));
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

export function entryFor<T extends SearchTrip, V extends SearchVehicle>(
  ask: TripCandidate<T>,
  vehicle: V,
  { aims }: SearchOptions<T>,
): OfferCandidate<T, V> {
  const { trip, pair } = ask;
  const groups = aims.map(({ groupOf }) => groupOf(trip, vehicle.key));
  const { key, rate } = vehicle;
  return {
    pair,
    start: trip.start,
    nights: trip.nights,
    vehicle: key,
    rate,
    ask,
    offer: { trip, vehicle },
    groups,
    state: 'open',
  };
}

export function learnTotal<T extends SearchTrip, V>(
  { totals }: SearchState<T, V>,
  entry: OfferCandidate<T, V>,
  parts: QuoteParts,
): void {
  const { operator, trip } = entry.ask;
  const unit = `${parts.currency} ${parts.basket ?? ''}`;
  operator.unitsOf.set(
    entry.vehicle,
    (operator.unitsOf.get(entry.vehicle) ?? new Set<string>()).add(unit),
  );
  operator.units.add(unit);
  operator.currencies.add(parts.currency);
  operator.learned.learn(entry, parts);
  totals.add(entry.groups, unit, placed(trip, parts.total), parts.total);
}

export function placed({ isLast }: SearchTrip, amount: number): number {
  return isLast ? amount + behindAll : amount;
}

export function guessOf<T extends SearchTrip, V>(entry: OfferCandidate<T, V>): number {
  return placed(entry.ask.trip, entry.ask.operator.learned.guess(entry));
}

export function floorOf<T extends SearchTrip, V>({
  ask: { trip, operator },
  ...pricing
}: OfferCandidate<T, V>): number {
  return placed(trip, operator.learned.floor(pricing));
}

export function limitOf<T, V>(
  { totals }: SearchState<T, V>,
  operator: OperatorKnowledge,
  vehicle: string,
  groups: readonly string[],
): number {
  const units = operator.unitsOf.get(vehicle) ?? operator.units;
  return units.size === 0 ? Number.POSITIVE_INFINITY : totals.limit(groups, units);
}

export function couldBeBelow<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  entry: OfferCandidate<T, V>,
): boolean {
  return floorOf(entry) < limitOf(state, entry.ask.operator, entry.vehicle, entry.groups);
}

/** With the last of the cheapest of the first aim, to the cent. */
export function couldBeEqual<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  entry: OfferCandidate<T, V>,
): boolean {
  const limit = limitOf(state, entry.ask.operator, entry.vehicle, entry.groups.slice(0, 1));
  return Math.abs(floorOf(entry) - limit) < 0.005 && !couldBeBelow(state, entry);
}
