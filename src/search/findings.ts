/** What a search can say of the totals that it has not seen. Pure. */
import { groupBy } from '../base/group-by.ts';
import {
  couldBeBelow,
  couldBeEqual,
  limitOf,
  type Ask,
  type Entry,
  type SearchTrip,
  type State,
} from './state.ts';

/** What is known, and what is not. Counts are of offers unless they name another thing. */
export interface Findings {
  readonly offers: number;
  readonly pricedOffers: number;
  readonly unpricedOffers: number;
  /**
   * With the fewest charged days of their length, and the lowest fees of their depots, that a quote
   * had, these would be among the cheapest.
   */
  readonly couldBeBelow: number;
  /** These would cost as much as the last of the cheapest. */
  readonly couldBeEqual: number;
  /** Undefined without a highest total. */
  readonly couldMeetMax: number | undefined;
  readonly notAskedTrips: number;
  /** Of each operator that has such trips, the one nearest to the cheapest first. */
  readonly notAsked: readonly NotAsked[];
  readonly vehicles: number;
  readonly vehiclesNeverQuoted: number;
  /** No request was left. */
  readonly isCut: boolean;
  /** How much was not asked for, because no request was left. */
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

export function findings<T extends SearchTrip, V>(state: State<T, V>): Findings {
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

function isUnpriced<T, V>({ state }: Entry<T, V>): boolean {
  return state !== 'priced' && state !== 'refused';
}

/**
 * The daily rate below which a vehicle on a trip that was not asked for could be among the
 * cheapest, if it is charged as those that were quoted, beside the lowest rate that was listed of
 * it: of each operator, for the vehicle and trip that are nearest to that.
 */
function neededRates<T extends SearchTrip, V>(
  state: State<T, V>,
  notAsked: readonly Ask<T>[],
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
  state: State<T, V>,
  { trip, pair, operator }: Ask<T>,
): NeededRate[] {
  return [...operator.rates.vehicles()].map((vehicle) => {
    const groups = state.options.aims.map(({ groupOf }) => groupOf(trip, vehicle));
    const limit = limitOf(state, operator, vehicle, groups);
    const rateNeeded = operator.learned.rateFor(limit, { pair, vehicle, nights: trip.nights });
    const { rate, isOfStart } = operator.rates.lowest(vehicle, trip.start);
    return { rateNeeded, lowestRateSeen: rate, isOfStart };
  });
}

/** Equal ones in an order that does not depend on that of the answers. */
function byNearness(a: NeededRate, b: NeededRate): number {
  const [nearA, nearB] = [nearnessOf(a), nearnessOf(b)];
  if (nearA !== nearB) return nearB - nearA;
  return a.lowestRateSeen === b.lowestRateSeen
    ? Number(b.isOfStart) - Number(a.isOfStart)
    : a.lowestRateSeen - b.lowestRateSeen;
}

function nearnessOf({ rateNeeded, lowestRateSeen }: NeededRate): number {
  return Number.isFinite(lowestRateSeen) ? rateNeeded / lowestRateSeen : Number.NEGATIVE_INFINITY;
}
