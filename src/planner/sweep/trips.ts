/** The cells of a sweep: depots times dates. */
import type { RentalDates, Trip } from '../../api/types.ts';

export interface DepotPair {
  readonly pickUpDepotId: number;
  readonly dropOffDepotId: number;
}

/** Every pick-up with every drop-off, each pair once; `same` brings the vehicle back to where it was picked up. */
export function depotPairs(pickUps: readonly number[], dropOffs: readonly (number | 'same')[]): DepotPair[] {
  const pairs = new Map<string, DepotPair>();
  for (const pickUpDepotId of pickUps) {
    for (const dropOff of dropOffs) {
      const pair = { pickUpDepotId, dropOffDepotId: dropOff === 'same' ? pickUpDepotId : dropOff };
      pairs.set(`${pair.pickUpDepotId}-${pair.dropOffDepotId}`, pair);
    }
  }
  return [...pairs.values()];
}

/** Each pair of depots with each pair of dates, once. */
export function tripsOf(pairs: readonly DepotPair[], dates: readonly RentalDates[]): Trip[] {
  const trips = new Map<string, Trip>();
  for (const pair of pairs) {
    for (const date of dates) trips.set(tripKey({ ...pair, ...date }), { ...pair, ...date });
  }
  return [...trips.values()];
}

export function tripKey(trip: Trip): string {
  return [trip.pickUpDepotId, trip.dropOffDepotId, trip.pickUpDate, trip.dropOffDate].join(' ');
}
