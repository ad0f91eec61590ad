/** Days of a sweep on which a depot lists no times. */
import type { Trip } from '../../api/types.ts';
import { plural } from '../../text.ts';
import { formatDate } from '../calendar.ts';
import { closedDaysOf, nearestInWords, type ClosedDay } from '../closed-days.ts';
import type { Session } from '../session.ts';
import type { SweepOutcome } from './events.ts';
import { groupBy } from './rank.ts';
import type { Trips } from './trips.ts';

export type SweepWarning = ClosedDay & { readonly operator: string };

/** Only of depots that were looked up or are stored: a sweep of ids asks for no depots. */
function closedDaysIn(session: Session, planned: Trips): readonly ClosedDay[] {
  return closedDaysOf([...planned], session.depots.known(), session.today);
}

export function sweepWarnings({ trips }: Pick<SweepOutcome, 'trips'>): SweepWarning[] {
  return trips.flatMap(({ session, planned }) =>
    closedDaysIn(session, planned).map((day) => ({ operator: session.operator.name, ...day })),
  );
}

const none: readonly ClosedDay[] = [];

/** Finds those of one trip: thousands of offers share what is found out once. */
export function closedDaysFinder(session: Session, planned: Trips): (trip: Trip) => readonly ClosedDay[] {
  const keyOf = (purpose: ClosedDay['purpose'], depotId: number, date: string) => `${purpose} ${depotId} ${date}`;
  const days = closedDaysIn(session, planned);
  const known = new Map(days.map((day) => [keyOf(day.purpose, day.depotId, day.date), day]));
  if (known.size === 0) return () => none;
  return ({ pickUpDepotId, pickUpDate, dropOffDepotId, dropOffDate }) => {
    const start = known.get(keyOf('pick-up', pickUpDepotId, pickUpDate));
    const end = known.get(keyOf('drop-off', dropOffDepotId, dropOffDate));
    const found = [start, end].filter((day) => day !== undefined);
    return found.length === 0 ? none : found;
  };
}

/** More lines would hide the other notes. */
const mostNotes = 5;
const mostDays = 3;

/** One line for each depot and purpose. */
export function warningNotes(
  warnings: readonly SweepWarning[],
  { sessions }: Pick<SweepOutcome, 'sessions'>,
): string[] {
  const groups = [
    ...groupBy(warnings, ({ operator, purpose, depotId }) => `${purpose} ${depotId} ${operator}`).values(),
  ];
  const notes = groups.slice(0, mostNotes).map((group) => {
    const whose = sessions.length > 1 ? `${group[0]?.operator}: ` : '';
    return `${whose}${daysInWords(group)}`;
  });
  const rest = groups.length - notes.length;
  const more = `${plural(rest, 'more depot has', 'more depots have')} days without times`;
  return [...notes, ...(rest > 0 ? [more] : [])];
}

/** The days of one depot and purpose. */
function daysInWords(group: readonly SweepWarning[]): string {
  const [first] = group;
  if (first === undefined || group.length === 1) return first?.message ?? '';
  const some = (days: readonly string[]): string =>
    days.slice(0, mostDays).join(', ') + (days.length > mostDays ? ', …' : '');
  const dates = group.map(({ date }) => date).sort();
  const nearest = [...new Set(group.flatMap((day) => day.nearest))].sort().map(formatDate);
  const where = nearestInWords(some(nearest));
  return `${first.depot} lists no ${first.purpose} times on ${plural(group.length, 'day', 'days')} of the sweep: ${some(dates)}${where}`;
}

/** Says where offers with such days are, if there are others. */
export function orderNotes({ offers }: Pick<SweepOutcome, 'offers'>): string[] {
  const quoted = offers.filter(({ quote }) => quote !== undefined);
  const isMixed = quoted.some(({ closed }) => closed.length > 0) && quoted.some(({ closed }) => closed.length === 0);
  return isMixed ? ['offers with a day without times come after the others, whatever their total'] : [];
}
