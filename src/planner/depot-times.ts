/** The times of day that a depot lists for pick-ups and drop-offs: of a date, and of its week. */
import { daysOf } from '../api/day-categories.ts';
import type { CalendarDate, Depot, DepotTime } from '../api/types.ts';
import { weekdayNames, weekdayOf } from './calendar.ts';
import { minutesOfDay } from './wanted-times.ts';

export type Purpose = 'pick-up' | 'drop-off';

export function timesFor(
  purpose: Purpose,
  { pickup_times, drop_off_times }: Depot,
): readonly DepotTime[] {
  return purpose === 'pick-up' ? pickup_times : drop_off_times;
}

/**
 * The kinds of days, such as public holidays, for which the depot lists times of the other purpose
 * alone. Empty for a date without times, which such a day does not change.
 */
export function daysWithoutTimes(
  purpose: Purpose,
  depot: Depot,
  date: CalendarDate,
): readonly string[] {
  if (certainEntriesOn(timesFor(purpose, depot), date).length === 0) return [];
  const daysOfPurpose = (one: Purpose): string[] =>
    entriesOfUnknownDays(timesFor(one, depot)).map(({ day }) => day);
  const listed = new Set(daysOfPurpose(purpose));
  const others = daysOfPurpose(purpose === 'pick-up' ? 'drop-off' : 'pick-up');
  return [...new Set(others)].filter((day) => !listed.has(day));
}

/** The entries that are certain to be for the date: their category names its day of the week. */
export function certainEntriesOn(entries: readonly DepotTime[], date: CalendarDate): DepotTime[] {
  return entries.filter(({ day }) => daysOf(day)?.includes(weekdayOf(date)));
}

/** The sorted times of day that are certain for the date. */
export function certainTimesOn(
  entries: readonly DepotTime[],
  date: CalendarDate,
): readonly string[] {
  const times = certainEntriesOn(entries, date).map(({ time }) => time);
  return [...new Set(times)].sort(byTime);
}

/**
 * Whether every entry is for other days of the week. One for public holidays may be for the date.
 */
export function isClosed(entries: readonly DepotTime[], date: CalendarDate): boolean {
  return (
    entries.length > 0 &&
    entries.every(({ day }) => daysOf(day)?.includes(weekdayOf(date)) === false)
  );
}

/** The entries of a category that names no days of the week, such as public holidays. */
export function entriesOfUnknownDays(entries: readonly DepotTime[]): DepotTime[] {
  return entries.filter(({ day }) => daysOf(day) === undefined);
}

/** `a public holiday`; in quotation marks if it is another word, which may not be a noun. */
export function unknownDayInWords(category: string): string {
  const label = dayLabel(category);
  return /holiday$/i.test(label) ? `a ${label}` : `"${label}"`;
}

/** `public holiday 09:00, 10:00; Mon–Fri 5pm`. */
export function timesInWords(entries: readonly DepotTime[]): string {
  const days = timesByDay(entries, (day) => dayLabel(day));
  return days.map(({ day, times }) => `${day} ${compactTimes(times)}`).join('; ');
}

/** `Mon–Fri` for `weekday`, `public holiday` for `public-holiday`. `letters`: of a weekday. */
export function dayLabel(category: string, { letters = 3 } = {}): string {
  const days = daysOf(category);
  if (days === undefined) return category.replaceAll(/[-_]/g, ' ');
  const names = days.map((day) => (weekdayNames[day] ?? '').slice(0, letters));
  // The only category of five days is Monday to Friday.
  return days.length === 5 ? `${names[0]}–${names[4]}` : names.join(' ');
}

interface DayTimes {
  /** The category as served, or what `nameOf` calls it. */
  readonly day: string;
  /** Sorted, without duplicates. */
  readonly times: readonly string[];
}

/** In the order of the list. Categories to which `nameOf` gives the same name are joined. */
export function timesByDay(
  entries: readonly DepotTime[],
  nameOf = (category: string) => category,
): DayTimes[] {
  const days = new Map<string, Set<string>>();
  for (const { day: category, time } of entries) {
    const day = nameOf(category);
    days.set(day, (days.get(day) ?? new Set()).add(time));
  }
  return [...days].map(([day, times]) => ({ day, times: [...times].sort(byTime) }));
}

/** Three times are as short one by one. */
const minRegularTimes = 4;

/** Regular times as first, last and interval; other times one by one. */
export function compactTimes(times: readonly string[]): string {
  const [first = 0, second = 0, ...rest] = times.map(minutesOf);
  const step = second - first;
  if (
    times.length < minRegularTimes ||
    !Number.isFinite(step) ||
    !rest.every((time, i) => time === second + (i + 1) * step)
  )
    return times.join(', ');
  const every = step % 60 === 0 ? `every ${step / 60} h` : `every ${step} min`;
  return `${times[0]}–${times.at(-1)} ${step === 60 ? 'hourly' : every}`;
}

/** `9:00` before `10:00`; text that is not a time of day comes last. */
export function byTime(a: string, b: string): number {
  return minutesOf(a) - minutesOf(b) || (a < b ? -1 : 1);
}

/** Infinity for text that is not a time of day. */
function minutesOf(time: string): number {
  return minutesOfDay(time) ?? Infinity;
}
