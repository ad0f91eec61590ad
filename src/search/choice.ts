/** Which trips and offers a search asks for next. Changes nothing but the state of the search. */
import { groupBy } from '../base/group-by.ts';
import { firstTrips, maxVehiclesQuoted } from './first-trips.ts';
import {
  couldBeBelow,
  rankingFloor,
  rankingGuess,
  mayMeet,
  rankingAmount,
  totalToBeat,
} from './state.ts';
import type { TripEntry, OfferEntry, SearchState } from './state.ts';

/** Requests in one step: few, so that the next step uses what these have shown. */
const batchSize = 5;
/** After as many batches of doubtful offers in a row that changed nothing, no other is sent. */
const maxIdleBatches = 3;
/** Requests in one step if there are more groups than `batchSize`. */
const maxBatch = 40;
/** How often a vehicle, a length or a part of the starts is tried without a price. */
const maxTries = 3;

interface Choice {
  readonly tripEntries?: readonly TripEntry[];
  readonly offerEntries?: readonly OfferEntry[];
}

/** First some trips; then every trip that is wanted; then quotes: all, none, or of the cheapest. */
export function choose(state: SearchState): Choice {
  const { quotes = 'best', allTrips = false } = state.options;
  if (!state.isStarted) {
    state.isStarted = true;
    return { tripEntries: firstTrips(state) };
  }
  // Totals of two currencies cannot be compared, so everything of such an operator is quoted.
  const hasSeveralCurrencies = ({ operator }: TripEntry): boolean =>
    quotes === 'best' && operator.currencies.size > 1;
  const isWanted = (tripEntry: TripEntry): boolean =>
    allTrips || quotes !== 'best' || hasSeveralCurrencies(tripEntry);
  if (state.tripEntries.some((tripEntry) => tripEntry.status === 'open' && isWanted(tripEntry)))
    return {
      tripEntries: openTrips(state).flatMap(({ tripEntry }) =>
        isWanted(tripEntry) ? tripEntry : [],
      ),
    };
  if (quotes === 'none') return {};
  const open = byAmount(
    state.offerEntries.filter((one) => one.status === 'open'),
    rankingGuess,
  );
  const offerEntries = open.filter(
    ({ tripEntry }) => quotes === 'all' || hasSeveralCurrencies(tripEntry),
  );
  return offerEntries.length > 0 || quotes === 'all' ? { offerEntries } : cheapest(state, open);
}

/**
 * Offers that were never quoted come first, then promising offers and trips, then doubtful offers.
 */
function cheapest(state: SearchState, open: readonly OfferEntry[]): Choice {
  const unquoted = neverQuoted(state, open);
  if (unquoted.length > 0) return { offerEntries: unquoted };
  const promising = batch(open.filter((entry) => isPromisingOffer(state, entry)));
  if (promising.length > 0) return { offerEntries: promising };
  const trips = openTrips(state);
  const tripEntries = trips
    .flatMap(({ tripEntry, mayBeCheapest }) => (mayBeCheapest ? tripEntry : []))
    .slice(0, batchSize);
  if (tripEntries.length > 0) return { tripEntries };
  countIdleBatch(state);
  const doubtful = state.doubt.idle < maxIdleBatches ? doubtfulBatch(state, open) : [];
  return doubtful.length > 0 ? { offerEntries: doubtful } : belowMaxTotal(state, open, trips);
}

/** Sorted; ties in an order that does not depend on which answer came first. */
function byAmount(
  offerEntries: readonly OfferEntry[],
  amountOf: (entry: OfferEntry) => number,
): OfferEntry[] {
  const sorted = offerEntries.map((entry) => ({ entry, amount: amountOf(entry) }));
  sorted.sort(
    (a, b) =>
      a.amount - b.amount ||
      a.entry.tripEntry.index - b.entry.tripEntry.index ||
      (a.entry.vehicle < b.entry.vehicle ? -1 : Number(a.entry.vehicle > b.entry.vehicle)),
  );
  return sorted.map(({ entry }) => entry);
}

/** Open trips, those with the lowest likely totals first. */
function openTrips(state: SearchState) {
  const trips = state.tripEntries
    .filter((one) => one.status === 'open')
    .map((tripEntry) => ({ tripEntry, ...outlookOf(state, tripEntry) }));
  const rankOf = ({ tripEntry, lowestTotal }: (typeof trips)[number]): number =>
    rankingAmount(tripEntry.trip, lowestTotal);
  return trips.sort((a, b) => rankOf(a) - rankOf(b));
}

function isPromisingOffer(state: SearchState, entry: OfferEntry): boolean {
  const { operator, trip } = entry.tripEntry;
  return (
    rankingAmount(trip, operator.learned.bound(entry)) <
    totalToBeat(state, operator, entry.vehicle, entry.groups)
  );
}

/** The lowest total that a trip is likely to have, and whether that would be among the cheapest. */
function outlookOf(state: SearchState, { trip, pair, operator, groupsOf }: TripEntry) {
  const { nights } = trip;
  let lowestTotal = Number.POSITIVE_INFINITY;
  let mayBeCheapest = !operator.rates.hasVehicles();
  for (const vehicle of operator.rates.vehicles()) {
    const rate = operator.rates.low({ ...trip, pair }, vehicle);
    const total = operator.learned.bound({ pair, nights, vehicle, rate });
    const groups = groupsOf(vehicle);
    mayBeCheapest ||= rankingAmount(trip, total) < totalToBeat(state, operator, vehicle, groups);
    lowestTotal = Math.min(lowestTotal, total);
  }
  return { lowestTotal, mayBeCheapest };
}

/**
 * For each vehicle of an operator, each length between two depots and each part of the starts that
 * has no quote yet: the offer with the lowest guess.
 */
function neverQuoted(state: SearchState, sorted: readonly OfferEntry[]): OfferEntry[] {
  const { covered, tries, vehiclesOf } = quotedSoFar(state);
  const isNew = (key: string): boolean => !covered.has(key) && (tries.get(key) ?? 0) < maxTries;
  const chosen: OfferEntry[] = [];
  for (const entry of sorted) {
    const { operator, ranksLast } = entry.tripEntry.trip;
    if (ranksLast) continue;
    const { vehicle, kinds } = keysOf(entry, state);
    const vehicles = vehiclesOf.get(operator) ?? new Set<string>();
    const isAllowed = vehicles.has(vehicle) || vehicles.size < maxVehiclesQuoted;
    if (!(isAllowed && isNew(vehicle)) && !kinds.some(isNew)) continue;
    for (const key of [vehicle, ...kinds]) covered.add(key);
    vehiclesOf.set(operator, vehicles.add(vehicle));
    chosen.push(entry);
  }
  return chosen;
}

/** The keys of what a quote covers: the vehicle, the length and the part of the starts. */
function keysOf(
  { tripEntry: { trip, pair }, vehicle, nights }: OfferEntry,
  { partOf }: SearchState,
) {
  const { operator, start } = trip;
  const kinds = [`${operator} ${nights} ${pair}`, `${operator} part ${partOf.get(start)}`];
  return { vehicle: `${operator} vehicle ${vehicle}`, kinds };
}

/** The keys that have a price, how often each was tried, and the vehicles of each operator. */
function quotedSoFar(state: SearchState) {
  const covered = new Set<string>();
  const tries = new Map<string, number>();
  const vehiclesOf = new Map<string, Set<string>>();
  for (const entry of state.offerEntries) {
    if (entry.status === 'open' || entry.status === 'gone') continue;
    const { vehicle, kinds } = keysOf(entry, state);
    for (const key of [vehicle, ...kinds]) {
      if (entry.status === 'priced') covered.add(key);
      tries.set(key, (tries.get(key) ?? 0) + 1);
    }
    const { operator } = entry.tripEntry.trip;
    vehiclesOf.set(operator, (vehiclesOf.get(operator) ?? new Set()).add(vehicle));
  }
  return { covered, tries, vehiclesOf };
}

/**
 * Counts the last batch of doubtful offers if it changed nothing. Before the first batch, the search
 * has found totals, so nothing is counted; without any total, each call counts.
 */
function countIdleBatch({ doubt, totals }: SearchState): void {
  doubt.idle = doubt.changes === totals.changes() ? doubt.idle + 1 : 0;
  doubt.changes = totals.changes();
}

/** A batch of the offers that would be among the cheapest at the lowest charges that were seen. */
function doubtfulBatch(state: SearchState, open: readonly OfferEntry[]): OfferEntry[] {
  return batch(
    byAmount(
      open.filter((entry) => couldBeBelow(state, entry)),
      rankingFloor,
    ),
  );
}

/** The first ones, or the first of each group if there are many groups. */
function batch(sorted: readonly OfferEntry[]): OfferEntry[] {
  const groups = groupBy(sorted, ({ groups }) => groups.join('\n'));
  if (groups.size <= batchSize) return sorted.slice(0, batchSize);
  return [...groups.values()].flatMap(([first]) => first ?? []).slice(0, maxBatch);
}

/** Offers or trips that are expected to be within `maxTotal`, as long as no total is. */
function belowMaxTotal(
  { options, totals }: SearchState,
  sorted: readonly OfferEntry[],
  trips: readonly { readonly tripEntry: TripEntry; readonly lowestTotal: number }[],
): Choice {
  const { maxTotal } = options;
  if (maxTotal === undefined || totals.lowest(maxTotal.currency) <= maxTotal.amount) return {};
  const offerEntries = sorted.filter((entry) =>
    mayMeet(entry.tripEntry.operator, lowestExpected(entry), maxTotal),
  );
  if (offerEntries.length > 0) return { offerEntries: offerEntries.slice(0, batchSize) };
  const tripEntries = trips
    .filter(({ tripEntry, lowestTotal }) => mayMeet(tripEntry.operator, lowestTotal, maxTotal))
    .map(({ tripEntry }) => tripEntry);
  return { tripEntries: tripEntries.slice(0, batchSize) };
}

/** An offer is tried if its guess, or the estimate that is shown, is within `maxTotal`. */
function lowestExpected(entry: OfferEntry): number {
  const { learned } = entry.tripEntry.operator;
  return Math.min(learned.guess(entry), learned.estimate(entry));
}
