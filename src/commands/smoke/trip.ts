/** The trip that the checks begin with, in the words of the other commands. */
import type { Context } from '../../cli/context.ts';
import { parseDate } from '../../planner/dates.ts';
import type { Session } from '../../planner/session.ts';
import { nightCounts } from '../../planner/sweep/rental-dates.ts';
import { idOf, isId, type Named, type Note } from '../../planner/names.ts';
import { readOne } from '../../planner/read-one.ts';
import { dateNotes } from '../../planner/trip.ts';
import type { TripWish } from '../../smoke/index.ts';

export interface TripWords {
  readonly pickUp?: string;
  readonly from?: string;
  readonly nights?: string;
}

/** Throws UsageError naming the flag; for the name of a depot when the depots are there. */
export function readTripWish({ pickUp, from, nights }: TripWords, session: Session, context: Context): TripWish {
  const today = session.today();
  const pickUpDate = from === undefined ? undefined : parseDate(from, { today, field: 'from' });
  if (pickUpDate !== undefined) context.note(...dateNotes({ pickUpDate }, today));
  return {
    today,
    pickUpDate,
    nights: nights === undefined ? undefined : nightCounts(nights),
    pickUpDepotId: pickUp === undefined ? undefined : (depots) => depotIdIn(pickUp, depots, context.note),
  };
}

function depotIdIn(text: string, depots: readonly Named[], note: Note): number {
  return isId(text) ? idOf(text) : readOne(text, depots, 'depot', note).id;
}
