/** What offers can be grouped by. */
import type { RentalDates, Trip, Vehicle } from '../api/types.ts';
import { nights } from './calendar.ts';
import { vehicleKey } from './vehicle.ts';

export const groupings = ['vehicle', 'date', 'nights', 'depots', 'operator'] as const;
export type Grouping = (typeof groupings)[number];

/** The sets of offers in which the cheapest are searched for. */
export const searchGroups = ['all', 'calendar', ...groupings] as const;
export type SearchGroup = (typeof searchGroups)[number];

/** Each start or length has a cheapest offer of its own, so every trip must be asked for. */
const exhaustive: readonly SearchGroup[] = ['calendar', 'date', 'nights'];

interface SearchScope {
  readonly groups: readonly SearchGroup[];
  /** All trips end on one day, so each has another length. */
  readonly hasOneEnd: boolean;
}

export function asksAllTrips({ groups, hasOneEnd }: SearchScope): boolean {
  return hasOneEnd || groups.some((group) => exhaustive.includes(group));
}

interface Grouped extends Trip {
  readonly operator: string;
  readonly vehicle: Vehicle;
}

/**
 * Vehicles and depots of two operators are never in one group, even if their names are the same.
 */
export function groupKey(offer: Grouped, by: SearchGroup): string {
  return tripGroupKey(offer, vehicleKey(offer.vehicle), by);
}

/** `vehicle`: as `vehicleKey`. */
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

export function datesKey({ pickUpDate, dropOffDate }: RentalDates): string {
  return `${pickUpDate} ${dropOffDate}`;
}
