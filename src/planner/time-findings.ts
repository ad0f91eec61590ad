/** Whether a depot lists a time that fits the one that a user wants. Only listed times count. Pure. */
import { daysOf } from '../api/day-categories.ts';
import type { CalendarDate, DepotTime } from '../api/types.ts';
import { joinWords, shorten } from '../base/words.ts';
import { weekdayOf } from './calendar.ts';
import { certainOn, daysInWords, isClosed, nearestTo, timesInWords, type Purpose } from './depot-times.ts';
import { minutesOfDay, type WantedTimes } from './wanted-times.ts';

export interface TimeFinding {
  /**
   * `outside`: no time of the day fits. `unknown`: none is known to fit, but some may: times for days of unknown meaning, or in a form that is
   * not known; or no times are known at all.
   */
  readonly kind: 'outside' | 'unknown';
  /** `17:40` */
  readonly wanted: string;
  /** The last pick-up time of the day, or the first drop-off time, as listed. */
  readonly listed?: string | undefined;
  /** The listed times that may fit, in words. */
  readonly unclear?: string | undefined;
}

export interface WantedTime {
  readonly purpose: Purpose;
  readonly date: CalendarDate;
  readonly wanted: string;
}

/** The time that is wanted at this end of a trip. */
export function wantedAt(purpose: Purpose, { pickUpAfter, dropOffBy }: WantedTimes): string | undefined {
  return purpose === 'pick-up' ? pickUpAfter : dropOffBy;
}

/** Undefined if a time fits, and for a day without any times, which has a warning of its own. */
export function findTime(
  entries: readonly DepotTime[],
  { purpose, date, wanted }: WantedTime,
): TimeFinding | undefined {
  const certain = certainOn(entries, date);
  const fits = ({ time }: DepotTime): boolean => isFitting(time, purpose, wanted);
  if (certain.some(fits) || isClosed(entries, date)) return undefined;
  const possible = entries.filter(({ day }) => daysOf(day)?.includes(weekdayOf(date)) !== false);
  const unclear = possible.filter((entry) => {
    const isOfUnknownDay = daysOf(entry.day) === undefined && (certain.length === 0 || fits(entry));
    return isOfUnknownDay || minutesOfDay(entry.time) === undefined;
  });
  const readable = certain.filter(({ time }) => minutesOfDay(time) !== undefined);
  const sorted = readable.toSorted((a, b) => (minutesOfDay(a.time) ?? 0) - (minutesOfDay(b.time) ?? 0));
  const listed = (purpose === 'pick-up' ? sorted.at(-1) : sorted[0])?.time;
  return {
    kind: entries.length === 0 || unclear.length > 0 ? 'unknown' : 'outside',
    wanted,
    ...(listed !== undefined && { listed }),
    ...(unclear.length > 0 && { unclear: shorten(timesInWords(unclear), 100) }),
  };
}

/** Whether the day has, for certain, a time that fits. */
export function hasFittingTime(entries: readonly DepotTime[], { purpose, date, wanted }: WantedTime): boolean {
  return certainOn(entries, date).some(({ time }) => isFitting(time, purpose, wanted));
}

function isFitting(time: string, purpose: Purpose, wanted: string): boolean {
  const [listed, limit] = [minutesOfDay(time), minutesOfDay(wanted)];
  if (listed === undefined || limit === undefined) return false;
  return purpose === 'pick-up' ? listed >= limit : listed <= limit;
}

interface FoundDays {
  /** Of the depot. */
  readonly label: string;
  readonly purpose: Purpose;
  readonly days: readonly CalendarDate[];
  /** Days that fit. */
  readonly nearest: readonly CalendarDate[];
}

/** One warning for findings of the same kind at one depot. */
export function timesWarning(findings: readonly TimeFinding[], { label, purpose, days, nearest }: FoundDays): string {
  const { kind = 'unknown', wanted = '' } = findings[0] ?? {};
  const time = purpose === 'pick-up' ? `pick-up time at ${wanted} or later` : `drop-off time by ${wanted}`;
  const near = nearestTo(days, 'nearest days that fit', nearest);
  const unique = (texts: readonly (string | undefined)[]) => [...new Set(texts.filter((text) => text !== undefined))];
  if (kind === 'outside') {
    const listed = unique(findings.map((finding) => finding.listed)).sort();
    const end = purpose === 'pick-up' ? 'last' : 'first';
    return `${label} lists no ${time} on ${daysInWords(days)}; the ${end} is ${joinWords(listed, 'or')}${near}`;
  }
  const unclear = unique(findings.map((finding) => finding.unclear));
  const why = unclear.length === 0 ? `its ${purpose} times are not known` : `it lists ${unclear.join('; ')}`;
  return `whether ${label} has a ${time} on ${daysInWords(days)} is not known: ${why}${near}`;
}
