import type { Depot, Trip } from '../../api/types.ts';
import { formatDate, nights } from '../../planner/calendar.ts';
import { depotName } from '../../planner/trip.ts';
import { plural } from '../../text.ts';

/** `Auckland Airport → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
export function describeTrip(trip: Trip, depots: readonly Depot[]): string {
  const from = depotName(trip.pickUpDepotId, depots);
  const to = trip.dropOffDepotId === trip.pickUpDepotId ? '' : ` → ${depotName(trip.dropOffDepotId, depots)}`;
  const count = nights(trip.pickUpDate, trip.dropOffDate);
  const length = count < 0 ? '' : `, ${describeNights(count)}`;
  return `${from}${to}, ${formatDate(trip.pickUpDate)} – ${formatDate(trip.dropOffDate)}${length}`;
}

/** `7 nights`, `same day`. */
export function describeNights(count: number): string {
  return count === 0 ? 'same day' : plural(count, 'night');
}
