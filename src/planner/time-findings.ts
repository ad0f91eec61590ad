/** Whether a depot lists a time that fits the one that a user wants. */
import { daysOf } from '../api/day-categories.ts';
import type { CalendarDate, DepotTime } from '../api/types.ts';
import { joinWords, shorten } from '../base/words.ts';
import { weekdayOf } from './calendar.ts';
import {
  byTime,
  certainEntriesOn,
  isClosed,
  entriesOfUnknownDays,
  timesByDay,
  timesInWords,
  unknownDayInWords,
  type Purpose,
} from './depot-times.ts';
import { minutesOfDay, type WantedTimes } from './wanted-times.ts';

export interface TimeFinding {
  /**
   * `outside`: no time fits. `unknown`: none is known to fit, but one may, or no times are known.
   * `depends`: a time fits, but none would if the date is also a day such as a public holiday.
   */
  readonly kind: 'outside' | 'unknown' | 'depends';
  /** `17:40` */
  readonly wanted: string;
  /** The last pick-up time of the day, or the first drop-off time, as listed. */
  readonly listed?: string | undefined;
  /** The listed times that may fit, in words. */
  readonly unclear?: string | undefined;
  /** The kinds of days on which no time fits: `a public holiday`. */
  readonly unless?: string | undefined;
}

export interface TimeCheck {
  readonly purpose: Purpose;
  readonly date: CalendarDate;
  readonly wanted: string;
}

export function wantedTimeFor(
  purpose: Purpose,
  { pickUpAfter, dropOffBy }: WantedTimes,
): string | undefined {
  return purpose === 'pick-up' ? pickUpAfter : dropOffBy;
}

/**
 * Undefined if a time fits for certain, and for a closed day, which has a warning of its own.
 * `emptyDays`: kinds of days, such as public holidays, for which the depot lists no times.
 */
export function timeFindingOf(
  entries: readonly DepotTime[],
  time: TimeCheck,
  emptyDays: readonly string[] = [],
): TimeFinding | undefined {
  const { purpose, date, wanted } = time;
  if (isClosed(entries, date)) return undefined;
  const certain = certainEntriesOn(entries, date);
  const fits = (entry: DepotTime): boolean => isFitting(entry.time, purpose, wanted);
  if (certain.some(fits)) return otherDaysFinding(entries, time, emptyDays);
  const possible = entries.filter(({ day }) => daysOf(day)?.includes(weekdayOf(date)) !== false);
  const unclear = possible.filter((entry) => {
    const isReadable = minutesOfDay(entry.time) !== undefined;
    if (!isReadable) return true;
    const isOfUnknownDay = daysOf(entry.day) === undefined;
    // Beside times that are certain, such a time changes the answer only if it fits.
    return isOfUnknownDay && (certain.length === 0 || fits(entry));
  });
  const listed = closestTime(
    certain.map((entry) => entry.time),
    purpose,
  );
  return {
    kind: entries.length === 0 || unclear.length > 0 ? 'unknown' : 'outside',
    wanted,
    ...(listed !== undefined && { listed }),
    ...(unclear.length > 0 && { unclear: shorten(timesInWords(unclear), 100) }),
  };
}

/** A time fits the day of the week; but if the date is a public holiday, for example, none may. */
function otherDaysFinding(
  entries: readonly DepotTime[],
  { purpose, wanted }: TimeCheck,
  emptyDays: readonly string[],
): TimeFinding | undefined {
  const others = timesByDay(entriesOfUnknownDays(entries)).filter(
    ({ times }) => fitOf(times, purpose, wanted) === 'no',
  );
  const days = [...others.map(({ day }) => day), ...emptyDays];
  if (days.length === 0) return undefined;
  const unless = shorten(joinWords(days.map(unknownDayInWords), 'or'), 100);
  const listed = closestTime(
    others.flatMap(({ times }) => times),
    purpose,
  );
  return { kind: 'depends', wanted, ...(listed !== undefined && { listed }), unless };
}

/** The last pick-up time, or the first drop-off time. Times in an unknown form are left out. */
function closestTime(times: readonly string[], purpose: Purpose): string | undefined {
  const readable = times.filter((time) => minutesOfDay(time) !== undefined);
  const sorted = readable.toSorted(byTime);
  return purpose === 'pick-up' ? sorted.at(-1) : sorted[0];
}

/** By time, because a service can write `9:00` beside `17:00`. */
export function sortedTimes(times: readonly string[]): string[] {
  return times.toSorted((a, b) => (minutesOfDay(a) ?? 0) - (minutesOfDay(b) ?? 0));
}

export function fitOf(
  times: readonly string[],
  purpose: Purpose,
  wanted: string,
): 'yes' | 'no' | 'unknown' {
  if (times.some((time) => isFitting(time, purpose, wanted))) return 'yes';
  return times.every((time) => minutesOfDay(time) !== undefined) ? 'no' : 'unknown';
}

/** Whether the day has, for certain, a time that fits. */
export function hasFittingTime(
  entries: readonly DepotTime[],
  { purpose, date, wanted }: TimeCheck,
): boolean {
  return certainEntriesOn(entries, date).some(({ time }) => isFitting(time, purpose, wanted));
}

function isFitting(time: string, purpose: Purpose, wanted: string): boolean {
  const listed = minutesOfDay(time);
  const limit = minutesOfDay(wanted);
  if (listed === undefined || limit === undefined) return false;
  return purpose === 'pick-up' ? listed >= limit : listed <= limit;
}
