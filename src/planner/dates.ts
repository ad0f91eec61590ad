/** Reads a date as people type it, as a day of the operator's calendar. */
import { UsageError } from '../base/errors.ts';
import { fieldText, type Field, type FieldText } from '../base/field-text.ts';
import { joinWords, shorten } from '../base/words.ts';
import type { CalendarDate, RentalDates } from '../api/types.ts';
import {
  addDays,
  addMonths,
  calendarDate,
  daysOfMonth,
  formatDate,
  isoDate,
  isoForm,
  monthNames,
  nights,
  nthWeekday,
  partsOf,
  weekdayName,
  weekdayNames,
  weekdayOf,
} from './calendar.ts';

interface DateContext {
  /** The operator's day (`todayIn`). */
  readonly today: CalendarDate;
  /**
   * The earlier day next to which the date stands: the pick-up date for a drop-off, the first end
   * of a range for the second.
   */
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

/**
 * `2026-12-20`, `today`, `tomorrow`, `fri` (the next one after the base, never the base itself),
 * `this fri` and `next fri` where only one day can be meant, `20 dec`, `dec 20`, `sat 5 dec`, `20
 * dec 2027`, `first monday in march`, `last fri of june 2027`, `+30d`, `+2w`, `+1m`. Without a
 * base, dates count from today and `20 dec` is the next one, today included; next to a base, it is
 * the nearest one, before or after. Throws UsageError with a hint for any other text.
 */
export function readDate(text: string, context: DateContext): FoundDate {
  const reading = readForm(text.trim().replace(/\s+/g, ' ').toLowerCase(), context);
  if (typeof reading === 'object' && 'date' in reading) return reading;
  const days = typeof reading === 'object' ? reading.either : daysInNumbers(text);
  const isClear = typeof reading === 'string' && days.length < 2;
  const why = isClear ? reading : `can be ${joinWords(days.map(formatDate), 'or')}`;
  const hint =
    days.length === 0 ? formsFor(text, context) : `write ${joinWords(days.map(String), 'or')}`;
  const month = monthOf(text, context.today);
  const isOver = month !== undefined && month.slice(0, 7) < context.today.slice(0, 7);
  const problem = isOver ? `${monthAndYear(month)} is over` : `"${shorten(text, 40)}" ${why}`;
  throw dateError(context.field, problem, hint);
}

/** The forms of a date, for a hint. */
function formsFor(
  text: string,
  { today, field, takesRange = false }: DateContext,
): string | FieldText {
  if (takesRange) return 'write YYYY-MM-DD, tomorrow, fri, 20 dec, +30d, feb or +30d..+7d';
  const forms = 'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d';
  const isSeveralDays = text.includes('..') || monthOf(text, today) !== undefined;
  if (field === undefined || !isSeveralDays) return forms;
  return fieldText('{forms}; only {from} of compare takes a month, or a range of two dates', {
    forms,
  });
}

function monthAndYear(date: CalendarDate): string {
  const [year, month] = partsOf(date);
  return `${monthNames[month - 1]} ${year}`;
}

/** `03/04/2027` is the third of April, or the fourth of March. */
function daysInNumbers(text: string): CalendarDate[] {
  const [, first, second, year] = /^\s*(\d{1,2})[/.](\d{1,2})[/.](\d{4})\s*$/.exec(text) ?? [];
  const [dayFirst, monthFirst] = [
    calendarDate(Number(year), Number(second), Number(first)),
    calendarDate(Number(year), Number(first), Number(second)),
  ];
  return [...new Set([dayFirst, monthFirst])].filter((day) => day !== undefined);
}

function dateError(
  field: Field | undefined,
  problem: string,
  hint: string | FieldText,
): UsageError {
  return new UsageError(
    field === undefined ? problem : fieldText(`{${field}}: {problem}`, { problem }),
    { hint },
  );
}

/** Only the day of `readDate`. */
export function parseDate(text: string, context: DateContext): CalendarDate {
  return readDate(text, context).date;
}

/** A date, the days that people can mean, or why the words are not a date. */
type DateReading = FoundDate | { readonly either: readonly CalendarDate[] } | string;

function readForm(words: string, context: DateContext): DateReading {
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

/** 1 to 7: the day itself is a week away. */
function daysUntil(weekday: number, base: CalendarDate): number {
  return ((weekday - weekdayOf(base) + 6) % 7) + 1;
}

/** `this fri`, `next friday`. Undefined for other words. */
function readNearWeekday(words: string, base: CalendarDate): DateReading | undefined {
  const [, which, name = ''] = /^(this|next) ([a-z]+)$/.exec(words) ?? [];
  const weekday = readWeekday(name);
  if (which === undefined || weekday === undefined) return undefined;
  const coming = daysUntil(weekday, base);
  const counts = which === 'this' ? [coming % 7, coming] : [coming, ...inNextWeeks(weekday, base)];
  const days = [...new Set(counts)]
    .sort((a, b) => a - b)
    .flatMap((count) => addDays(base, count) ?? []);
  return days.length > 1 ? { either: days } : found(days[0], 'counted');
}

/** Days until this weekday of next week, for people whose weeks begin on Monday, and on Sunday. */
function inNextWeeks(weekday: number, base: CalendarDate): number[] {
  return [1, 0].map((first) => daysUntil(first, base) + ((weekday - first + 7) % 7));
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'];

/** `first monday in march`, `2nd fri of june 2027`. Undefined for other words. */
function readWeekdayInMonth(words: string, context: DateContext): DateReading | undefined {
  const groups = weekdayInMonth.exec(words)?.groups;
  if (groups === undefined) return undefined;
  const { word = '', count, day = '', name = '', year } = groups;
  const [weekday, month] = [readWeekday(day), indexIn(monthNames, name) + 1];
  const place = count === undefined ? ordinals.indexOf(word) + 1 : Number(count);
  if (weekday === undefined || month === 0 || place === 0) return undefined;
  const nth = word === 'last' ? 'last' : place;
  const dateIn = (inYear: number): CalendarDate | undefined =>
    nthWeekday(inYear, month, weekday, nth);
  return found(year === undefined ? yearless(dateIn, context) : dateIn(Number(year)), 'fixed');
}

const weekdayInMonth =
  /^(?:the )?(?:(?<word>[a-z]+)|(?<count>[1-5])(?:st|nd|rd|th)) (?<day>[a-z]+) (?:in|of) (?<name>[a-z]+)(?:,? (?<year>\d{4}))?$/;

function found(date: CalendarDate | undefined, kind: FoundDate['kind']): DateReading {
  if (date !== undefined) return { date, kind };
  return kind === 'counted' ? 'is after the year 9999' : 'does not exist';
}

/** Of a month of a year. If it has no such day, the reason has its number of days. */
function foundIn(year: number, month: number, date: CalendarDate | undefined): DateReading {
  const first = calendarDate(year, month, 1);
  if (date !== undefined || first === undefined) return found(date, 'fixed');
  return `does not exist: ${monthAndYear(first)} has ${daysOfMonth(first).length} days`;
}

/** `fri`, `Friday` → 5; 0 is Sunday. Undefined for any other text. */
export function readWeekday(text: string): number | undefined {
  const weekday = indexIn(weekdayNames, text.trim().toLowerCase());
  return weekday === -1 ? undefined : weekday;
}

/** `tue`, `tues`, `tuesday`; `sept`. -1 if there is none. */
function indexIn(names: readonly string[], letters: string): number {
  return letters.length < 3
    ? -1
    : names.findIndex((name) => name.toLowerCase().startsWith(letters));
}

/** `sat 5 dec 2026`, `5 dec`, `dec 5`. */
const dayAndMonth =
  /^(?:(?<weekday>[a-z]+),? )?(?:(?<day>\d{1,2}) ?(?<month>[a-z]+)|(?<first>[a-z]+) (?<second>\d{1,2}))(?:,? (?<year>\d{4}))?$/;

function readDayAndMonth(words: string, context: DateContext): DateReading {
  const groups = dayAndMonth.exec(words)?.groups ?? {};
  const { weekday, first = '', month: name = first, second, day = second, year } = groups;
  const month = indexIn(monthNames, name) + 1;
  if (month === 0 || (weekday !== undefined && indexIn(weekdayNames, weekday) === -1))
    return 'is not a date';
  const date =
    year === undefined
      ? yearless((inYear) => calendarDate(inYear, month, Number(day)), context)
      : calendarDate(Number(year), month, Number(day));
  const isOther = date && weekday && indexIn(weekdayNames, weekday) !== weekdayOf(date);
  if (isOther) return `contradicts itself: ${date} is a ${weekdayName(date)}`;
  return year === undefined ? found(date, 'fixed') : foundIn(Number(year), month, date);
}

/** The next such day, today included; next to a base, the nearest one. */
function yearless(
  dateIn: (year: number) => CalendarDate | undefined,
  { today, base }: DateContext,
): CalendarDate | undefined {
  const [year] = partsOf(base ?? today);
  const dates = [-1, 0, 1, 2, 3, 4].flatMap((more) => dateIn(year + more) ?? []);
  if (base === undefined) return dates.find((date) => date >= today);
  return dates.sort((a, b) => Math.abs(nights(base, a)) - Math.abs(nights(base, b)))[0];
}

/**
 * `jan 2027`, `2027-01`, and the next `jan`: the first of its days that is not before `minDate`.
 * Undefined for any other text.
 */
export function monthIn(text: string, minDate: CalendarDate): CalendarDate | undefined {
  const first = monthOf(text, minDate);
  const isOver = first === undefined || first.slice(0, 7) < minDate.slice(0, 7);
  return isOver ? undefined : first < minDate ? minDate : first;
}

/** The first day of the month; without a year, of the next such month. */
function monthOf(text: string, minDate: CalendarDate): CalendarDate | undefined {
  const words = text.trim().toLowerCase();
  const [, isoYear, isoMonth] = /^(\d{4})-(\d{2})-?$/.exec(words) ?? [];
  const [, name = '', namedYear] = /^([a-z]+)(?:,? (\d{4}))?$/.exec(words) ?? [];
  const month = isoMonth === undefined ? indexIn(monthNames, name) + 1 : Number(isoMonth);
  const [minYear, minMonth] = partsOf(minDate);
  const year = Number(isoYear ?? namedYear ?? (month < minMonth ? minYear + 1 : minYear));
  return month === 0 ? undefined : calendarDate(year, month, 1);
}

/**
 * A drop-off date, next to its pick-up date. Throws UsageError, also if it is before the pick-up
 * date; the same day is allowed.
 */
export function parseDropOff(
  text: string,
  { pickUpDate, ...context }: Omit<DateContext, 'base'> & Pick<RentalDates, 'pickUpDate'>,
): CalendarDate {
  const dropOff = readDate(text, { ...context, base: pickUpDate });
  if (dropOff.date < pickUpDate) throw beforePickUp(dropOff, pickUpDate, context.field);
  return dropOff.date;
}

/** The error of a drop-off date before its pick-up date; shows both days as they are understood. */
export function beforePickUp(
  dropOff: FoundDate,
  pickUpDate: CalendarDate,
  field?: Field,
  which = '',
): UsageError {
  const problem = `${formatDate(dropOff.date)} is before the ${which}pick-up date, ${formatDate(pickUpDate)}`;
  return dateError(field, problem, 'give a later day, or name the year');
}
