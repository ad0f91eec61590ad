/** What a search has not priced, and whether it could be among the cheapest. Pure. */
import { groupBy } from '../base/group-by.ts';
import {
  couldBeBelow,
  couldBeEqual,
  mayMeet,
  totalToUndercut,
  totalToBeat,
  type TripEntry,
  type OfferEntry,
  type SearchState,
} from './state.ts';

export interface SearchGaps {
  /**
   * How many offers without a quote would be among the cheapest at the fewest charged days and the
   * lowest fees of any quote.
   */
  readonly couldBeBelow: number;
  /** How many of them would cost as much as the last of the cheapest at these charges. */
  readonly couldBeEqual: number;
  /** How many of them would be within `maxTotal`. Undefined without it. */
  readonly couldMeetMax: number | undefined;
  /**
   * The rates of the trip that was not asked for and comes nearest to the cheapest. Undefined if all
   * trips were asked for, apart from those that rank last.
   */
  readonly nearestTrip: NeededRate | undefined;
  /** Vehicles of which no offer was quoted. A refused quote counts as one. */
  readonly vehiclesNeverQuoted: number;
  /** Requests that were chosen but not sent, because none was left. */
  readonly waiting: number;
}

interface NeededRate {
  /** The daily rate below which the vehicle would be among the cheapest. */
  readonly rateNeeded: number;
  /** Of the same start, or of any if none was listed for that. */
  readonly lowestRateSeen: number;
  readonly isOfStart: boolean;
}

export function gapsOf(state: SearchState): SearchGaps {
  const { offerEntries, options } = state;
  const unpriced = offerEntries.filter(isUnpriced);
  const vehicles = groupBy(
    offerEntries,
    ({ tripEntry, vehicle }) => `${tripEntry.trip.operator} ${vehicle}`,
  );
  const { maxTotal } = options;
  return {
    couldBeBelow: unpriced.filter((entry) => couldBeBelow(state, entry)).length,
    couldBeEqual: unpriced.filter((entry) => couldBeEqual(state, entry)).length,
    couldMeetMax:
      maxTotal === undefined
        ? undefined
        : unpriced.filter((entry) => {
            const { operator } = entry.tripEntry;
            return mayMeet(operator, operator.learned.floor(entry), maxTotal);
          }).length,
    nearestTrip: nearestTrip(state),
    vehiclesNeverQuoted: [...vehicles.values()].filter((list) => list.every(isUnpriced)).length,
    waiting: state.waiting,
  };
}

function isUnpriced({ status }: OfferEntry): boolean {
  return status !== 'priced' && status !== 'refused';
}

function nearestTrip(state: SearchState): NeededRate | undefined {
  const unasked = state.tripEntries.filter(
    ({ status, trip }) => (status === 'open' || status === 'gone') && !trip.ranksLast,
  );
  if (unasked.length === 0) return undefined;
  const [nearest] = unasked.flatMap((tripEntry) => ratesOf(state, tripEntry)).sort(byNearness);
  const unknown = Number.POSITIVE_INFINITY;
  return nearest ?? { rateNeeded: unknown, lowestRateSeen: unknown, isOfStart: false };
}

function ratesOf(state: SearchState, { trip, pair, operator, groupsOf }: TripEntry): NeededRate[] {
  return [...operator.rates.vehicles()].map((vehicle) => {
    const groups = groupsOf(vehicle);
    const toBeat = totalToUndercut(totalToBeat(state, operator, vehicle, groups));
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

/** The needed rate ÷ the lowest that was seen: at 1 or more, the trip may be among the cheapest. */
function nearnessOf({ rateNeeded, lowestRateSeen }: NeededRate): number {
  return Number.isFinite(lowestRateSeen) ? rateNeeded / lowestRateSeen : Number.NEGATIVE_INFINITY;
}
