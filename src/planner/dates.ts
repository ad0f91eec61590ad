/** Reads a date as people type it, as a day of the operator's calendar. */
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { CalendarDate, RentalDates } from '../api/types.ts';
import {
  addDays,
  addMonths,
  calendarDate,
  formatDate,
  isoDate,
  isoForm,
  monthNames,
  nearestDay,
  partsOf,
  sameDays,
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
  readonly field?: string | undefined;
  /** The field also takes `A..B`. */
  readonly isRange?: boolean;
}

export interface FoundDate {
  readonly date: CalendarDate;
  /**
   * `fixed` is the same day next to every base (`2026-12-20`, `tomorrow`), `yearless` takes only its year from the base
   * (`20 dec`), and `counted` counts from the base (`+7d`, `fri`).
   */
  readonly kind: 'fixed' | 'yearless' | 'counted';
}

/**
 * `2026-12-20`, `today`, `tomorrow`, `fri` (the next one after the base, never the base itself), `20 dec`, `dec 20`, `sat 5 dec`,
 * `20 dec 2027`, `+30d`, `+2w`, `+1m`. Without a base, dates count from today and `20 dec` is the next one, today included; next to
 * a base, it is the nearest one, before or after. Throws UsageError with a hint for any other text.
 */
export function readDate(text: string, context: DateContext): FoundDate {
  const reading = readForm(text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase(), context);
  if (typeof reading !== 'string') return reading;
  const problem = `"${shorten(text, 40)}" ${reading}`;
  const { field, isRange = false } = context;
  const range = isRange ? ', or a range such as 2026-12-01..2026-12-31' : '';
  throw new UsageError((name) => (field === undefined ? problem : `${name(field)}: ${problem}`), {
    hint: `${didYouMean(text)}write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d${range}`,
  });
}

const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;
const dayFirstInDots = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/;

const inSlashes = /^(?<one>\d{1,2})\/(?<other>\d{1,2})\/(?<year>\d{4})$/;

/** Other forms: `2026/12/20`, `20.12.2026`, and `03/04/2027`, in which people have two orders of day and month. */
function didYouMean(text: string): string {
  const forms = [yearFirst, dayFirstInDots, inSlashes].map((form) => form.exec(text.trim())?.groups);
  const { year, month, day, one, other } = forms.find((groups) => groups !== undefined) ?? {};
  const orders =
    one === undefined
      ? [[month, day]]
      : [
          [one, other],
          [other, one],
        ];
  const days = orders.flatMap(([month, day]) => calendarDate(Number(year), Number(month), Number(day)) ?? []);
  return days.length === 0 ? '' : `did you mean ${[...new Set(days)].join(' or ')}? `;
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
  const weekday = indexIn(weekdayNames, words);
  if (weekday !== -1) return found(addDays(base, ((weekday - weekdayOf(base) + 6) % 7) + 1), 'counted');
  return readDayAndMonth(words, context);
}

function found(date: CalendarDate | undefined, kind: FoundDate['kind']): Reading {
  return date === undefined ? 'is not a day of the calendar' : { date, kind };
}

/** `tue`, `tues`, `tuesday`; `sept`. -1 if there is none. */
function indexIn(names: readonly string[], letters: string): number {
  const isShort = letters.length >= 3 && letters.length <= 5;
  return names
    .map((name) => name.toLowerCase())
    .findIndex((name) => name === letters || (isShort && name.startsWith(letters)));
}

const dayFirst =
  /^(?:(?<weekday>[a-z]{3,9})\.?,? )?(?<day>\d{1,2})(?:st|nd|rd|th)?[ -]?(?<month>[a-z]{3,9})\.?,?(?:[ -](?<year>\d{4}))?$/;
const monthFirst =
  /^(?:(?<weekday>[a-z]{3,9})\.?,? )?(?<month>[a-z]{3,9})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?$/;

function readDayAndMonth(words: string, context: DateContext): Reading {
  const { weekday, day, month: name = '', year } = (dayFirst.exec(words) ?? monthFirst.exec(words))?.groups ?? {};
  const month = indexIn(monthNames, name) + 1;
  const isKnown = month > 0 && (weekday === undefined || indexIn(weekdayNames, weekday) !== -1);
  if (!isKnown) return 'is not a date';
  const reading =
    year === undefined
      ? found(yearless(month, Number(day), context), 'yearless')
      : found(calendarDate(Number(year), month, Number(day)), 'fixed');
  if (typeof reading === 'string' || weekday === undefined) return reading;
  const { date } = reading;
  if (indexIn(weekdayNames, weekday) === weekdayOf(date)) return reading;
  return `contradicts itself: ${date} is a ${weekdayName(date)}`;
}

/** The next such day, today included; next to a base, the nearest one. */
function yearless(month: number, day: number, { today, base }: DateContext): CalendarDate | undefined {
  const dates = sameDays(month, day, base ?? today);
  return base === undefined ? dates.find((date) => date >= today) : nearestDay(dates, base);
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
export function beforePickUp(dropOff: FoundDate, pickUpDate: CalendarDate, field?: string, which = ''): UsageError {
  const problem = `${formatDate(dropOff.date)} is before the ${which}pick-up date, ${formatDate(pickUpDate)}`;
  return new UsageError((name) => (field === undefined ? problem : `${name(field)}: ${problem}`), {
    hint: nextYearHint(dropOff, pickUpDate) ?? (field && ((name) => `give a later day for ${name(field)}`)),
  });
}

/** For a day before `base` whose year the program chose: how to write the one after `base`. */
export function nextYearHint({ date, kind }: FoundDate, base: CalendarDate): string | undefined {
  const [, month, day] = partsOf(date);
  const next = kind === 'yearless' ? sameDays(month, day, base).find((other) => other >= base) : undefined;
  // `29 Dec 2027`, without the weekday.
  return next && `if you mean the next one, write "${formatDate(next).slice(4)}"`;
}
