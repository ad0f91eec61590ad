/** The trips of a sweep: pairs of depots times pairs of dates. */
import type { RentalDates, Trip } from '../../api/types.ts';
import { UsageError } from '../../errors.ts';

/** `same` is the pick-up depot. */
export interface DepotChoice {
  readonly pickUps: readonly number[];
  readonly dropOffs: readonly (number | 'same')[];
}

const mostTrips = 20_000;

/** Each pair of depots, without duplicates, with each of the dates. Throws UsageError for more than a sweep can ask for. */
export function tripsOf({ pickUps, dropOffs }: DepotChoice, dates: readonly RentalDates[]): Trip[] {
  const pairs = [...new Set(pickUps)].flatMap((pickUpDepotId) => {
    const ends = new Set(dropOffs.map((id) => (id === 'same' ? pickUpDepotId : id)));
    return [...ends].map((dropOffDepotId) => ({ pickUpDepotId, dropOffDepotId }));
  });
  refuseTooMany(pairs.length * dates.length);
  return pairs.flatMap((pair) => dates.map((date) => ({ ...pair, ...date })));
}

/** Before they are made: 200 depots and 170 starts of 60 lengths are 400 million. */
export function refuseTooMany(count: number): void {
  if (count <= mostTrips) return;
  throw new UsageError(`${count} trips are too many to compare: ${mostTrips} are the most`, {
    hint: 'give fewer depots, starts or lengths',
  });
}

/** The same for the same days. */
export function datesKey({ pickUpDate, dropOffDate }: RentalDates): string {
  return `${pickUpDate} ${dropOffDate}`;
}
