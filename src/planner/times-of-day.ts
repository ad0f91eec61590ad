/** Times of day as the service lists them, in order and in short. */
import type { DepotTime } from '../api/types.ts';

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

/** `9:00` before `10:00`; text that is not a time of day comes last. */
function byTime(a: string, b: string): number {
  // Without a difference, or between two that are not times, by the text.
  return minutesOf(a) - minutesOf(b) || (a < b ? -1 : 1);
}

/** Infinity for text that is not a time of day. */
function minutesOf(time: string): number {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time);
  return match === null ? Infinity : Number(match[1]) * 60 + Number(match[2]);
}
