/** Which trips and offers a search asks for next. Pure. */
import { groupBy } from '../base/group-by.ts';
import { couldBeBelow, floorOf, guessOf, limitOf, placed } from './state.ts';
import type { Ask, Entry, SearchTrip, State } from './state.ts';

/** Small, so that the next choice uses what these have shown. */
const batchSize = 5;
/** So many batches of doubtful offers without a change are enough. */
const maxIdle = 2;
/** Of many groups. */
const maxBatch = 40;
/** Of each operator, those with the lowest guesses. */
const maxVehiclesQuoted = 24;
/** Of an operator whose vehicles are not known yet. */
export const expectedVehicles = 12;
/** Of a vehicle, or of a length between two depots, whose quotes are refused. */
const maxTries = 3;
const startsOfLength = 3;
interface Choice<T, V> {
  readonly asks?: readonly Ask<T>[];
  readonly entries?: readonly Entry<T, V>[];
}

export function choose<T extends SearchTrip, V>(state: State<T, V>): Choice<T, V> {
  const { quotes = 'cheapest', allTrips = false } = state.options;
  if (!state.isStarted) {
    state.isStarted = true;
    return { asks: firstTrips(state) };
  }
  const isMixed = ({ operator }: Ask<T>): boolean =>
    quotes === 'cheapest' && operator.currencies.size > 1;
  const isWanted = (ask: Ask<T>): boolean => allTrips || quotes !== 'cheapest' || isMixed(ask);
  if (state.asks.some((ask) => ask.state === 'open' && isWanted(ask)))
    return { asks: openTrips(state).flatMap(({ ask }) => (isWanted(ask) ? ask : [])) };
  if (quotes === 'none') return {};
  const open = byAmount(
    state.entries.filter((one) => one.state === 'open'),
    guessOf,
  );
  const entries = open.filter(({ ask }) => quotes === 'all' || isMixed(ask));
  return entries.length > 0 || quotes === 'all' ? { entries } : cheapest(state, open);
}

/** Of each kind the next ones, if any; the first kind that has some. */
function cheapest<T extends SearchTrip, V>(
  state: State<T, V>,
  open: readonly Entry<T, V>[],
): Choice<T, V> {
  const kinds = [
    () => unseen(state, open),
    () => batch(open.filter((entry) => isPromising(state, entry))),
  ];
  for (const kind of kinds) {
    const entries = kind();
    if (entries.length > 0) return { entries };
  }
  const trips = openTrips(state);
  const asks = trips
    .flatMap(({ ask, isPromising }) => (isPromising ? ask : []))
    .slice(0, batchSize);
  if (asks.length > 0) return { asks };
  const entries = doubtful(state, open);
  return entries.length > 0 ? { entries } : underMax(state, open, trips);
}

/** Equal ones in an order that does not depend on that of the answers. */
function byAmount<T, V>(
  entries: readonly Entry<T, V>[],
  amountOf: (entry: Entry<T, V>) => number,
): Entry<T, V>[] {
  const sorted = entries.map((entry) => ({ entry, amount: amountOf(entry) }));
  sorted.sort(
    (a, b) =>
      a.amount - b.amount ||
      a.entry.ask.index - b.entry.ask.index ||
      (a.entry.vehicle < b.entry.vehicle ? -1 : Number(a.entry.vehicle > b.entry.vehicle)),
  );
  return sorted.map(({ entry }) => entry);
}

/** Those with the lowest totals first. */
function openTrips<T extends SearchTrip, V>(state: State<T, V>) {
  const trips = state.asks
    .filter((one) => one.state === 'open')
    .map((ask) => ({ ask, ...promise(state, ask) }));
  return trips.sort((a, b) => a.value - b.value);
}

function isPromising<T extends SearchTrip, V>(state: State<T, V>, entry: Entry<T, V>): boolean {
  const { operator, trip } = entry.ask;
  return (
    placed(trip, operator.learned.bound(entry)) <
    limitOf(state, operator, entry.vehicle, entry.groups)
  );
}

/**
 * The lowest total that a trip can be expected to have, and whether it would be among the cheapest.
 */
function promise<T extends SearchTrip, V>(state: State<T, V>, { trip, pair, operator }: Ask<T>) {
  const { nights } = trip;
  let value = Number.POSITIVE_INFINITY;
  let isPromising = !operator.rates.hasVehicles();
  for (const vehicle of operator.rates.vehicles()) {
    const rate = operator.rates.low({ ...trip, pair }, vehicle);
    const bound = placed(trip, operator.learned.bound({ pair, nights, vehicle, rate }));
    const groups = state.options.aims.map(({ groupOf }) => groupOf(trip, vehicle));
    isPromising ||= bound < limitOf(state, operator, vehicle, groups);
    value = Math.min(value, bound);
  }
  return { value, isPromising };
}

/**
 * All starts of the shortest length, and three of each other length: the first, the one in the
 * middle and the last. Fewer starts, if else there would be no requests left for the usual number
 * of quotes, but half of all requests at least.
 */
function firstTrips<T extends SearchTrip, V>(
  state: State<T, V>,
  vehicles = expectedVehicles,
): Ask<T>[] {
  const { asks, left } = state;
  const some = asks.some(({ trip }) => !trip.isLast)
    ? asks.filter(({ trip }) => !trip.isLast)
    : asks;
  const pairs = [...groupBy(some, ({ trip, pair }) => `${trip.operator} ${pair}`).values()];
  const kinds = pairs.flatMap((list) => {
    const shortest = Math.min(...list.map(({ trip }) => trip.nights));
    const lengths = groupBy(list, ({ trip }) => String(trip.nights));
    return [...lengths.values()].map((one) => ({
      list: one,
      isShortest: one[0]?.trip.nights === shortest,
    }));
  });
  const chosenOf = (count: number): Ask<T>[] =>
    kinds.flatMap(({ list, isShortest }) =>
      spread(list, isShortest ? count : Math.min(count, startsOfLength)),
    );
  const room = Math.max(Math.ceil(left / 2), left - defaultQuotes(state, vehicles));
  let count = Math.max(...kinds.map(({ list }) => list.length));
  while (count > 1 && chosenOf(count).length > room) count -= 1;
  const chosen = new Set(chosenOf(count).slice(0, room));
  return asks.filter((ask) => chosen.has(ask));
}

export interface DefaultRequests {
  readonly trips: number;
  readonly quotes: number;
}

/** The first trips, and the usual number of quotes. */
export function defaultRequests<T extends SearchTrip, V>(
  state: State<T, V>,
  vehicles: number,
): DefaultRequests {
  const { asks, options, left } = state;
  const isAll = options.allTrips === true || (options.quotes ?? 'cheapest') !== 'cheapest';
  const trips = isAll ? asks.length : firstTrips(state, vehicles).length;
  const within = (quotes: number): DefaultRequests => {
    return { trips: Math.min(left, trips), quotes: Math.max(0, Math.min(left - trips, quotes)) };
  };
  if (options.quotes === 'none') return within(0);
  if (options.quotes === 'all') return within(trips * vehicles);
  return within(defaultQuotes(state, vehicles));
}

/** One of each vehicle, length and part of the starts, and those of the cheapest. */
function defaultQuotes<T extends SearchTrip, V>(
  { asks, options, partOf }: State<T, V>,
  vehicles: number,
): number {
  const operators = new Set(asks.map(({ trip }) => trip.operator)).size;
  const kinds = new Set(asks.map(({ trip, pair }) => `${trip.operator} ${pair} ${trip.nights}`))
    .size;
  const parts = new Set(partOf.values()).size;
  const cheapest = options.aims.reduce((sum, { count, groupOf }) => {
    return sum + count * new Set(asks.map(({ trip }) => groupOf(trip, ''))).size;
  }, 0);
  return operators * (Math.min(vehicles, maxVehiclesQuoted) + parts) + kinds + cheapest;
}

/** From the first to the last. */
function spread<T extends SearchTrip>(asks: readonly Ask<T>[], count: number): Ask<T>[] {
  const sorted = asks.toSorted((a, b) => a.trip.start - b.trip.start);
  if (sorted.length <= count) return sorted;
  if (count < 2) return sorted.slice(0, count);
  const places = Array.from({ length: count }, (_, index) =>
    Math.round((index * (sorted.length - 1)) / (count - 1)),
  );
  return [...new Set(places)].flatMap((place) => sorted[place] ?? []);
}

/**
 * The lowest of each vehicle of an operator, of each length between two depots, and of each part of
 * the starts, of which there is no quote yet.
 */
function unseen<T extends SearchTrip, V>(
  { entries, partOf }: State<T, V>,
  sorted: readonly Entry<T, V>[],
): Entry<T, V>[] {
  const keysOf = ({ ask, vehicle, nights }: Entry<T, V>) => {
    const { operator, start } = ask.trip;
    const kinds = [`${operator} ${nights} ${ask.pair}`, `${operator} part ${partOf.get(start)}`];
    return { vehicle: `${operator} vehicle ${vehicle}`, kinds };
  };
  const seen = new Set<string>();
  const tries = new Map<string, number>();
  const quoted = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.state === 'open') continue;
    const { vehicle, kinds } = keysOf(entry);
    for (const key of [vehicle, ...kinds]) {
      if (entry.state === 'priced') seen.add(key);
      tries.set(key, (tries.get(key) ?? 0) + 1);
    }
    const { operator } = entry.ask.trip;
    quoted.set(operator, (quoted.get(operator) ?? new Set()).add(vehicle));
  }
  const chosen: Entry<T, V>[] = [];
  for (const entry of sorted) {
    if (entry.ask.trip.isLast) continue;
    const { vehicle, kinds } = keysOf(entry);
    const { operator } = entry.ask.trip;
    const vehicles = quoted.get(operator) ?? new Set<string>();
    const isNew = (key: string): boolean => !seen.has(key) && (tries.get(key) ?? 0) < maxTries;
    const isVehicle =
      isNew(vehicle) && (vehicles.has(vehicle) || vehicles.size < maxVehiclesQuoted);
    if (!isVehicle && !kinds.some(isNew)) continue;
    for (const key of [vehicle, ...kinds]) seen.add(key);
    quoted.set(operator, vehicles.add(vehicle));
    chosen.push(entry);
  }
  return chosen;
}

/**
 * Those that would be among the cheapest with the lowest charges that were seen: a few, and more of
 * them as long as one is.
 */
function doubtful<T extends SearchTrip, V>(
  state: State<T, V>,
  open: readonly Entry<T, V>[],
): Entry<T, V>[] {
  const { doubt, totals } = state;
  doubt.idle = doubt.changes === totals.changes() ? doubt.idle + 1 : 0;
  doubt.changes = totals.changes();
  if (doubt.idle > maxIdle) return [];
  return batch(
    byAmount(
      open.filter((entry) => couldBeBelow(state, entry)),
      floorOf,
    ),
  );
}

/** The first ones; of many groups the first of each. */
function batch<T, V>(sorted: readonly Entry<T, V>[]): Entry<T, V>[] {
  const groups = groupBy(sorted, ({ groups }) => groups.join('\n'));
  if (groups.size <= batchSize) return sorted.slice(0, batchSize);
  return [...groups.values()].flatMap(([first]) => first ?? []).slice(0, maxBatch);
}

/** What may have a total that is low enough, while there is none. */
function underMax<T extends SearchTrip, V>(
  { options, totals }: State<T, V>,
  sorted: readonly Entry<T, V>[],
  trips: readonly { readonly ask: Ask<T>; readonly value: number }[],
): Choice<T, V> {
  const { maxTotal } = options;
  if (maxTotal === undefined || totals.lowest() <= maxTotal) return {};
  const entries = sorted.filter((entry) => lowestExpected(entry) <= maxTotal);
  if (entries.length > 0) return { entries: entries.slice(0, batchSize) };
  const asks = trips
    .filter(({ ask, value }) => value - placed(ask.trip, 0) <= maxTotal)
    .map(({ ask }) => ask);
  return { asks: asks.slice(0, batchSize) };
}

/** Of both, so that no estimate that is shown is within the highest total and was not tried. */
function lowestExpected<T, V>(entry: Entry<T, V>): number {
  const { learned } = entry.ask.operator;
  return Math.min(learned.guess(entry), learned.estimate(entry));
}
