/** Reads a date as people type it, as a day of the operator's calendar. */
import { UsageError } from '../base/errors.ts';
import { fieldText, type Field } from '../base/field-text.ts';
import { joinWords, shorten } from '../base/words.ts';
import type { CalendarDate, RentalDates } from '../api/types.ts';
import {
  addDays,
  addMonths,
  calendarDate,
  formatDate,
  isoDate,
  isoForm,
  monthNames,
  nights,
  partsOf,
  weekdayName,
  weekdayNames,
  weekdayOf,
} from './calendar.ts';

interface DateContext {
  /** The operator's day (`todayIn`). */
  readonly today: CalendarDate;
  /** The earlier day next to which the date stands: the pick-up date for a drop-off, the first end of a range for the second. */
  readonly base?: CalendarDate | undefined;
  /** The field that the date is for, named in errors. */
  readonly field?: Field | undefined;
}

export interface FoundDate {
  readonly date: CalendarDate;
  /** `counted` is counted from the base: `+7d`, `fri`. */
  readonly kind: 'fixed' | 'counted';
}

/**
 * `2026-12-20`, `today`, `tomorrow`, `fri` (the next one after the base, never the base itself), `20 dec`, `dec 20`, `sat 5 dec`,
 * `20 dec 2027`, `+30d`, `+2w`, `+1m`. Without a base, dates count from today and `20 dec` is the next one, today included; next to
 * a base, it is the nearest one, before or after. Throws UsageError with a hint for any other text.
 */
export function readDate(text: string, context: DateContext): FoundDate {
  const reading = readForm(text.trim().replace(/\s+/g, ' ').toLowerCase(), context);
  if (typeof reading === 'object') return reading;
  const days = daysInNumbers(text);
  const why = days.length === 2 ? `can mean ${joinWords(days.map(formatDate), 'or')}` : reading;
  const hint = days.length === 0 ? 'YYYY-MM-DD, tomorrow, fri, 20 dec or +30d' : joinWords(days, 'or');
  throw dateError(context.field, `"${shorten(text, 40)}" ${why}`, `write ${hint}`);
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

function dateError(field: Field | undefined, problem: string, hint: string): UsageError {
  return new UsageError(field === undefined ? problem : fieldText(`{${field}}: {problem}`, { problem }), { hint });
}

/** Only the day of `readDate`. */
export function parseDate(text: string, context: DateContext): CalendarDate {
  return readDate(text, context).date;
}

/** A date, or why the words are not a date. */
type Reading = FoundDate | string;

function readForm(words: string, context: DateContext): Reading {
  const { today, base = today } = context;
  const daysAhead = ['today', 'tomorrow'].indexOf(words);
  if (daysAhead !== -1) return found(addDays(today, daysAhead), 'fixed');
  if (isoForm.test(words)) return found(isoDate(words), 'fixed');
  const [, count, unit] = /^\+(\d+)([dwm])$/.exec(words) ?? [];
  if (count !== undefined) {
    return found(unit === 'm' ? addMonths(base, +count) : addDays(base, +count * (unit === 'w' ? 7 : 1)), 'counted');
  }
  const weekday = readWeekday(words);
  if (weekday !== undefined) return found(addDays(base, ((weekday - weekdayOf(base) + 6) % 7) + 1), 'counted');
  return readDayAndMonth(words, context);
}

function found(date: CalendarDate | undefined, kind: FoundDate['kind']): Reading {
  return date === undefined ? 'is not a day of the calendar' : { date, kind };
}

/** `fri`, `Friday` → 5; 0 is Sunday. Undefined for any other text. */
export function readWeekday(text: string): number | undefined {
  const weekday = indexIn(weekdayNames, text.trim().toLowerCase());
  return weekday === -1 ? undefined : weekday;
}

/** `tue`, `tues`, `tuesday`; `sept`. -1 if there is none. */
function indexIn(names: readonly string[], letters: string): number {
  return letters.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(letters));
}

/** `sat 5 dec 2026`, `5 dec`, `dec 5`. */
const dayAndMonth =
  /^(?:(?<weekday>[a-z]+),? )?(?:(?<day>\d{1,2}) ?(?<month>[a-z]+)|(?<first>[a-z]+) (?<second>\d{1,2}))(?:,? (?<year>\d{4}))?$/;

function readDayAndMonth(words: string, context: DateContext): Reading {
  const groups = dayAndMonth.exec(words)?.groups ?? {};
  const { weekday, first = '', month: name = first, second, day = second, year } = groups;
  const month = indexIn(monthNames, name) + 1;
  if (month === 0 || (weekday !== undefined && indexIn(weekdayNames, weekday) === -1)) return 'is not a date';
  const date =
    year === undefined ? yearless(month, Number(day), context) : calendarDate(Number(year), month, Number(day));
  const isOther = date && weekday && indexIn(weekdayNames, weekday) !== weekdayOf(date);
  return isOther ? `contradicts itself: ${date} is a ${weekdayName(date)}` : found(date, 'fixed');
}

/** The next such day, today included; next to a base, the nearest one. */
function yearless(month: number, day: number, { today, base }: DateContext): CalendarDate | undefined {
  const [year] = partsOf(base ?? today);
  const dates = [-1, 0, 1, 2, 3, 4].flatMap((more) => calendarDate(year + more, month, day) ?? []);
  if (base === undefined) return dates.find((date) => date >= today);
  return dates.sort((a, b) => Math.abs(nights(base, a)) - Math.abs(nights(base, b)))[0];
}

/** A drop-off date, next to its pick-up date. Throws UsageError, also if it is before the pick-up date; the same day is allowed. */
export function parseDropOff(
  text: string,
  { pickUpDate, ...context }: Omit<DateContext, 'base'> & Pick<RentalDates, 'pickUpDate'>,
): CalendarDate {
  const dropOff = readDate(text, { ...context, base: pickUpDate });
  if (dropOff.date < pickUpDate) throw beforePickUp(dropOff, pickUpDate, context.field);
  return dropOff.date;
}

/** The error of a drop-off date before its pick-up date; shows both days as they are understood. */
export function beforePickUp(dropOff: FoundDate, pickUpDate: CalendarDate, field?: Field, which = ''): UsageError {
  const problem = `${formatDate(dropOff.date)} is before the ${which}pick-up date, ${formatDate(pickUpDate)}`;
  return dateError(field, problem, 'give a later day, or name the year');
}
