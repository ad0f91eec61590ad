/**
 * Arithmetic on calendar dates, in UTC only, so that neither daylight saving nor the machine's time
 * zone can move a day.
 */
import { ConfigError } from '../base/errors.ts';
import { readInstant } from '../base/instants.ts';
import type { CalendarDate } from '../api/types.ts';

const dayMs = 86_400_000;
const firstDay = epochDay(1, 1, 1);
const lastDay = epochDay(9999, 12, 31);

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
/** `sun`, `mon`, …: as users type them. */
export const weekdayWords = weekdayNames.map((name) => name.slice(0, 3).toLowerCase());
export const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Undefined if the calendar does not have the day, or if the year is not 1 to 9999. */
export function calendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  if (month < 1 || month > 12 || day < 1 || day > lastOfMonth(year, month)) return undefined;
  return fromEpochDay(epochDay(year, month, day));
}

/** `weekday` 5 and `nth` 2: the second Friday of the month. Undefined if there is none. */
export function nthWeekday(
  year: number,
  month: number,
  weekday: number,
  nth: number | 'last',
): CalendarDate | undefined {
  const firstOfMonth = calendarDate(year, month, 1);
  if (firstOfMonth === undefined) return undefined;
  /** The first such weekday, as a day of the month. */
  const firstDay = 1 + ((weekday - weekdayOf(firstOfMonth) + 7) % 7);
  // The last one is the fifth if the month has five of them, else the fourth.
  const places = nth === 'last' ? [5, 4] : [nth];
  const dates = places.map((place) => calendarDate(year, month, firstDay + 7 * (place - 1)));
  return dates.find((date) => date !== undefined);
}

/** The form of an ISO date. It also fits days that do not exist. */
export const isoForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `YYYY-MM-DD` of a day that exists; undefined for any other text. */
export function isoDate(text: string): CalendarDate | undefined {
  const match = isoForm.exec(text);
  return match === null
    ? undefined
    : calendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Undefined if the result is outside the years 1–9999. */
export function addDays(date: CalendarDate, days: number): CalendarDate | undefined {
  return fromEpochDay(toEpochDay(date) + days);
}

/** The same day, or the last one of a shorter month. Undefined outside the years 1–9999. */
export function addMonths(date: CalendarDate, months: number): CalendarDate | undefined {
  const { year, month, day } = dateParts(date);
  const count = year * 12 + (month - 1) + months;
  const toYear = Math.floor(count / 12);
  const toMonth = (count % 12) + 1;
  return calendarDate(toYear, toMonth, Math.min(day, lastOfMonth(toYear, toMonth)));
}

/** Nights between two dates; negative if `to` is before `from`. */
export function nights(from: CalendarDate, to: CalendarDate): number {
  return toEpochDay(to) - toEpochDay(from);
}

/** 0 is Sunday. */
export function weekdayOf(date: CalendarDate): number {
  // Day 0 of the epoch was a Thursday.
  return (((toEpochDay(date) + 4) % 7) + 7) % 7;
}

export function weekdayName(date: CalendarDate): string {
  return weekdayNames[weekdayOf(date)] ?? 'Sunday';
}

/** `timeZone` is an IANA name, `nowMs` epoch ms. Throws ConfigError for an unknown time zone. */
export function todayIn(timeZone: string, nowMs: number): CalendarDate {
  try {
    const part = partsAt(nowMs, { timeZone });
    const date = calendarDate(Number(part('year')), Number(part('month')), Number(part('day')));
    if (date !== undefined) return date;
  } catch (cause) {
    throw new ConfigError(`"${timeZone}" is not a time zone`, {
      cause,
      hint: 'use a name such as Pacific/Auckland',
    });
  }
  throw new ConfigError('the clock of this machine shows a year outside the calendar');
}

function partsAt(at: number, options: Intl.DateTimeFormatOptions) {
  const parts = new Intl.DateTimeFormat('en-NZ', options).formatToParts(at);
  return (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((one) => one.type === type)?.value ?? '';
}

/** `Sun 20 Dec 2026`. */
export function formatDate(date: CalendarDate): string {
  const { year, month, day } = dateParts(date);
  const name = monthNames[month - 1] ?? '';
  return `${weekdayName(date).slice(0, 3)} ${day} ${name.slice(0, 3)} ${year}`;
}

/**
 * `Fri 20 Nov 2026, 15:04 NZDT`. A text that is not an ISO 8601 instant is returned unchanged and
 * unescaped, and so is any text if the time zone is unknown.
 */
export function formatInstant(iso: string, timeZone: string): string {
  const part = partsOfInstant(iso, timeZone);
  if (part === undefined) return iso;
  const time = `${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${time}`;
}

/** `20 Nov, 15:04`, for a narrow column; else like `formatInstant`. */
export function shortInstant(iso: string, timeZone: string): string {
  const part = partsOfInstant(iso, timeZone);
  if (part === undefined) return iso;
  return `${part('day')} ${part('month')}, ${part('hour')}:${part('minute')}`;
}

/** Undefined if the text is not an ISO 8601 instant or the time zone is unknown. */
function partsOfInstant(iso: string, timeZone: string): ReturnType<typeof partsAt> | undefined {
  const at = readInstant(iso);
  if (Number.isNaN(at)) return undefined;
  try {
    return partsAt(at, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      timeZone,
    });
  } catch {
    return undefined;
  }
}

/** ms from `nowMs` (epoch ms) until `expiresAt` (ISO 8601); negative after that. */
export function timeLeft(expiresAt: string, nowMs: number): number {
  return readInstant(expiresAt) - nowMs;
}

interface DateParts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export function dateParts(date: CalendarDate): DateParts {
  return {
    year: Number(date.slice(0, 4)),
    month: Number(date.slice(5, 7)),
    day: Number(date.slice(8, 10)),
  };
}

function lastOfMonth(year: number, month: number): number {
  return new Date(epochDay(year, month + 1, 0) * dayMs).getUTCDate();
}

function toEpochDay(date: CalendarDate): number {
  const { year, month, day } = dateParts(date);
  return epochDay(year, month, day);
}

function epochDay(year: number, month: number, day: number): number {
  // Date.UTC reads the years 0–99 as 1900–1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / dayMs;
}

function fromEpochDay(day: number): CalendarDate | undefined {
  if (!(day >= firstDay && day <= lastDay)) return undefined;
  return new Date(day * dayMs).toISOString().slice(0, 10) as CalendarDate;
}

/** Every day of the month that this day is in. */
export function daysOfMonth(date: CalendarDate): CalendarDate[] {
  const prefix = date.slice(0, 8);
  const days = Array.from({ length: 31 }, (_, index) =>
    isoDate(`${prefix}${String(index + 1).padStart(2, '0')}`),
  );
  return days.filter((day) => day !== undefined);
}
