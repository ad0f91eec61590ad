/** Start dates as a table shows them. */
import type { CalendarDate } from '../../api/types.ts';
import { formatDate } from '../calendar.ts';
import { areConsecutive } from './groups.ts';

/** `Sun 20 Dec`, with the year if there are several. */
export function shortDate(date: CalendarDate, withYear: boolean): string {
  const text = formatDate(date);
  return withYear ? text : text.slice(0, -5);
}

export interface StartsForm {
  readonly withYear: boolean;
  /** Leaves the number out where the first and the last day tell it. */
  readonly short: boolean;
}

/**
 * `Sat 19 – Thu 24 Dec, 6 starts`; the number comes first if a day between is missing: `6 starts, Sat 19 – Thu 31 Dec`. So the
 * text stays true where a narrow terminal cuts its end.
 */
export function startsInWords(dates: readonly CalendarDate[], { withYear, short }: StartsForm): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (dates.length === 1) return shortDate(first, withYear);
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const from = isOneMonth ? shortDate(first, false).slice(0, -4) : shortDate(first, withYear);
  const range = `${from} – ${shortDate(last, withYear)}`;
  const count = `${dates.length} starts`;
  if (!areConsecutive(dates)) return `${count}, ${range}`;
  return short ? range : `${range}, ${count}`;
}
