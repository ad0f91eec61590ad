/** Which trips of a comparison were looked up, and which were answered. */
import type { RentalDates, Trip } from '../../api/types.ts';
import { groupBy } from '../../base/group-by.ts';
import { datesKey } from '../../planner/groupings.ts';
import { depotNames, type OperatorRun } from './operator-run.ts';
import type { DatesResult, PairResult } from './outcome.ts';
import type { WantedVehicles } from './vehicles.ts';

export function tripsAsked(runs: readonly OperatorRun[]): number {
  return runs.reduce((sum, { askedTrips }) => sum + askedTrips.size, 0);
}

/** How much of each pair of dates was looked up, in the order of the question. */
export function resultsByDates(
  dates: readonly RentalDates[],
  runs: readonly OperatorRun[],
  wanted: readonly WantedVehicles[],
): DatesResult[] {
  // Each pair of depots is compared on each pair of dates.
  const pairs = runs.reduce((sum, run) => sum + run.trips.length / dates.length, 0);
  const byDates = (all: readonly Trip[]) => groupBy(all, datesKey);
  const answered = byDates(answeredTrips(wanted));
  const asked = byDates(runs.flatMap(({ askedTrips }) => [...askedTrips]));
  return dates.map((pair) => {
    const countIn = (counts: ReadonlyMap<string, readonly Trip[]>): number =>
      counts.get(datesKey(pair))?.length ?? 0;
    return { ...pair, trips: pairs, answered: countIn(answered), notAsked: pairs - countIn(asked) };
  });
}

/** How much of each pair of depots was looked up, in the order of the question. */
export function resultsByPair(
  runs: readonly OperatorRun[],
  wanted: readonly WantedVehicles[],
): PairResult[] {
  const answered = new Set(answeredTrips(wanted));
  return runs.flatMap(({ session, trips, askedTrips }) => {
    const pairs = groupBy(
      trips,
      ({ pickUpDepotId, dropOffDepotId }) => `${pickUpDepotId} ${dropOffDepotId}`,
    );
    return [...pairs.values()].map((list): PairResult => {
      const [first] = list;
      const { pickUpDepotId, dropOffDepotId } = first;
      return {
        operator: session.operator.name,
        pickUpDepotId,
        dropOffDepotId,
        ...depotNames(session, first),
        notAsked: list.filter((trip) => !askedTrips.has(trip)),
        notAnswered: list.filter((trip) => askedTrips.has(trip) && !answered.has(trip)),
      };
    });
  });
}

function answeredTrips(wanted: readonly WantedVehicles[]): Trip[] {
  return wanted.flatMap(({ availability }) => [...availability.keys()]);
}
