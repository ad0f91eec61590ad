/** The forms in which people write a day: `tomorrow`, `fri`, `20 dec`, `first monday in march`. */
import type { Field } from '../base/field-text.ts';
import type { CalendarDate } from '../api/types.ts';
import {
  addDays,
  addMonths,
  calendarDate,
  dateParts,
  daysOfMonth,
  isoDate,
  isoForm,
  monthNames,
  nights,
  nthWeekday,
  weekdayName,
  weekdayNames,
  weekdayOf,
} from './calendar.ts';

export interface DateContext {
  /** The operator's day (`todayIn`). */
  readonly today: CalendarDate;
  /** The day that the date counts from: the pick-up date for a drop-off, the start of a range. */
  readonly base?: CalendarDate | undefined;
  /** The field that the date is for, named in errors. */
  readonly field?: Field | undefined;
  /** The field also takes a month or a range. */
  readonly takesRange?: boolean;
}

export interface FoundDate {
  readonly date: CalendarDate;
  /** `counted` is counted from the base: `+7d`, `fri`. */
  readonly kind: 'fixed' | 'counted';
}

/** Words that can stand for several days. */
interface AmbiguousDate {
  readonly kind: 'ambiguous';
  readonly days: readonly CalendarDate[];
}

interface UnreadableDate {
  readonly kind: 'unreadable';
  /** What follows the words in a message: `is not a date`. */
  readonly problem: string;
}

export type NotOneDate = AmbiguousDate | UnreadableDate;

type DateReading = FoundDate | NotOneDate;

export function readDateForm(words: string, context: DateContext): DateReading {
  const { today, base = today } = context;
  const daysAhead = ['today', 'tomorrow'].indexOf(words);
  if (daysAhead !== -1) return found(addDays(today, daysAhead), 'fixed');
  const [, isoYear, isoMonth] = isoForm.exec(words) ?? [];
  if (isoYear !== undefined) return foundIn(Number(isoYear), Number(isoMonth), isoDate(words));
  const [, count, unit] = /^\+(\d+)([dwm])$/.exec(words) ?? [];
  if (count !== undefined) {
    return found(
      unit === 'm' ? addMonths(base, +count) : addDays(base, +count * (unit === 'w' ? 7 : 1)),
      'counted',
    );
  }
  const weekday = readWeekday(words);
  if (weekday !== undefined) return found(addDays(base, daysUntil(weekday, base)), 'counted');
  return (
    readNearWeekday(words, base) ??
    readWeekdayInMonth(words, context) ??
    readDayAndMonth(words, context)
  );
}

/** 1 to 7: never the day itself. */
function daysUntil(weekday: number, base: CalendarDate): number {
  return ((weekday - weekdayOf(base) + 6) % 7) + 1;
}

/** `this fri`, `next friday`. Undefined for other words. */
function readNearWeekday(words: string, base: CalendarDate): DateReading | undefined {
  const [, which, name = ''] = /^(this|next) ([a-z]+)$/.exec(words) ?? [];
  const weekday = readWeekday(name);
  if (which === undefined || weekday === undefined) return undefined;
  const coming = daysUntil(weekday, base);
  // On a Friday, `this fri` can also be the base. `next fri` can also be the one of next week.
  const counts = which === 'this' ? [coming % 7, coming] : [coming, ...inNextWeeks(weekday, base)];
  const days = [...new Set(counts)]
    .sort((a, b) => a - b)
    .flatMap((count) => addDays(base, count) ?? []);
  return days.length > 1 ? { kind: 'ambiguous', days } : found(days[0], 'counted');
}

/** Days until this weekday of next week: if weeks begin on Monday, and if they begin on Sunday. */
function inNextWeeks(weekday: number, base: CalendarDate): number[] {
  return [1, 0].map((first) => daysUntil(first, base) + ((weekday - first + 7) % 7));
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'];

/** `first monday in march`, `2nd fri of june 2027`. Undefined for other words. */
function readWeekdayInMonth(words: string, context: DateContext): DateReading | undefined {
  const groups = weekdayInMonth.exec(words)?.groups;
  if (groups === undefined) return undefined;
  const { ordinal = '', count, year } = groups;
  const weekday = readWeekday(groups['weekday'] ?? '');
  const month = indexIn(monthNames, groups['month'] ?? '') + 1;
  const place = count === undefined ? ordinals.indexOf(ordinal) + 1 : Number(count);
  if (weekday === undefined || month === 0 || place === 0) return undefined;
  const nth = ordinal === 'last' ? 'last' : place;
  const dateIn = (inYear: number): CalendarDate | undefined =>
    nthWeekday(inYear, month, weekday, nth);
  return found(year === undefined ? yearless(dateIn, context) : dateIn(Number(year)), 'fixed');
}

const weekdayInMonth =
  /^(?:the )?(?:(?<ordinal>[a-z]+)|(?<count>[1-5])(?:st|nd|rd|th)) (?<weekday>[a-z]+) (?:in|of) (?<month>[a-z]+)(?:,? (?<year>\d{4}))?$/;

function found(date: CalendarDate | undefined, kind: FoundDate['kind']): DateReading {
  if (date !== undefined) return { date, kind };
  return unreadable(kind === 'counted' ? 'is after the year 9999' : 'does not exist');
}

/** As `found`; the problem says how many days the month has. */
function foundIn(year: number, month: number, date: CalendarDate | undefined): DateReading {
  const first = calendarDate(year, month, 1);
  if (date !== undefined || first === undefined) return found(date, 'fixed');
  return unreadable(`does not exist: ${monthAndYear(first)} has ${daysOfMonth(first).length} days`);
}

function unreadable(problem: string): UnreadableDate {
  return { kind: 'unreadable', problem };
}

/** `fri`, `Friday` → 5; 0 is Sunday. Undefined for any other text. */
export function readWeekday(text: string): number | undefined {
  const weekday = indexIn(weekdayNames, text.trim().toLowerCase());
  return weekday === -1 ? undefined : weekday;
}

/** The index of the name that begins with at least three letters: `tue`, `sept`. Else -1. */
export function indexIn(names: readonly string[], letters: string): number {
  return letters.length < 3
    ? -1
    : names.findIndex((name) => name.toLowerCase().startsWith(letters));
}

/** `sat 5 dec 2026`, `5 dec`, `dec 5`. */
const dayAndMonth =
  /^(?:(?<weekday>[a-z]+),? )?(?:(?<day>\d{1,2}) ?(?<month>[a-z]+)|(?<monthFirst>[a-z]+) (?<dayAfter>\d{1,2}))(?:,? (?<year>\d{4}))?$/;

function readDayAndMonth(words: string, context: DateContext): DateReading {
  const groups = dayAndMonth.exec(words)?.groups ?? {};
  const { weekday, monthFirst = '', dayAfter, year } = groups;
  const day = groups['day'] ?? dayAfter;
  const month = indexIn(monthNames, groups['month'] ?? monthFirst) + 1;
  if (month === 0 || (weekday !== undefined && indexIn(weekdayNames, weekday) === -1))
    return unreadable('is not a date');
  const date =
    year === undefined
      ? yearless((inYear) => calendarDate(inYear, month, Number(day)), context)
      : calendarDate(Number(year), month, Number(day));
  const isOther = date && weekday && indexIn(weekdayNames, weekday) !== weekdayOf(date);
  if (isOther) return unreadable(`contradicts itself: ${date} is a ${weekdayName(date)}`);
  return year === undefined ? found(date, 'fixed') : foundIn(Number(year), month, date);
}

/** The next such day, today included. With a base, the one nearest to it, before or after. */
function yearless(
  dateIn: (year: number) => CalendarDate | undefined,
  { today, base }: DateContext,
): CalendarDate | undefined {
  const { year } = dateParts(base ?? today);
  // The year before can be nearer to the base; a 29 February can be four years ahead.
  const dates = [-1, 0, 1, 2, 3, 4].flatMap((more) => dateIn(year + more) ?? []);
  if (base === undefined) return dates.find((date) => date >= today);
  return dates.sort((a, b) => Math.abs(nights(base, a)) - Math.abs(nights(base, b)))[0];
}

export function monthAndYear(date: CalendarDate): string {
  const { year, month } = dateParts(date);
  return `${monthNames[month - 1]} ${year}`;
}
