/** Days of a sweep on which a depot lists no times. */
import type { Trip } from '../../api/types.ts';
import { groupBy } from '../../group-by.ts';
import { plural } from '../../text.ts';
import { closedDaysOf, type ClosedDay } from '../closed-days.ts';
import { closedInWords } from '../depot-times.ts';
import type { Session } from '../session.ts';
import type { Trips } from './trips.ts';

export type SweepWarning = ClosedDay & { readonly operator: string };

/** Only of depots that were looked up or are stored: a sweep of ids asks for no depots. */
function closedDaysIn(session: Session, planned: Trips): readonly ClosedDay[] {
  return closedDaysOf([...planned], session.depots.known(), session.today);
}

export function sweepWarnings(sweeps: readonly { readonly session: Session; readonly trips: Trips }[]): SweepWarning[] {
  return sweeps.flatMap(({ session, trips }) =>
    closedDaysIn(session, trips).map((day) => ({ operator: session.operator.name, ...day })),
  );
}

/** Finds those of one trip: thousands of offers share what is found out once. */
export function closedDaysFinder(session: Session, planned: Trips): (trip: Trip) => readonly ClosedDay[] {
  const days = closedDaysIn(session, planned);
  return (trip) =>
    days.filter(({ purpose, depotId, date }) =>
      purpose === 'pick-up'
        ? depotId === trip.pickUpDepotId && date === trip.pickUpDate
        : depotId === trip.dropOffDepotId && date === trip.dropOffDate,
    );
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
  const notes = [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const days = [first, ...others];
    const nearest = [...new Set(days.flatMap((day) => day.nearest))].sort();
    const whose = sessions.length > 1 ? `${first.operator}: ` : '';
    return `${whose}${closedInWords(first.depot, first.purpose, days.map(({ date }) => date).sort(), nearest)}`;
  });
  const rest = notes.splice(mostNotes).length;
  if (rest > 0) notes.push(`${plural(rest, 'more depot has', 'more depots have')} days without times`);
  return notes;
}

/** Says where priced offers with such days are, if there are others: for each whether it has one. */
export function orderNotes(areClosed: readonly boolean[]): string[] {
  if (!areClosed.includes(true) || !areClosed.includes(false)) return [];
  return ['offers with a day without times come after the others, whatever their total'];
}
