/** The options of a search for the cheapest, made of the rules of a comparison. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { nights } from '../../planner/calendar.ts';
import { ranksLast } from '../../planner/day-warnings.ts';
import { asksAllTrips, tripGroupKey } from '../../planner/groupings.ts';
import { depotLabels } from '../../planner/labels.ts';
import type { SearchAim, SearchOptions, SearchTrip } from '../../search/search.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { SearchVehicle } from '../../search/rates.ts';
import type { Offer } from './offer.ts';
import type { OperatorRun, OperatorTrips } from './operator-run.ts';
import type { CompareRules } from './rules.ts';

/** A trip at one operator. */
export interface ComparedTrip extends SearchTrip {
  readonly trip: Trip;
  /** Names of its depots: operators with the same ones share a calendar. */
  readonly pairLabel: string;
}

/** A vehicle on one trip. */
export interface ComparedVehicle extends SearchVehicle {
  readonly offer: Offer;
}

const dayMs = 86_400_000;

/** The trips of an operator, as a search has them. */
export function comparedTrips(
  { session, trips }: OperatorTrips,
  dayWarnings: OperatorRun['dayWarnings'],
): ComparedTrip[] {
  const labelOf = depotLabels(session.depots.known());
  return trips.map((trip) => ({
    operator: session.operator.name,
    pickUp: trip.pickUpDepotId,
    dropOff: trip.dropOffDepotId,
    start: Date.parse(trip.pickUpDate) / dayMs,
    nights: nights(trip.pickUpDate, trip.dropOffDate),
    ranksLast: dayWarnings.some((warning) => ranksLast(warning, trip)),
    trip,
    pairLabel: `${labelOf(trip.pickUpDepotId)} → ${labelOf(trip.dropOffDepotId)}`,
  }));
}

export function searchVehicle(vehicle: Vehicle): SearchVehicle {
  return { key: vehicleKey(vehicle), rate: vehicle.rentalDailyRate };
}

export function searchOptions(
  trips: readonly ComparedTrip[],
  { groups, quoteMode, hasOneEnd, maxTotal, maxRequests }: CompareRules,
): SearchOptions<ComparedTrip> {
  const max = quoteMode.how === 'best' ? quoteMode.max : 1;
  const pairs: SearchAim<ComparedTrip> = {
    count: 1,
    groupOf: ({ trip, operator }) => tripGroupKey({ ...trip, operator }, '', 'depots'),
  };
  return {
    trips,
    // Beside a ranking of all offers, the best of each pair of depots is searched for.
    aims: [
      ...groups.map((group) => ({
        count: group === 'all' ? max : 1,
        groupOf: ({ trip, operator, pairLabel }: ComparedTrip, vehicle: string) => {
          const key = tripGroupKey({ ...trip, operator }, vehicle, group);
          // Each pair of depots has a calendar.
          return group === 'calendar' ? `${key} ${pairLabel}` : key;
        },
      })),
      ...(groups.includes('all') ? [pairs] : []),
    ],
    allTrips: asksAllTrips({ groups, hasOneEnd }),
    quotes: quoteMode.how,
    maxTotal,
    maxRequests,
  };
}
