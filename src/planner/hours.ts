/** When vehicles can be picked up and dropped off at a depot. The service lists single times of day, not opening hours. */
import { daysOf, type CalendarDate, type Depot, type DepotTime } from '../api/types.ts';
import { weekdayName, weekdayOf } from './calendar.ts';
import type { DayState } from '../result.ts';

interface DayTimes {
  /** The category as served. */
  readonly day: string;
  /** Sorted, without duplicates. */
  readonly times: readonly string[];
}

/** One entry for each day category, in the order of the list; those that `nameOf` gives one name are one. */
export function timesByDay(entries: readonly DepotTime[], nameOf = (category: string) => category): DayTimes[] {
  const days = new Map<string, Set<string>>();
  for (const { day: category, time } of entries) {
    const day = nameOf(category);
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

/** Whether times are listed that apply to the date for certain. */
export function hasTimes(entries: readonly DepotTime[], date: CalendarDate): boolean {
  const weekday = weekdayOf(date);
  return entries.some(({ day }) => daysOf(day)?.includes(weekday));
}

/** What the service lists for a date: categories that cover its day, and those of unknown meaning, which may apply to it. */
export function entriesOn(entries: readonly DepotTime[], date: CalendarDate): DepotTime[] {
  return entries.filter((entry) => mayApply(entry, date));
}

function mayApply({ day }: DepotTime, date: CalendarDate): boolean {
  return daysOf(day)?.includes(weekdayOf(date)) ?? true;
}

/** Whether the depot lists times for other days and none for this one, not even for a kind of day that this one may be. */
export function isClosed(entries: readonly DepotTime[], date: CalendarDate): boolean {
  return entries.length > 0 && !entries.some((entry) => mayApply(entry, date));
}

/** The times of a day, for a line near its date: `10:00, 16:00`. A category of unknown meaning says nothing about a date. */
export function describeDay(entries: readonly DepotTime[], date: CalendarDate): string {
  const own = entries.filter(({ day }) => daysOf(day)?.includes(weekdayOf(date)));
  const [{ times } = { times: [] }] = timesByDay(own, () => '');
  return times.length === 0 ? `no ${emptyKind(entries, date)} times` : compact(times);
}

/** A warning if the depot lists no time for the date's day. The service may still accept the date, which `near` leaves out. */
export function hoursWarning(
  depotName: string,
  purpose: 'pick-up' | 'drop-off',
  entries: readonly DepotTime[],
  date: CalendarDate,
  near?: 'near its date',
): string | undefined {
  if (entries.some((entry) => mayApply(entry, date))) return undefined;
  const [kind, name] = [emptyKind(entries, date), weekdayName(date)];
  const day = near === undefined ? ` (${kind === name ? date : `${date}, a ${name}`})` : '';
  return `${depotName} lists no ${kind} ${purpose} times${day}`;
}

/** For what there are no times: `weekend`, or only `Sunday` if the depot lists times for Saturdays. */
function emptyKind(entries: readonly DepotTime[], date: CalendarDate): string {
  const kind = daysOf('weekend')?.includes(weekdayOf(date)) === true ? 'weekend' : 'weekday';
  const covered = new Set(entries.flatMap(({ day }) => daysOf(day) ?? []));
  return daysOf(kind)?.some((day) => covered.has(day)) === true ? weekdayName(date) : kind;
}

/** Days as `weekdayOf` numbers them, from Monday. */
export const weekFromMonday = [1, 2, 3, 4, 5, 6, 0] as const;

/** One state for each day, from Monday. */
export function weekOf({ pickup_times, drop_off_times }: Depot): DayState[] {
  const [pickUp, dropOff] = [listedDays(pickup_times), listedDays(drop_off_times)];
  const hasUnknown = [...pickup_times, ...drop_off_times].some(({ day }) => daysOf(day) === undefined);
  return weekFromMonday.map((day): DayState => {
    const [canPickUp, canDropOff] = [pickUp.has(day), dropOff.has(day)];
    if (canPickUp && canDropOff) return 'both';
    if (canPickUp || canDropOff) return canPickUp ? 'pick-up' : 'drop-off';
    return hasUnknown ? 'unknown' : 'none';
  });
}

function listedDays(entries: readonly DepotTime[]): ReadonlySet<number> {
  return new Set(entries.flatMap(({ day }) => daysOf(day) ?? []));
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
