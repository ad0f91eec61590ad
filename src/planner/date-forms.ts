/** The forms of a date that are read without a library. */
import { shorten } from '../text.ts';
import type { CalendarDate } from '../api/types.ts';
import {
  addDays,
  addMonths,
  calendarDate,
  isoDate,
  monthNames,
  nearestDay,
  sameDays,
  weekdayNames,
  weekdayOf,
} from './calendar.ts';

export interface DateAnchors {
  readonly today: CalendarDate;
  /** The earlier day next to which the date stands: the pick-up date for a drop-off, the first end of a range for the second. */
  readonly base?: CalendarDate | undefined;
}

/**
 * `fixed` is the same day next to every base (`2026-12-20`, `tomorrow`), `yearless` takes only its year from the base
 * (`20 dec`), and `counted` counts from the base (`+7d`, `fri`).
 */
export type DateKind = 'fixed' | 'yearless' | 'counted';

export interface FoundDate {
  readonly date: CalendarDate;
  readonly kind: DateKind;
}

export interface DateProblem {
  readonly problem: string;
  readonly hint?: string;
  /** The only date that can be meant, written as it should be: the error then says this alone. */
  readonly meant?: CalendarDate;
}

/** A date; the reason why the text is not a date; or undefined if it does not have the form at all. */
export type DateReading = FoundDate | DateProblem | undefined;

export const writtenForms: readonly ((words: string, anchors: DateAnchors) => DateReading)[] = [
  readIso,
  readDay,
  readOffset,
  readCount,
  readWeekday,
  readDayAndMonth,
  refuseFigures,
];

const beyond = { problem: 'is beyond the year 9999' };
export const never = { problem: 'is not a day of the calendar' };

export function found(date: CalendarDate | undefined, kind: DateKind, otherwise: DateProblem = beyond): DateReading {
  return date === undefined ? otherwise : { date, kind };
}

function readIso(words: string): DateReading {
  return /^\d{4}-\d{2}-\d{2}$/.test(words) ? found(isoDate(words), 'fixed', never) : undefined;
}

function readDay(words: string, { today }: DateAnchors): DateReading {
  const offset = ['today', 'tomorrow', 'day after tomorrow'].indexOf(words.replace(/^the /, ''));
  return offset === -1 ? undefined : found(addDays(today, offset), 'fixed');
}

function readOffset(words: string, { today, base = today }: DateAnchors): DateReading {
  const match = /^\+ ?(\d+) ?(d|days?|w|weeks?|m|months?|y|years?)?$/.exec(words);
  if (match === null) return undefined;
  const [, digits = '', unit] = match;
  if (unit === undefined) return { problem: 'has no unit', hint: `write +${shorten(digits, 6)}d for days, or w, m, y` };
  return found(later(base, Number(digits), unit), 'counted');
}

const smallNumbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `in a month`, `in 1 year`, `two weeks later`, and `3 days from now`, which counts from today. */
function readCount(words: string, { today, base = today }: DateAnchors): DateReading {
  const match = /^(?:in )?(\d+|[a-z]+) (day|week|month|year)s?(?: (later|from now|from today))?$/.exec(words);
  if (match === null) return undefined;
  const [, amount = '', unit = '', end = ''] = match;
  const count = /^an?$/.test(amount) ? 1 : smallNumbers.indexOf(amount) + 1 || Number(amount);
  if (Number.isNaN(count)) return undefined;
  return end.startsWith('from')
    ? found(later(today, count, unit), 'fixed')
    : found(later(base, count, unit), 'counted');
}

function later(base: CalendarDate, count: number, unit: string): CalendarDate | undefined {
  // Checked first, because beyond this the arithmetic itself leaves the range of dates.
  if (count > 4_000_000) return undefined;
  if (unit.startsWith('d')) return addDays(base, count);
  if (unit.startsWith('w')) return addDays(base, count * 7);
  return addMonths(base, unit.startsWith('m') ? count : count * 12);
}

/** `fri`, `on friday` and `next friday` are the same day. */
function readWeekday(words: string, { today, base = today }: DateAnchors): DateReading {
  const [, letters = ''] = /^(?:(?:the |this )?(?:next|coming) )?([a-z]{3,9})\.?$/.exec(words) ?? [];
  const weekday = weekdayNames.findIndex((name) => isShortFor(letters, name.toLowerCase()));
  return weekday === -1 ? undefined : nextWeekday(weekday, base);
}

/** The next one after the base, never the base itself. */
export function nextWeekday(weekday: number, base: CalendarDate): DateReading {
  return found(addDays(base, ((weekday - weekdayOf(base) + 6) % 7) + 1), 'counted');
}

/** `tue`, `tues`, `tuesday`; `sept`. */
function isShortFor(letters: string, name: string): boolean {
  return letters === name || (letters.length <= 5 && letters.length >= 3 && name.startsWith(letters));
}

function readDayAndMonth(words: string, anchors: DateAnchors): DateReading {
  const match =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]?(?<month>[a-z]{3,9})\.?,?(?:[ -](?<year>\d{4}))?$/.exec(words) ??
    /^(?<month>[a-z]{3,9})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?$/.exec(words);
  if (match?.groups === undefined) return undefined;
  const { day = '', month: name = '', year } = match.groups;
  const month = monthNames.findIndex((full) => isShortFor(name, full.toLowerCase())) + 1;
  if (month === 0) return undefined;
  if (year !== undefined) return found(calendarDate(Number(year), month, Number(day)), 'fixed', never);
  return readYearless(month, Number(day), anchors);
}

/** The next such day, today included; next to a base, the nearest one. */
export function readYearless(month: number, day: number, { today, base }: DateAnchors): DateReading {
  const dates = sameDays(month, day, base ?? today);
  return found(base === undefined ? dates.find((date) => date >= today) : nearestDay(dates, base), 'yearless', never);
}

/** People read days and months in figures in different orders, so the program never guesses. */
function refuseFigures(words: string): DateReading {
  if (/^[-−]/.test(words)) return { problem: 'counts backwards' };
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(words);
  const parts = compact?.slice(1) ?? words.split(/ ?[/. -] ?/);
  if (!/^\d[\d/. -]*$/.test(words)) return undefined;
  const dates = readings(parts.filter((part) => part !== '').map(Number), parts[0]?.length === 4);
  if (dates.length > 1) return { problem: 'can be read in two ways', hint: `write ${dates.join(' or ')}` };
  return { problem: 'is not a date', ...(dates[0] && { meant: dates[0] }) };
}

function readings([a = 0, b = 0, c = 0, ...rest]: readonly number[], yearFirst: boolean): CalendarDate[] {
  if (rest.length > 0) return [];
  const candidates = yearFirst ? [calendarDate(a, b, c)] : [calendarDate(c, b, a), calendarDate(c, a, b)];
  return [...new Set(candidates)].filter((date): date is CalendarDate => date !== undefined && date >= '1000');
}
