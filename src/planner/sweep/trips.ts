/** The trips of a sweep: pairs of depots times pairs of dates. */
import type { RentalDates, Trip } from '../../api/types.ts';

export type DepotPair = Pick<Trip, 'pickUpDepotId' | 'dropOffDepotId'>;

/** Counted by arithmetic and made as they are read, because 200 depots and 170 starts of 60 lengths are 400 million. */
export interface Trips extends Iterable<Trip> {
  readonly length: number;
  /** Of each pair of depots. */
  readonly dates: readonly RentalDates[];
}

/** `same` is the pick-up depot. */
export interface DepotChoice {
  readonly pickUps: readonly number[];
  readonly dropOffs: readonly (number | 'same')[];
}

/** Each pair of depots, without duplicates, with each of the dates, of which each is given once. */
export function tripsOf({ pickUps, dropOffs }: DepotChoice, dates: readonly RentalDates[]): Trips {
  const starts = new Set(pickUps);
  const ends = new Set(dropOffs);
  // There `same` is one of the other drop-off depots.
  const repeated = ends.has('same') ? [...starts].filter((id) => ends.has(id)).length : 0;
  return {
    length: (starts.size * ends.size - repeated) * dates.length,
    dates,
    [Symbol.iterator]: () => combine(pairsOf(starts, ends), dates),
  };
}

function* combine(pairs: Iterable<DepotPair>, dates: readonly RentalDates[]): Generator<Trip> {
  for (const pair of pairs) for (const date of dates) yield { ...pair, ...date };
}

function* pairsOf(pickUps: Iterable<number>, dropOffs: Iterable<number | 'same'>): Generator<DepotPair> {
  for (const pickUpDepotId of pickUps) {
    const ends = new Set([...dropOffs].map((id) => (id === 'same' ? pickUpDepotId : id)));
    for (const dropOffDepotId of ends) yield { pickUpDepotId, dropOffDepotId };
  }
}

/** The same for the same days. */
export function datesKey({ pickUpDate, dropOffDate }: RentalDates): string {
  return `${pickUpDate} ${dropOffDate}`;
}

export function tripKey(trip: Trip): string {
  return [trip.pickUpDepotId, trip.dropOffDepotId, trip.pickUpDate, trip.dropOffDate].join(' ');
}
