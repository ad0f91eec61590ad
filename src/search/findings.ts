/** What a search can say of the totals that it has not seen. Pure. */
import { groupBy } from '../base/group-by.ts';
import { couldBeBelow, couldBeEqual, limitOf, type Ask, type Entry, type SearchTrip, type State } from './state.ts';

export type Findings = ReturnType<typeof findings>;

/** What is known, and what is not. Counts are of offers unless they name another thing. */
export function findings<T extends SearchTrip, V>(state: State<T, V>) {
  const { entries, asks, options } = state;
  const unpriced = entries.filter(isUnpriced);
  const notAsked = asks.filter(({ state: is }) => is === 'open' || is === 'gone');
  const vehicles = groupBy(entries, ({ ask, vehicle }) => `${ask.trip.operator} ${vehicle}`);
  const { maxTotal } = options;
  return {
    offers: entries.length,
    pricedOffers: entries.filter((one) => one.state === 'priced').length,
    unpricedOffers: unpriced.length,
    /** With the fewest charged days of their length, and the lowest fees of their depots, that a quote had, these would be among the cheapest. */
    couldBeBelow: unpriced.filter((entry) => couldBeBelow(state, entry)).length,
    /** These would cost as much as the last of the cheapest. */
    couldBeEqual: unpriced.filter((entry) => couldBeEqual(state, entry)).length,
    couldMeetMax:
      maxTotal === undefined
        ? undefined
        : unpriced.filter((entry) => entry.ask.operator.learned.floor(entry) <= maxTotal).length,
    notAskedTrips: notAsked.length,
    /** Of each operator that has such trips, the one nearest to the cheapest first. */
    notAsked: neededRates(
      state,
      notAsked.filter(({ trip }) => !trip.isLast),
    ),
    vehicles: vehicles.size,
    vehiclesNeverQuoted: [...vehicles.values()].filter((list) => list.every(isUnpriced)).length,
    /** No request was left. */
    isCut: state.waiting > 0,
    /** What was not asked for, because no request was left. */
    waiting: state.waiting,
  };
}

function isUnpriced<T, V>({ state }: Entry<T, V>): boolean {
  return state !== 'priced' && state !== 'refused';
}

/**
 * The daily rate below which a trip that was not asked for could be among the cheapest, if it is charged as those that were quoted, beside the
 * lowest rate that was listed for its start, or for any if its start has not been seen: of each operator, for the trip that is nearest to that.
 */
function neededRates<T extends SearchTrip, V>(state: State<T, V>, notAsked: readonly Ask<T>[]) {
  const { aims } = state.options;
  const needed = [...groupBy(notAsked, ({ trip }) => trip.operator)].map(([name, list]) => {
    const rates = list.map(({ trip, pair, operator }) => {
      const limits = [...operator.rates.vehicles].map((vehicle) => {
        const groups = aims.map(({ groupOf }) => groupOf(trip, vehicle));
        return limitOf(state, operator, vehicle, groups);
      });
      const limit = limits.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...limits);
      const rateNeeded = operator.learned.rateFor(limit, { pair, nights: trip.nights });
      const ofStart = operator.rates.lowestAt(trip.start);
      return { rateNeeded, lowestRateSeen: ofStart ?? operator.rates.lowest(), isStartSeen: ofStart !== undefined };
    });
    return { operator: name, trips: list.length, ...rates.toSorted(byNearness)[0]! };
  });
  return needed.sort(byNearness);
}

interface NeededRate {
  readonly rateNeeded: number;
  readonly lowestRateSeen: number;
}

function byNearness(a: NeededRate, b: NeededRate): number {
  return b.rateNeeded / b.lowestRateSeen - a.rateNeeded / a.lowestRateSeen;
}
