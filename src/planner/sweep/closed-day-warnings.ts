/** Days of a sweep on which a depot lists no times: only of depots that were looked up or are stored. */
import type { Trip } from '../../api/types.ts';
import { groupBy } from '../../group-by.ts';
import type { ClosedDay } from '../closed-days.ts';
import { closedInWords } from '../depot-times.ts';
import type { Session } from '../session.ts';

export type SweepWarning = ClosedDay & { readonly operator: string };

/** Whether it is the first or the last day of the trip. */
export function isDayOf({ purpose, depotId, date }: ClosedDay, trip: Trip): boolean {
  return purpose === 'pick-up'
    ? depotId === trip.pickUpDepotId && date === trip.pickUpDate
    : depotId === trip.dropOffDepotId && date === trip.dropOffDate;
}

interface Warned {
  readonly warnings: readonly SweepWarning[];
  readonly sessions: readonly Session[];
}

/** One line for each depot and purpose. */
export function warningNotes({ warnings, sessions }: Warned): string[] {
  const groups = groupBy(warnings, ({ operator, purpose, depotId }) => `${purpose} ${depotId} ${operator}`);
  return [...groups.values()].flatMap((days) =>
    days.slice(0, 1).map(({ operator, depot, purpose }) => {
      const nearest = [...new Set(days.flatMap((day) => day.nearest))].sort();
      const whose = sessions.length > 1 ? `${operator}: ` : '';
      return `${whose}${closedInWords(depot, purpose, days.map(({ date }) => date).sort(), nearest)}`;
    }),
  );
}

/** Says that offers with such days come last, if only some have one. `areClosed`: whether each priced offer has one. */
export function orderNotes(areClosed: readonly boolean[]): string[] {
  if (!areClosed.includes(true) || !areClosed.includes(false)) return [];
  return ['offers with a day without times come after the others, whatever their total'];
}
