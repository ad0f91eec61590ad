/** Which trips and offers a search asks for next. Pure. */
import { groupBy } from '../base/group-by.ts';
import { firstTrips, maxVehiclesQuoted } from './first-trips.ts';
import { couldBeBelow, floorOf, guessOf, limitOf, placed } from './state.ts';
import type { TripCandidate, OfferCandidate, SearchTrip, SearchState } from './state.ts';

/** Requests in one step: few, so that the next step uses what these have shown. */
const batchSize = 5;
/** Batches of doubtful offers that may change nothing; one more ends the search. */
const maxIdle = 2;
/** As `batchSize`, if there are more groups than that. */
const maxBatch = 40;
/** How often a vehicle, a length or a part of the starts is tried without a price. */
const maxTries = 3;

interface Choice<T, V> {
  readonly asks?: readonly TripCandidate<T>[];
  readonly entries?: readonly OfferCandidate<T, V>[];
}

export function choose<T extends SearchTrip, V>(state: SearchState<T, V>): Choice<T, V> {
  const { quotes = 'cheapest', allTrips = false } = state.options;
  if (!state.isStarted) {
    state.isStarted = true;
    return { asks: firstTrips(state) };
  }
  const isMixed = ({ operator }: TripCandidate<T>): boolean =>
    quotes === 'cheapest' && operator.currencies.size > 1;
  const isWanted = (ask: TripCandidate<T>): boolean =>
    allTrips || quotes !== 'cheapest' || isMixed(ask);
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

/** The first kind of request that has any: never quoted, promising, or doubtful. */
function cheapest<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  open: readonly OfferCandidate<T, V>[],
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
  return entries.length > 0 ? { entries } : belowMaxTotal(state, open, trips);
}

/** Sorted; ties in an order that does not depend on which answer came first. */
function byAmount<T, V>(
  entries: readonly OfferCandidate<T, V>[],
  amountOf: (entry: OfferCandidate<T, V>) => number,
): OfferCandidate<T, V>[] {
  const sorted = entries.map((entry) => ({ entry, amount: amountOf(entry) }));
  sorted.sort(
    (a, b) =>
      a.amount - b.amount ||
      a.entry.ask.index - b.entry.ask.index ||
      (a.entry.vehicle < b.entry.vehicle ? -1 : Number(a.entry.vehicle > b.entry.vehicle)),
  );
  return sorted.map(({ entry }) => entry);
}

/** The lowest expected totals first. */
function openTrips<T extends SearchTrip, V>(state: SearchState<T, V>) {
  const trips = state.asks
    .filter((one) => one.state === 'open')
    .map((ask) => ({ ask, ...outlookOf(state, ask) }));
  return trips.sort((a, b) => a.value - b.value);
}

function isPromising<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  entry: OfferCandidate<T, V>,
): boolean {
  const { operator, trip } = entry.ask;
  return (
    placed(trip, operator.learned.bound(entry)) <
    limitOf(state, operator, entry.vehicle, entry.groups)
  );
}

/** The lowest total that a trip is likely to have, and whether that would be among the cheapest. */
function outlookOf<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  { trip, pair, operator }: TripCandidate<T>,
) {
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
 * What has no quote yet: for each vehicle of an operator, each length between two depots and each
 * part of the starts, the offer with the lowest guess.
 */
function unseen<T extends SearchTrip, V>(
  { entries, partOf }: SearchState<T, V>,
  sorted: readonly OfferCandidate<T, V>[],
): OfferCandidate<T, V>[] {
  const keysOf = ({ ask, vehicle, nights }: OfferCandidate<T, V>) => {
    const { operator, start } = ask.trip;
    const kinds = [`${operator} ${nights} ${ask.pair}`, `${operator} part ${partOf.get(start)}`];
    return { vehicle: `${operator} vehicle ${vehicle}`, kinds };
  };
  const seen = new Set<string>();
  const tries = new Map<string, number>();
  const quoted = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (entry.state === 'open' || entry.state === 'gone') continue;
    const { vehicle, kinds } = keysOf(entry);
    for (const key of [vehicle, ...kinds]) {
      if (entry.state === 'priced') seen.add(key);
      tries.set(key, (tries.get(key) ?? 0) + 1);
    }
    const { operator } = entry.ask.trip;
    quoted.set(operator, (quoted.get(operator) ?? new Set()).add(vehicle));
  }
  const chosen: OfferCandidate<T, V>[] = [];
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
 * A few of those that would be among the cheapest with the lowest charges that were seen; none once
 * several batches of them have changed nothing.
 */
function doubtful<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  open: readonly OfferCandidate<T, V>[],
): OfferCandidate<T, V>[] {
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

/** The first ones, or the first of each group if there are many groups. */
function batch<T, V>(sorted: readonly OfferCandidate<T, V>[]): OfferCandidate<T, V>[] {
  const groups = groupBy(sorted, ({ groups }) => groups.join('\n'));
  if (groups.size <= batchSize) return sorted.slice(0, batchSize);
  return [...groups.values()].flatMap(([first]) => first ?? []).slice(0, maxBatch);
}

/** As long as no total is at or under `maxTotal`: what is expected to be. */
function belowMaxTotal<T extends SearchTrip, V>(
  { options, totals }: SearchState<T, V>,
  sorted: readonly OfferCandidate<T, V>[],
  trips: readonly { readonly ask: TripCandidate<T>; readonly value: number }[],
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

/** The lower of both: every offer whose shown estimate is within `maxTotal` is tried. */
function lowestExpected<T, V>(entry: OfferCandidate<T, V>): number {
  const { learned } = entry.ask.operator;
  return Math.min(learned.guess(entry), learned.estimate(entry));
}
