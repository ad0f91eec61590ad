/** Reads a date as people type it, as a day of the operator's calendar. */
import { UsageError } from '../base/errors.ts';
import { fieldText, type Field, type FieldText } from '../base/field-text.ts';
import { joinWords, shorten } from '../base/words.ts';
import type { CalendarDate, RentalDates } from '../api/types.ts';
import { calendarDate, dateParts, formatDate, monthNames } from './calendar.ts';
import {
  indexIn,
  monthAndYear,
  readDateForm,
  type DateContext,
  type FoundDate,
  type NotOneDate,
} from './date-forms.ts';

/**
 * `2026-12-20`, `today`, `tomorrow`, `fri` (the next one after the base, never the base itself),
 * `this fri` and `next fri` where only one day can be meant, `20 dec`, `dec 20`, `sat 5 dec`, `20
 * dec 2027`, `first monday in march`, `last fri of june 2027`, `+30d`, `+2w`, `+1m`. Without a
 * base, dates count from today, and `20 dec` is the next one, today included. With a base, it is
 * the one nearest to the base, before or after. Throws UsageError with a hint for any other text.
 */
export function readDate(text: string, context: DateContext): FoundDate {
  const reading = readDateForm(text.trim().replace(/\s+/g, ' ').toLowerCase(), context);
  if (reading.kind === 'ambiguous' || reading.kind === 'unreadable')
    throw notOneDateError(text, reading, context);
  return reading;
}

/** The error for a text that is not one day: it can be several, or has a problem. */
function notOneDateError(text: string, reading: NotOneDate, context: DateContext): UsageError {
  const { field, today } = context;
  const given = `"${shorten(text, 40)}"`;
  const days = reading.kind === 'ambiguous' ? reading.days : daysInNumbers(text);
  const hint =
    days.length === 0 ? formsFor(text, context) : `write ${joinWords(days.map(String), 'or')}`;
  if (reading.kind === 'ambiguous' || days.length > 1)
    return dateError(field, `${given} can be ${joinWords(days.map(formatDate), 'or')}`, hint);
  const month = firstDayOfMonth(text, today);
  if (month !== undefined && month.slice(0, 7) < today.slice(0, 7))
    return dateError(field, `${monthAndYear(month)} is over`, hint);
  return dateError(field, `${given} ${reading.problem}`, hint);
}

/** The forms of a date, for a hint. */
function formsFor(
  text: string,
  { today, field, takesRange = false }: DateContext,
): string | FieldText {
  if (takesRange) return 'write YYYY-MM-DD, tomorrow, fri, 20 dec, +30d, feb or +30d..+7d';
  const forms = 'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d';
  const isSeveralDays = text.includes('..') || firstDayOfMonth(text, today) !== undefined;
  if (field === undefined || !isSeveralDays) return forms;
  return fieldText('{forms}; only {from} of compare takes a month, or a range of two dates', {
    forms,
  });
}

/** `03/04/2027` is the third of April, or the fourth of March. */
function daysInNumbers(text: string): CalendarDate[] {
  const [, first, second, year] = /^\s*(\d{1,2})[/.](\d{1,2})[/.](\d{4})\s*$/.exec(text) ?? [];
  const dayFirst = calendarDate(Number(year), Number(second), Number(first));
  const monthFirst = calendarDate(Number(year), Number(first), Number(second));
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

export function parseDate(text: string, context: DateContext): CalendarDate {
  return readDate(text, context).date;
}

/**
 * `jan 2027`, `2027-01`, and the next `jan`: the first of its days that is not before `minDate`.
 * Undefined for any other text.
 */
export function firstDayLeftOfMonth(text: string, minDate: CalendarDate): CalendarDate | undefined {
  const first = firstDayOfMonth(text, minDate);
  const isOver = first === undefined || first.slice(0, 7) < minDate.slice(0, 7);
  return isOver ? undefined : first < minDate ? minDate : first;
}

/** The first day of the month; without a year, of the next such month. */
function firstDayOfMonth(text: string, minDate: CalendarDate): CalendarDate | undefined {
  const words = text.trim().toLowerCase();
  // The dash at the end is of a date that is not complete yet, in the month picker.
  const [, isoYear, isoMonth] = /^(\d{4})-(\d{2})-?$/.exec(words) ?? [];
  const [, name = '', namedYear] = /^([a-z]+)(?:,? (\d{4}))?$/.exec(words) ?? [];
  const month = isoMonth === undefined ? indexIn(monthNames, name) + 1 : Number(isoMonth);
  const { year: minYear, month: minMonth } = dateParts(minDate);
  const year = Number(isoYear ?? namedYear ?? (month < minMonth ? minYear + 1 : minYear));
  return month === 0 ? undefined : calendarDate(year, month, 1);
}

/**
 * A drop-off date; its base is the pick-up date. Throws UsageError, also if it is before the pick-up
 * date; the same day is allowed.
 */
export function parseDropOff(
  text: string,
  { pickUpDate, ...context }: Omit<DateContext, 'base'> & Pick<RentalDates, 'pickUpDate'>,
): CalendarDate {
  const dropOff = readDate(text, { ...context, base: pickUpDate });
  if (dropOff.date < pickUpDate) throw beforePickUpError(dropOff, pickUpDate, context.field);
  return dropOff.date;
}

export function beforePickUpError(
  dropOff: FoundDate,
  pickUpDate: CalendarDate,
  field?: Field,
  { isFirstOfSeveral = false }: { readonly isFirstOfSeveral?: boolean } = {},
): UsageError {
  const which = isFirstOfSeveral ? 'first pick-up date' : 'pick-up date';
  const problem = `${formatDate(dropOff.date)} is before the ${which}, ${formatDate(pickUpDate)}`;
  return dateError(field, problem, 'give a later day, or name the year');
}
