/** When vehicles can be picked up and dropped off at a depot. The service lists single times of day, not opening hours. */
import type { CalendarDate, DepotTime } from '../api/types.ts';
import { weekdayName, weekdayOf } from './calendar.ts';

export interface DayTimes {
  /** The category as served; only `weekday` and `weekend` have a known meaning. */
  readonly day: string;
  /** Sorted, without duplicates. */
  readonly times: readonly string[];
}

/** One entry for each day category, in the order of the list. */
export function timesByDay(entries: readonly DepotTime[]): DayTimes[] {
  const days = new Map<string, Set<string>>();
  for (const { day, time } of entries) {
    const times = days.get(day) ?? new Set();
    days.set(day, times.add(time));
  }
  return [...days].map(([day, times]) => ({ day, times: [...times].sort(byTime) }));
}

/** `weekday 09:00–17:00 every 30 min; weekend 10:00, 13:00, 16:00`; empty if there are no times. */
export function timesInWords(entries: readonly DepotTime[]): string {
  return timesByDay(entries)
    .map(({ day, times }) => `${day} ${compact(times)}`.trim())
    .join('; ');
}

/** Regular times as first, last and interval; other times one by one, without the middle of a long list. */
export function compact(times: readonly string[]): string {
  const [first = '', second = ''] = times;
  const last = times.at(-1) ?? '';
  if (times.length <= 3) return times.join(', ');
  const step = minutesOf(second) - minutesOf(first);
  if (times.every((time, i) => minutesOf(time) === minutesOf(first) + i * step)) {
    return `${first}–${last} ${every(step)}`;
  }
  return times.length <= 8 ? times.join(', ') : `${first}, ${second} … ${last} (${times.length} times)`;
}

function every(minutes: number): string {
  if (minutes === 60) return 'hourly';
  return minutes % 60 === 0 ? `every ${minutes / 60} h` : `every ${minutes} min`;
}

export interface TimesOnDate {
  readonly category: 'weekday' | 'weekend';
  /** Times listed for the date's category. */
  readonly times: readonly string[];
  /** Categories of unknown meaning; they may or may not apply to the date. */
  readonly other: readonly DayTimes[];
}

/** The times on a date: Saturday and Sunday are the weekend; public holidays are not known. */
export function timesFor(entries: readonly DepotTime[], date: CalendarDate): TimesOnDate {
  const category = [0, 6].includes(weekdayOf(date)) ? 'weekend' : 'weekday';
  const days = timesByDay(entries).map(({ day, times }) => ({ day, times, known: day.trim().toLowerCase() }));
  const times = days.filter(({ known }) => known === category).flatMap((entry) => entry.times);
  const other = days.filter(({ known }) => known !== 'weekday' && known !== 'weekend');
  return {
    category,
    times: [...new Set(times)].sort(byTime),
    other: other.map(({ day, times }) => ({ day, times })),
  };
}

/** What the service lists for a date: its category, and categories of unknown meaning, which may apply to it. */
export function entriesOn(entries: readonly DepotTime[], date: CalendarDate): DepotTime[] {
  const { category } = timesFor([], date);
  const otherCategory = category === 'weekend' ? 'weekday' : 'weekend';
  return entries.filter(({ day }) => day.trim().toLowerCase() !== otherCategory);
}

/** The line under a date prompt: `Sat 2026-12-26: 10:00, 16:00; holiday 11:00`. */
export function describeDay(entries: readonly DepotTime[], date: CalendarDate): string {
  const { category, times, other } = timesFor(entries, date);
  const listed = times.length === 0 ? `no ${category} times` : compact(times);
  return [
    `${weekdayName(date).slice(0, 3)} ${date}: ${listed}`,
    ...other.map((o) => `${o.day} ${compact(o.times)}`),
  ].join('; ');
}

/** A warning if the depot lists no time for the date's category. The service may still accept the date. */
export function hoursWarning(
  depotName: string,
  purpose: 'pick-up' | 'drop-off',
  entries: readonly DepotTime[],
  date: CalendarDate,
): string | undefined {
  const { category, times, other } = timesFor(entries, date);
  if (times.length > 0) return undefined;
  const day = `${date}, a ${weekdayName(date)}`;
  const others = other.map((entry) => entry.day).join(', ');
  return `${depotName} lists no ${category} ${purpose} times (${day})${others === '' ? '' : `; it lists times for: ${others}`}`;
}

function minutesOf(time: string): number {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time);
  return match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2]);
}

/** `9:00` before `10:00`; text that is not a time of day comes last. */
function byTime(a: string, b: string): number {
  const [x, y] = [minutesOf(a), minutesOf(b)].map((minutes) => (Number.isNaN(minutes) ? Infinity : minutes));
  if (x === y || x === undefined || y === undefined) return a < b ? -1 : Number(a > b);
  return x - y;
}
