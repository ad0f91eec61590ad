/** What a search knows: its trips, the offers that were listed, and their lowest totals. Pure. */
import { createLearned, type DatedPricing, type Learned, type QuoteParts } from './learned.ts';
import { createRates, type Rates, type SearchVehicle } from './rates.ts';

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

/** What the cheapest are wanted of. */
export interface SearchAim<T> {
  /** How many of each group. */
  readonly count: number;
  /** `vehicle` is its key. */
  readonly groupOf: (trip: T, vehicle: string) => string;
}

export interface SearchOptions<T> {
  readonly trips: readonly T[];
  readonly aims: readonly SearchAim<T>[];
  /**
   * Trips are asked for all, those with the lowest totals first; else only those that can be among
   * the cheapest.
   */
  readonly allTrips?: boolean;
  readonly quotes?: 'cheapest' | 'all' | 'none';
  /** The search goes on until a total is at or under it, or none can be expected to be. */
  readonly maxTotal?: number | undefined;
  /**
   * The most requests, for vehicles and quotes together; an answer that is stored counts as well.
   */
  readonly maxRequests?: number;
}

export interface Operator {
  readonly learned: Learned;
  readonly rates: Rates;
  readonly currencies: Set<string>;
  /** In what its totals are: of all its quotes, and of those of each vehicle. */
  readonly units: Set<string>;
  readonly unitsOf: Map<string, Set<string>>;
}

/** A trip whose vehicles can be asked for. */
export interface Ask<T> {
  readonly trip: T;
  /** Its place in the list. */
  readonly index: number;
  readonly pair: string;
  readonly operator: Operator;
  /** `asked` without an answer stays so. */
  state: 'open' | 'asked' | 'listed' | 'gone';
}

/** An offer that can be quoted. */
export interface Entry<T, V> extends DatedPricing {
  readonly ask: Ask<T>;
  readonly offer: SearchOffer<T, V>;
  /** Of each aim. */
  readonly groups: readonly string[];
  state: 'open' | 'asked' | 'priced' | 'refused' | 'gone';
}

export interface State<T, V> {
  readonly options: SearchOptions<T>;
  readonly asks: readonly Ask<T>[];
  readonly entries: Entry<T, V>[];
  readonly totals: Totals;
  /** In which part of the starts a start is. */
  readonly partOf: ReadonlyMap<number, number>;
  /** Batches of doubtful offers that changed nothing. */
  readonly doubt: { changes: number; idle: number };
  left: number;
  /** What was chosen and could not be asked for, because no request was left. */
  waiting: number;
  isStarted: boolean;
}

/**
 * Starts next to each other, of which one is quoted: fees and discounts are often for some days.
 */
const minPart = 4;
const maxParts = 8;
/** More than any total. */
const behindAll = 1e9;
export function stateOf<T extends SearchTrip, V>(options: SearchOptions<T>): State<T, V> {
  const operators = new Map<string, Operator>();
  const operatorOf = (name: string): Operator => {
    const operator = operators.get(name) ?? createOperator();
    operators.set(name, operator);
    return operator;
  };
  const asks = options.trips.map((trip, index): Ask<T> => {
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

function createOperator(): Operator {
  const units = {
    currencies: new Set<string>(),
    units: new Set<string>(),
    unitsOf: new Map<string, Set<string>>(),
  };
  return { learned: createLearned(), rates: createRates(), ...units };
}

export function entryFor<T extends SearchTrip, V extends SearchVehicle>(
  ask: Ask<T>,
  vehicle: V,
  { aims }: SearchOptions<T>,
): Entry<T, V> {
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
  { totals }: State<T, V>,
  entry: Entry<T, V>,
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

/** The lowest totals of each group and unit. */
interface Totals {
  add(groups: readonly string[], unit: string, place: number, total: number): void;
  /** What is below it would be among the cheapest of one of its groups. */
  limit(groups: readonly string[], units: Iterable<string>): number;
  lowest(): number;
  /** How often one of the lowest was new. */
  changes(): number;
}

function createTotals(counts: readonly number[]): Totals {
  const lists = new Map<string, number[]>();
  let lowest = Number.POSITIVE_INFINITY;
  let changes = 0;
  const nth = (index: number, group: string, unit: string): number =>
    lists.get(`${index} ${unit} ${group}`)?.[counts[index]! - 1] ?? Number.POSITIVE_INFINITY;
  return {
    add: (groups, unit, place, total) => {
      lowest = Math.min(lowest, total);
      for (const [index, group] of groups.entries()) {
        const key = `${index} ${unit} ${group}`;
        const before = lists.get(key) ?? [];
        const list = [...before, place].sort((a, b) => a - b).slice(0, counts[index]);
        if (list.some((value, at) => value !== before[at])) changes += 1;
        lists.set(key, list);
      }
    },
    limit: (groups, units) => {
      let limit = Number.NEGATIVE_INFINITY;
      for (const unit of units)
        for (const [index, group] of groups.entries())
          limit = Math.max(limit, nth(index, group, unit));
      return limit;
    },
    lowest: () => lowest,
    changes: () => changes,
  };
}

export function guessOf<T extends SearchTrip, V>(entry: Entry<T, V>): number {
  return placed(entry.ask.trip, entry.ask.operator.learned.guess(entry));
}

export function floorOf<T extends SearchTrip, V>({
  ask: { trip, operator },
  ...pricing
}: Entry<T, V>): number {
  return placed(trip, operator.learned.floor(pricing));
}

export function limitOf<T, V>(
  { totals }: State<T, V>,
  operator: Operator,
  vehicle: string,
  groups: readonly string[],
): number {
  const units = operator.unitsOf.get(vehicle) ?? operator.units;
  return units.size === 0 ? Number.POSITIVE_INFINITY : totals.limit(groups, units);
}

export function couldBeBelow<T extends SearchTrip, V>(
  state: State<T, V>,
  entry: Entry<T, V>,
): boolean {
  return floorOf(entry) < limitOf(state, entry.ask.operator, entry.vehicle, entry.groups);
}

/** With the last of the cheapest of the first aim, to the cent. */
export function couldBeEqual<T extends SearchTrip, V>(
  state: State<T, V>,
  entry: Entry<T, V>,
): boolean {
  const limit = limitOf(state, entry.ask.operator, entry.vehicle, entry.groups.slice(0, 1));
  return Math.abs(floorOf(entry) - limit) < 0.005 && !couldBeBelow(state, entry);
}
