import type { Depot, Trip } from '../../api/types.ts';
import { formatDate, nights } from '../../planner/calendar.ts';
import { depotName } from '../../cli/trip-flags.ts';
import { plural } from '../../text.ts';

/** `Auckland Airport → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
export function tripInWords(trip: Trip, depots: readonly Depot[]): string {
  const from = depotName(trip.pickUpDepotId, depots);
  const to = trip.dropOffDepotId === trip.pickUpDepotId ? undefined : depotName(trip.dropOffDepotId, depots);
  const count = nights(trip.pickUpDate, trip.dropOffDate);
  const length = count < 0 ? '' : `, ${count === 0 ? 'same day' : plural(count, 'night')}`;
  return `${from}${to === undefined ? '' : ` → ${to}`}, ${formatDate(trip.pickUpDate)} – ${formatDate(trip.dropOffDate)}${length}`;
}
