import type { Depot, Trip } from '../api/types.ts';
import { formatDate, nights } from './calendar.ts';
import { labelsOf } from './labels.ts';
import { depotName } from './trip.ts';
import { plural } from '../text.ts';

/** `Auckland Airport → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
export function describeTrip(trip: Trip, depots: readonly Depot[]): string {
  const labels = labelsOf(depots);
  const labelOf = (id: number): string => labels.get(id) ?? depotName(id, depots);
  const from = labelOf(trip.pickUpDepotId);
  const to = trip.dropOffDepotId === trip.pickUpDepotId ? '' : ` → ${labelOf(trip.dropOffDepotId)}`;
  const count = nights(trip.pickUpDate, trip.dropOffDate);
  const length = count < 0 ? '' : `, ${describeNights(count)}`;
  return `${from}${to}, ${formatDate(trip.pickUpDate)} – ${formatDate(trip.dropOffDate)}${length}`;
}

/** What a column of estimates means: the interface does not say how a price is made. */
export function aboutEstimates(count: number): string {
  return `"about" is an estimate: the daily rate × ${describeNights(count)}. The quote has the price.`;
}

/** `7 nights`, `same day`. */
export function describeNights(count: number): string {
  return count === 0 ? 'same day' : plural(count, 'night');
}
