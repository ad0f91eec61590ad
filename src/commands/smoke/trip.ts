/** The trip that the checks begin with, in the words of the other commands. */
import type { Depot } from '../../api/types.ts';
import type { Context } from '../../cli/context.ts';
import { parseDate } from '../../planner/dates.ts';
import type { Session } from '../../planner/session.ts';
import { nightCounts } from '../../planner/sweep/rental-dates.ts';
import { dateNotes, readDepotId } from '../../planner/trip.ts';
import type { TripWish } from '../../smoke/deployment.ts';

export interface TripWords {
  readonly pickUp?: string;
  readonly from?: string;
  readonly nights?: string;
}

/** Throws UsageError naming the flag; for the name of a depot when the depots are there. */
export async function readTripWish(
  { pickUp, from, nights }: TripWords,
  session: Session,
  context: Context,
): Promise<TripWish> {
  const today = session.today();
  const pickUpDate = from === undefined ? undefined : parseDate(from, { today, field: 'from' });
  if (pickUpDate !== undefined) context.note(...dateNotes({ pickUpDate }, today));
  const note = (text: string) => context.note(text);
  const depotIdOf = (words: string, depots: readonly Pick<Depot, 'id' | 'name'>[]) => {
    const list = () => Promise.resolve(depots.map((depot) => ({ ...noTimes, ...depot })));
    return readDepotId(words, { ...session.depots, list, requests: () => 1 }, { allowPart: true, note });
  };
  return {
    pickUpDate,
    nights: nights === undefined ? undefined : nightCounts(nights),
    pickUpDepotId: pickUp === undefined ? undefined : (depots) => depotIdOf(pickUp, depots),
  };
}

/** A name needs no more of a depot. */
const noTimes = { pickup_times: [], drop_off_times: [], opening_hours_description: '' };
