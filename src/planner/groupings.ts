/** What offers can be grouped by. */
import type { RentalDates, Trip, Vehicle } from '../api/types.ts';
import { nights } from './calendar.ts';
import { vehicleKey } from './vehicle.ts';

export const groupings = ['vehicle', 'date', 'nights', 'depots', 'operator'] as const;
export type Grouping = (typeof groupings)[number];

/** What the cheapest are searched for among: each group, each start and length, or all together. */
export const searchGroups = ['all', 'calendar', ...groupings] as const;
export type SearchGroup = (typeof searchGroups)[number];

/** Every trip is asked for, if each start or length has a best one. */
const exhaustive: readonly SearchGroup[] = ['calendar', 'date', 'nights'];

/** `isOneEnd`: one day ends all trips, so that no trip is like another. */
export function asksAllTrips(groups: readonly SearchGroup[], isOneEnd: boolean): boolean {
  return isOneEnd || groups.some((group) => exhaustive.includes(group));
}

interface Grouped extends Trip {
  readonly operator: string;
  readonly vehicle: Vehicle;
}

/**
 * A vehicle and a depot belong to one operator, whatever the names at others. Under one id there
 * can be two vehicles: they have other names.
 */
export function groupKey(offer: Grouped, by: SearchGroup): string {
  return tripGroupKey(offer, vehicleKey(offer.vehicle), by);
}

/** `vehicle` is its key. */
export function tripGroupKey(
  trip: Trip & { readonly operator: string },
  vehicle: string,
  by: SearchGroup,
): string {
  const { operator, pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = trip;
  switch (by) {
    case 'vehicle':
      return `${vehicle} ${operator}`;
    case 'date':
      return pickUpDate;
    case 'nights':
      return String(nights(pickUpDate, dropOffDate));
    case 'depots':
      return `${pickUpDepotId} ${dropOffDepotId} ${operator}`;
    case 'operator':
      return operator;
    case 'calendar':
      return datesKey(trip);
    case 'all':
      return '';
  }
}

/** The same for the same days. */
export function datesKey({ pickUpDate, dropOffDate }: RentalDates): string {
  return `${pickUpDate} ${dropOffDate}`;
}
