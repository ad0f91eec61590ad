/** Counts what a search has priced, and judges what it has not. Pure. */
import { groupBy } from '../base/group-by.ts';
import {
  couldBeBelow,
  couldBeEqual,
  groupsOf,
  isAtMost,
  totalToBeat,
  type TripEntry,
  type OfferEntry,
  type SearchTrip,
  type SearchState,
} from './state.ts';

/** Counts are of offers unless their names say otherwise. */
export interface Findings {
  readonly offers: number;
  readonly pricedOffers: number;
  readonly unpricedOffers: number;
  /** They would be among the cheapest at the fewest charged days and lowest fees of any quote. */
  readonly couldBeBelow: number;
  /** They would cost as much as the last of the cheapest at these charges. */
  readonly couldBeEqual: number;
  /** Undefined without `maxTotal`. */
  readonly couldMeetMax: number | undefined;
  readonly notAskedTrips: number;
  /** One entry for each operator; the one that comes nearest to the cheapest is first. */
  readonly notAsked: readonly NotAsked[];
  readonly vehicles: number;
  readonly vehiclesNeverQuoted: number;
  /** No request was left. */
  readonly isCut: boolean;
  /** Requests that were chosen but not sent, because none was left. */
  readonly waiting: number;
}

interface NeededRate {
  readonly rateNeeded: number;
  /** Of the same start, or of any if none was listed for that. */
  readonly lowestRateSeen: number;
  readonly isOfStart: boolean;
}

interface NotAsked extends NeededRate {
  readonly operator: string;
  readonly trips: number;
}

export function findings<T extends SearchTrip, V>(state: SearchState<T, V>): Findings {
  const { offerEntries, tripEntries, options } = state;
  const unpriced = offerEntries.filter(isUnpriced);
  const notAsked = tripEntries.filter(({ status }) => status === 'open' || status === 'gone');
  const vehicles = groupBy(
    offerEntries,
    ({ tripEntry, vehicle }) => `${tripEntry.trip.operator} ${vehicle}`,
  );
  const { maxTotal } = options;
  return {
    offers: offerEntries.length,
    pricedOffers: offerEntries.filter((one) => one.status === 'priced').length,
    unpricedOffers: unpriced.length,
    couldBeBelow: unpriced.filter((entry) => couldBeBelow(state, entry)).length,
    couldBeEqual: unpriced.filter((entry) => couldBeEqual(state, entry)).length,
    couldMeetMax:
      maxTotal === undefined
        ? undefined
        : unpriced.filter((entry) =>
            isAtMost(entry.tripEntry.operator.learned.floor(entry), maxTotal),
          ).length,
    notAskedTrips: notAsked.length,
    notAsked: neededRates(
      state,
      notAsked.filter(({ trip }) => !trip.isLast),
    ),
    vehicles: vehicles.size,
    vehiclesNeverQuoted: [...vehicles.values()].filter((list) => list.every(isUnpriced)).length,
    isCut: state.waiting > 0,
    waiting: state.waiting,
  };
}

function isUnpriced<T, V>({ status }: OfferEntry<T, V>): boolean {
  return status !== 'priced' && status !== 'refused';
}

/**
 * For each operator, the vehicle and trip that come nearest to the cheapest: the daily rate that
 * would be low enough, and the lowest that was listed for the vehicle.
 */
function neededRates<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  notAsked: readonly TripEntry<T>[],
): NotAsked[] {
  const needed = [...groupBy(notAsked, ({ trip }) => trip.operator)].map(([name, list]) => {
    const rates = list.flatMap((tripEntry) => ratesOf(state, tripEntry));
    const [
      nearest = {
        rateNeeded: Number.POSITIVE_INFINITY,
        lowestRateSeen: Number.POSITIVE_INFINITY,
        isOfStart: false,
      },
    ] = rates.toSorted(byNearness);
    return { operator: name, trips: list.length, ...nearest };
  });
  return needed.sort(byNearness);
}

function ratesOf<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  { trip, pair, operator }: TripEntry<T>,
): NeededRate[] {
  return [...operator.rates.vehicles()].map((vehicle) => {
    const groups = groupsOf(state.options, trip, vehicle);
    const toBeat = totalToBeat(state, operator, vehicle, groups);
    const rateNeeded = operator.learned.rateFor(toBeat, { pair, vehicle, nights: trip.nights });
    const { rate, isOfStart } = operator.rates.lowest(vehicle, trip.start);
    return { rateNeeded, lowestRateSeen: rate, isOfStart };
  });
}

/** The nearest first; ties in an order that does not depend on which answer came first. */
function byNearness(a: NeededRate, b: NeededRate): number {
  const nearA = nearnessOf(a);
  const nearB = nearnessOf(b);
  if (nearA !== nearB) return nearB - nearA;
  return a.lowestRateSeen === b.lowestRateSeen
    ? Number(b.isOfStart) - Number(a.isOfStart)
    : a.lowestRateSeen - b.lowestRateSeen;
}

function nearnessOf({ rateNeeded, lowestRateSeen }: NeededRate): number {
  return Number.isFinite(lowestRateSeen) ? rateNeeded / lowestRateSeen : Number.NEGATIVE_INFINITY;
}
