/** The times of day that a depot lists for pick-ups and drop-offs: of a date, and of its week. */
import { daysOf } from '../api/day-categories.ts';
import type { CalendarDate, Depot, DepotTime } from '../api/types.ts';
import { joinWords, shorten } from '../base/words.ts';
import { formatDate, weekdayNames, weekdayOf } from './calendar.ts';
import { minutesOfDay } from './wanted-times.ts';

export type Purpose = 'pick-up' | 'drop-off';

export function timesFor(
  purpose: Purpose,
  { pickup_times, drop_off_times }: Depot,
): readonly DepotTime[] {
  return purpose === 'pick-up' ? pickup_times : drop_off_times;
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

/** `10:00, 16:00; on a public holiday: 10:00`. `noteOf` adds a text to each list of times. */
export function dayInWords(
  entries: readonly DepotTime[],
  date: CalendarDate,
  noteOf = (_times: readonly string[]) => '',
): string {
  const inWords = (times: readonly string[]) => compactTimes(times) + noteOf(times);
  const times = certainTimesOn(entries, date);
  const first = times.length === 0 ? 'none listed for this day' : inWords(times);
  const others = timesByDay(entriesOfUnknownDays(entries)).map(
    (day) => `on ${unknownDayInWords(day.day)}: ${inWords(day.times)}`,
  );
  const rest = others.length === 0 ? '' : `; ${shorten(others.join('; '), 200)}`;
  return first + rest;
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

/** More would hide the other notes. */
const maxListedDays = 4;

/** `Sat 16 Jan 2027`; `5 days (Sat 16 Jan 2027, …)`. */
export function datesInWords(days: readonly CalendarDate[]): string {
  return days.length > maxListedDays
    ? `${days.length} days (${firstDates(days)})`
    : firstDates(days);
}

/** For more days, the list of near days would be too long to help. */
const maxDaysWithNearest = 3;

/** `; nearest with times: Fri 15 Jan 2027 and Mon 18 Jan 2027`; empty for many `days`. */
export function nearestInWords(
  days: readonly CalendarDate[],
  title: string,
  nearest: readonly CalendarDate[],
): string {
  return nearest.length === 0 || days.length > maxDaysWithNearest
    ? ''
    : `; ${title}: ${firstDates(nearest)}`;
}

function firstDates(days: readonly CalendarDate[]): string {
  const words = days.map(formatDate);
  return words.length > maxListedDays
    ? `${words.slice(0, maxListedDays).join(', ')}, …`
    : joinWords(words);
}

/** `Mon–Fri 08:00–16:30 every 30 min; Sat 09:00`; without times, the operator's own text. */
export function hoursInWords(depot: Depot): string {
  return timeLines(depot, (day) => dayLabel(day)).join('; ') || depot.opening_hours_description;
}

/** `public holiday 09:00, 10:00; Mon–Fri 5pm`. */
export function timesInWords(entries: readonly DepotTime[]): string {
  const days = timesByDay(entries, (day) => dayLabel(day));
  return days.map(({ day, times }) => `${day} ${compactTimes(times)}`).join('; ');
}

/** One line for each day category, or two with the purpose if pick-up and drop-off differ. */
export function timeLines(
  { pickup_times, drop_off_times }: Depot,
  labelOf: (day: string) => string,
): string[] {
  const pickUp = linesByDay(pickup_times, labelOf);
  const dropOff = linesByDay(drop_off_times, labelOf);
  return [...new Set([...pickUp.keys(), ...dropOff.keys()])].flatMap((day) => {
    const [first, second] = [pickUp.get(day), dropOff.get(day)];
    if (first === second) return [first ?? ''];
    return [...(first ? [`pick-up ${first}`] : []), ...(second ? [`drop-off ${second}`] : [])];
  });
}

function linesByDay(
  entries: readonly DepotTime[],
  labelOf: (day: string) => string,
): ReadonlyMap<string, string> {
  // A single time without "only" could be taken for the start of a range.
  const inWords = (times: readonly string[]): string =>
    times.length === 1 ? `${times.join()} only` : compactTimes(times);
  const days = timesByDay(entries, labelOf);
  return new Map(days.map(({ day, times }) => [day, `${day} ${inWords(times)}`]));
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
