/** The trips of a comparison: each pair of depots on each of the dates. */
import type { RentalDates, Trip } from '../../api/types.ts';
import { UsageError } from '../../base/errors.ts';
import { requestCeiling, type DepotChoice } from '../../planner/question.ts';

/** The list of vehicles of each trip is a request. */
const maxTrips = requestCeiling;

/**
 * Each pair of depots, without duplicates, with each of the dates. Throws UsageError for more than
 * a comparison can ask for.
 */
export function tripsOf(choice: DepotChoice, dates: readonly RentalDates[]): Trip[] {
  refuseTooMany(countTrips(choice, dates.length));
  const { pickUpIds, dropOffs } = choice;
  const pairs = [...new Set(pickUpIds)].flatMap((pickUpDepotId) => {
    const ends = new Set(dropOffs.map((id) => (id === 'same' ? pickUpDepotId : id)));
    return [...ends].map((dropOffDepotId) => ({ pickUpDepotId, dropOffDepotId }));
  });
  return pairs.flatMap((pair) => dates.map((date) => ({ ...pair, ...date })));
}

/** How many `tripsOf` would make. */
export function countTrips({ pickUpIds, dropOffs }: DepotChoice, dates: number): number {
  const pickUps = new Set(pickUpIds);
  const ends = new Set(dropOffs.filter((id) => id !== 'same'));
  // With `same`, each pick-up depot has a round trip. Those to a drop-off depot are pairs already.
  const roundTrips = dropOffs.includes('same') ? [...pickUps].filter((id) => !ends.has(id)) : [];
  return (pickUps.size * ends.size + roundTrips.length) * dates;
}

/**
 * Called before the trips are made: from 200 depots to 200, 170 starts of 60 lengths would be 400
 * million.
 */
export function refuseTooMany(count: number): void {
  if (count <= maxTrips) return;
  throw new UsageError(`${count} trips are too many to compare: the limit is ${maxTrips}`, {
    hint: 'give fewer depots, starts or lengths',
  });
}
