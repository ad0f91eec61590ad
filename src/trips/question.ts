/** The question of a trip: the options of a command as plain values that mean the same on any day. */
import type { CalendarDate } from '../api/types.ts';
import { parseDate } from '../planner/dates.ts';
import { startDates } from '../planner/sweep/rental-dates.ts';
import { questionOptions, type SavedTrip } from './saved.ts';

type Values = Readonly<Record<string, unknown>>;

/** Words such as `+30d` become dates, counted from `today`. Throws UsageError. */
export function questionOf(options: Values, today: CalendarDate): SavedTrip['options'] {
  const { from, to, flex } = options;
  const dates = typeof from === 'string' ? absoluteDates({ from, to, flex } as Dates, today) : {};
  const all: Values = { ...options, ...dates };
  const given = [...questionOptions].flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]));
  return Object.fromEntries(given) as SavedTrip['options'];
}

interface Dates {
  readonly from: string;
  readonly to?: string;
  readonly flex?: number;
}

function absoluteDates({ from, to, flex }: Dates, today: CalendarDate) {
  const starts = startDates({ from, flex }, today);
  const [first = today, last = first] = [starts[0], starts.at(-1)];
  return { from: first === last ? first : `${first}..${last}`, to: to && absoluteEnd(to, first, today) };
}

/** What counts from each pick-up date stays as it is. */
function absoluteEnd(to: string, base: CalendarDate, today: CalendarDate): string {
  const ends = to.split('..').map((end) => {
    const counts = end.trim().startsWith('+');
    return counts ? end : parseDate(end, { today, base, field: 'to' });
  });
  return ends.join('..');
}
