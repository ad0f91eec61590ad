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
    days.set(day, (days.get(day) ?? new Set()).add(time));
  }
  return [...days].map(([day, times]) => ({ day, times: [...times].sort(byTime) }));
}

/** Regular times as first, last and interval; other times one by one. */
export function compact(times: readonly string[]): string {
  const [first = 0, second = 0, ...rest] = times.map(minutesOf);
  const step = second - first;
  if (rest.length < 2 || !rest.every((time, i) => time === second + (i + 1) * step)) return times.join(', ');
  return `${times[0]}–${times.at(-1)} ${step === 60 ? 'hourly' : `every ${step} min`}`;
}

/** `9:00` before `10:00`; text that is not a time of day comes last. */
function byTime(a: string, b: string): number {
  return minutesOf(a) - minutesOf(b) || (a < b ? -1 : 1);
}

/** Infinity for text that is not a time of day. */
function minutesOf(time: string): number {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time);
  return match === null ? Infinity : Number(match[1]) * 60 + Number(match[2]);
}
