/** Days of a sweep on which a depot lists no times: only of depots that were looked up or are stored. */
import type { Trip } from '../../api/types.ts';
import { groupBy } from '../../group-by.ts';
import { plural } from '../../text.ts';
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

/** More lines would hide the other notes. */
const mostNotes = 5;

/** One line for each depot and purpose. */
export function warningNotes({ warnings, sessions }: Warned): string[] {
  const groups = groupBy(warnings, ({ operator, purpose, depotId }) => `${purpose} ${depotId} ${operator}`);
  const notes = [...groups.values()].flatMap((days) => {
    const [first] = days;
    if (first === undefined) return [];
    const nearest = [...new Set(days.flatMap((day) => day.nearest))].sort();
    const whose = sessions.length > 1 ? `${first.operator}: ` : '';
    return `${whose}${closedInWords(first.depot, first.purpose, days.map(({ date }) => date).sort(), nearest)}`;
  });
  const rest = notes.splice(mostNotes).length;
  return rest === 0 ? notes : [...notes, plural(rest, 'more depot has', 'more depots have') + ' days without times'];
}

/** Says where priced offers with such days are, if there are others: for each whether it has one. */
export function orderNotes(areClosed: readonly boolean[]): string[] {
  if (!areClosed.includes(true) || !areClosed.includes(false)) return [];
  return ['offers with a day without times come after the others, whatever their total'];
}
