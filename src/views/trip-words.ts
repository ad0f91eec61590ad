/** Trips and dates in words. */
import type { CalendarDate, RentalDates, Trip } from '../api/types.ts';
import { addDays, formatDate, nights } from '../planner/calendar.ts';
import { depotLabels } from '../planner/labels.ts';
import type { Named } from '../planner/names.ts';
import { hasSeveral } from '../base/group-by.ts';
import { plural } from '../base/words.ts';

/** `Auckland Airport → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
export function describeTrip(trip: Trip, depots: readonly Named[]): string {
  const labelOf = depotLabels(depots);
  const from = labelOf(trip.pickUpDepotId);
  const to = trip.dropOffDepotId === trip.pickUpDepotId ? '' : ` → ${labelOf(trip.dropOffDepotId)}`;
  return `${from}${to}, ${describeDates(trip)}`;
}

/** `Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
export function describeDates({ pickUpDate, dropOffDate }: RentalDates): string {
  const count = nights(pickUpDate, dropOffDate);
  const length = count < 0 ? '' : `, ${describeNights(count)}`;
  return `${formatDate(pickUpDate)} – ${formatDate(dropOffDate)}${length}`;
}

/** `7 nights`, `same day`. */
export function describeNights(count: number): string {
  return count === 0 ? 'same day' : plural(count, 'night');
}

interface YearOptions {
  /** Whether the year is shown: it is if there are several. Default: false. */
  readonly withYear?: boolean;
}

/** `Sun 20 Dec`, `Sun 20 Dec 2026`. */
export function shortDate(date: CalendarDate, { withYear = false }: YearOptions = {}): string {
  const text = formatDate(date);
  return withYear ? text : text.slice(0, -5);
}

/** `Mon 7 – Mon 14 Dec`. */
export function shortRange(
  from: CalendarDate,
  to: CalendarDate,
  { withYear = false }: YearOptions = {},
): string {
  const start = isInOneMonth(from, to)
    ? shortDate(from).slice(0, -4)
    : shortDate(from, { withYear });
  return `${start} – ${shortDate(to, { withYear })}`;
}

/** `Sat 19 – Thu 24 Dec, 6 starts`; as `shortStarts` if a day between is missing. */
export function startsInWords(
  dates: readonly CalendarDate[],
  { withYear = false }: YearOptions = {},
): string {
  const first = dates[0];
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return '';
  if (dates.length === 1) return shortDate(first, { withYear });
  if (!areConsecutive(dates)) return shortStarts(dates, { withYear });
  return `${shortRange(first, last, { withYear })}, ${dates.length} starts`;
}

/** More would be too wide for a column. */
const maxRuns = 3;

/** `19–24 Dec, 6 starts`; `19–20, 24 Dec, 3 starts`; with many gaps `6 starts in 19–31 Dec`. */
export function shortStarts(
  dates: readonly CalendarDate[],
  { withYear = false }: YearOptions = {},
): string {
  const first = dates[0];
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return '';
  if (dates.length === 1) return shortDate(first, { withYear });
  const count = `${dates.length} starts`;
  const runs = runsOf(dates);
  return runs.length > maxRuns
    ? `${count} in ${rangeOfDays(first, last, { withYear })}`
    : `${runsInWords(runs, { withYear })}, ${count}`;
}

/** Sorted dates as runs of consecutive days: `11–17, 25–28 Feb 2030`. */
export function listStarts(dates: readonly CalendarDate[]): string {
  const withYear = areInSeveralYears(dates);
  const year = withYear || dates[0] === undefined ? '' : ` ${dates[0].slice(0, 4)}`;
  return `${runsInWords(runsOf(dates), { withYear })}${year}`;
}

/** Days without a gap. */
interface Run {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

function runsInWords(runs: readonly Run[], { withYear }: Required<YearOptions>): string {
  const texts = runs.map((run, index) => {
    const text = rangeOfDays(run.first, run.last, { withYear });
    const next = runs[index + 1];
    // `11–17, 25–28 Feb`: the month is written once.
    const isMonthNext = next !== undefined && isInOneMonth(run.first, next.last);
    return isMonthNext ? text.replace(/ .*/, '') : text;
  });
  return texts.join(', ');
}

function runsOf(dates: readonly CalendarDate[]): Run[] {
  const runs: { first: CalendarDate; last: CalendarDate }[] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    if (run !== undefined && addDays(run.last, 1) === date) run.last = date;
    else runs.push({ first: date, last: date });
  }
  return runs;
}

/** `19–24 Dec`, `30 Dec – 4 Jan`; one day is `24 Dec`. */
export function rangeOfDays(
  first: CalendarDate,
  last: CalendarDate,
  { withYear = false }: YearOptions = {},
): string {
  const [start = '', end = ''] = [first, last].map((date) =>
    shortDate(date, { withYear }).replace(/^\S+ /, ''),
  );
  if (first === last) return end;
  return isInOneMonth(first, last) ? `${start.split(' ')[0] ?? ''}–${end}` : `${start} – ${end}`;
}

export function isInOneMonth(first: CalendarDate, last: CalendarDate): boolean {
  return first.slice(0, 7) === last.slice(0, 7);
}

/** `North Shore, Auckland · Queenstown`: a comma or "and" can be in a name. */
export function joinPairs(pairs: readonly string[]): string {
  return pairs.join(' · ');
}

export function areInSeveralYears(dates: readonly CalendarDate[]): boolean {
  return hasSeveral(dates, (date) => date.slice(0, 4));
}

/** For sorted dates: whether no day between is missing. */
export function areConsecutive(dates: readonly CalendarDate[]): boolean {
  const first = dates[0];
  const last = dates.at(-1);
  return first !== undefined && last !== undefined && nights(first, last) === dates.length - 1;
}
