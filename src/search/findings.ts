/** What a search knows of the offers that it has not priced. Pure. */
import { groupBy } from '../base/group-by.ts';
import {
  couldBeBelow,
  couldBeEqual,
  limitOf,
  type TripCandidate,
  type OfferCandidate,
  type SearchTrip,
  type SearchState,
} from './state.ts';

/** Counts are of offers unless their names say otherwise. */
export interface Findings {
  readonly offers: number;
  readonly pricedOffers: number;
  readonly unpricedOffers: number;
  /** With the fewest charged days and the lowest fees of any quote, these would be among the cheapest. */
  readonly couldBeBelow: number;
  /** With those they would cost as much as the last of the cheapest. */
  readonly couldBeEqual: number;
  /** Undefined without `maxTotal`. */
  readonly couldMeetMax: number | undefined;
  readonly notAskedTrips: number;
  /** By operator; the one that comes nearest to the cheapest is first. */
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
  /** On any trip, if none was listed for the start. */
  readonly lowestRateSeen: number;
  readonly isOfStart: boolean;
}

interface NotAsked extends NeededRate {
  readonly operator: string;
  readonly trips: number;
}

export function findings<T extends SearchTrip, V>(state: SearchState<T, V>): Findings {
  const { entries, asks, options } = state;
  const unpriced = entries.filter(isUnpriced);
  const notAsked = asks.filter(({ state: is }) => is === 'open' || is === 'gone');
  const vehicles = groupBy(entries, ({ ask, vehicle }) => `${ask.trip.operator} ${vehicle}`);
  const { maxTotal } = options;
  return {
    offers: entries.length,
    pricedOffers: entries.filter((one) => one.state === 'priced').length,
    unpricedOffers: unpriced.length,
    couldBeBelow: unpriced.filter((entry) => couldBeBelow(state, entry)).length,
    couldBeEqual: unpriced.filter((entry) => couldBeEqual(state, entry)).length,
    couldMeetMax:
      maxTotal === undefined
        ? undefined
        : unpriced.filter((entry) => entry.ask.operator.learned.floor(entry) <= maxTotal).length,
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

function isUnpriced<T, V>({ state }: OfferCandidate<T, V>): boolean {
  return state !== 'priced' && state !== 'refused';
}

/**
 * For each operator, the vehicle and trip that come nearest to the cheapest: the daily rate that
 * would be low enough, and the lowest that was listed for the vehicle.
 */
function neededRates<T extends SearchTrip, V>(
  state: SearchState<T, V>,
  notAsked: readonly TripCandidate<T>[],
): NotAsked[] {
  const needed = [...groupBy(notAsked, ({ trip }) => trip.operator)].map(([name, list]) => {
    const rates = list.flatMap((ask) => ratesOf(state, ask));
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
  { trip, pair, operator }: TripCandidate<T>,
): NeededRate[] {
  return [...operator.rates.vehicles()].map((vehicle) => {
    const groups = state.options.aims.map(({ groupOf }) => groupOf(trip, vehicle));
    const limit = limitOf(state, operator, vehicle, groups);
    const rateNeeded = operator.learned.rateFor(limit, { pair, vehicle, nights: trip.nights });
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
