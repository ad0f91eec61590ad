/** Days of a sweep on which a depot lists no times. */
import { closedDaysOf, type ClosedDay } from '../../planner/closed-days.ts';
import type { SweepOutcome } from '../../planner/sweep/events.ts';
import { groupBy } from '../../planner/sweep/rank.ts';
import { plural } from '../../text.ts';

export type SweepWarning = ClosedDay & { readonly operator: string };

/** Only of depots that were looked up or are stored: a sweep of ids asks for no depots. */
export function sweepWarnings({ trips }: Pick<SweepOutcome, 'trips'>): SweepWarning[] {
  return trips.flatMap(({ session, planned }) => {
    const days = closedDaysOf([...planned.ends()], session.depots.known(), session.today);
    return days.map((day) => ({ operator: session.operator.name, ...day }));
  });
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
  const notes = groups.slice(0, mostNotes).flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const whose = sessions.length > 1 ? `${first.operator}: ` : '';
    if (group.length === 1) return [`${whose}${first.message}`];
    const days = group.map(({ date }) => date).sort();
    const more = days.length > mostDays ? ', …' : '';
    const list = `${days.slice(0, mostDays).join(', ')}${more}`;
    return [
      `${whose}${first.depot} lists no ${first.purpose} times on ${plural(days.length, 'day', 'days')} of the sweep: ${list}`,
    ];
  });
  const rest = groups.length - notes.length;
  const more = `${plural(rest, 'more depot has', 'more depots have')} days without times (--json lists them)`;
  return rest > 0 ? [...notes, more] : notes;
}
