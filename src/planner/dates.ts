/** Reads a date as people type it, as a day of the operator's calendar. */
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { CalendarDate } from '../api/types.ts';
import {
  addDays,
  addMonths,
  calendarDate,
  formatDate,
  isoDate,
  monthNames,
  nearestYear,
  partsOf,
  weekdayNames,
  weekdayOf,
} from './calendar.ts';
import type { DateAnchors, DateReading } from './date-words.ts';

export interface DateContext {
  /** The operator's day (`todayIn`). */
  readonly today: CalendarDate;
  /** The day from which `+7d`, `fri` and `3 jan` count: the pick-up date for a drop-off. Today unless given. */
  readonly base?: CalendarDate | undefined;
  /** Reads a day without a year as the one nearest to the base, before or after it. Else it is the next one. */
  readonly nearest?: boolean | undefined;
  /** The field that the date is for, named in errors. */
  readonly field?: string | undefined;
}

const knownForms = 'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d';

/**
 * `2026-12-20`, `today`, `tomorrow`, `fri` (the next one after the base, never the base itself), `20 dec` (the next one, the
 * base included), `20 dec 2027`, `+30d`, `+2w`, `in a month`, `+1y`; a date library, loaded then, reads all other words. Throws
 * UsageError with a hint if the text is not a date, more than one day, or ambiguous (`03/04/2027`).
 */
export async function parseDate(text: string, context: DateContext): Promise<CalendarDate> {
  const { today, base = today, nearest = false, field } = context;
  const words = text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
  const fail = (problem: string, hint = knownForms): never => {
    const subject = `"${shorten(text, 40)}" ${problem}`;
    throw new UsageError((name) => (field === undefined ? subject : `${name(field)}: ${subject}`), { hint });
  };
  if (words === '') return fail('is empty');
  if (words.length > 60) return fail('is not a date');
  for (const read of writtenForms) {
    const found = read(words, { today, base, nearest });
    if (typeof found === 'string') return found;
    if (found !== undefined) return fail(found.problem, found.hint);
  }
  const { readWords } = await import('./date-words.ts');
  const found = readWords(words, { today, base, nearest });
  return typeof found === 'string' ? found : fail(found?.problem ?? 'is not a date', found?.hint);
}

/**
 * A drop-off date, as `parseDate` reads it. Throws UsageError, which shows both days as understood, if it is before the pick-up date;
 * the same day is allowed.
 */
export async function parseDropOff(
  text: string,
  context: { readonly today: CalendarDate; readonly pickUpDate: CalendarDate },
): Promise<CalendarDate> {
  const { today, pickUpDate } = context;
  const dropOffDate = await parseDate(text, { today, base: pickUpDate, nearest: true, field: 'to' });
  if (dropOffDate >= pickUpDate) return dropOffDate;
  const days = `${formatDate(dropOffDate)} is before the pick-up date, ${formatDate(pickUpDate)}`;
  throw new UsageError((name) => `${name('to')}: ${days}`, {
    hint: `write the day with its year, such as ${addMonths(dropOffDate, 12) ?? '2030-01-31'}, or count from the pick-up: +7d`,
  });
}

/** Whether the text means another day for another base: `+7d`, `fri`, `in two weeks`; not `20 dec` or `2026-12-20`. */
export function countsFromBase(text: string): boolean {
  const words = text.normalize('NFKC').trim().toLowerCase();
  if (/^\d{4}-\d{2}-\d{2}$/.test(words) || /\b(today|tomorrow)\b/.test(words)) return false;
  return !words.split(/[^a-z]+/).some((word) => monthNames.some((month) => isShortFor(word, month.toLowerCase())));
}

/** Forms read without a library. */
const writtenForms: readonly ((words: string, anchors: DateAnchors) => DateReading)[] = [
  readIso,
  readDay,
  readOffset,
  readWeekday,
  readDayAndMonth,
  refuseFigures,
];

function readIso(words: string): DateReading {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(words)) return undefined;
  return isoDate(words) ?? { problem: 'is not a day of the calendar' };
}

function readDay(words: string, { today }: DateAnchors): DateReading {
  if (words === 'today') return today;
  if (words === 'tomorrow') return addDays(today, 1) ?? beyond;
  if (/^(the )?day after tomorrow$/.test(words)) return addDays(today, 2) ?? beyond;
  return undefined;
}

const beyond = { problem: 'is beyond the year 9999' };

function readOffset(words: string, { base }: DateAnchors): DateReading {
  const match =
    /^\+ ?(\d+) ?(d|days?|w|weeks?|m|months?|y|years?)?$/.exec(words) ??
    /^in (an?|one|\d+) (days?|weeks?|months?|years?)$/.exec(words);
  if (match === null) return undefined;
  const [, amount = '', unit] = match;
  const digits = /^\d/.test(amount) ? amount : '1';
  if (unit === undefined) return { problem: 'has no unit', hint: `write +${shorten(digits, 6)}d for days, or w, m, y` };
  const count = Number(digits);
  // Checked first, because beyond this the arithmetic itself leaves the range of dates.
  if (count > 4_000_000) return beyond;
  if (unit.startsWith('d')) return addDays(base, count) ?? beyond;
  if (unit.startsWith('w')) return addDays(base, count * 7) ?? beyond;
  return addMonths(base, unit.startsWith('m') ? count : count * 12) ?? beyond;
}

function readWeekday(words: string, { base }: DateAnchors): DateReading {
  // "on friday" and "next friday" are the same day as "fri": the next one after the base.
  const letters = words.replace(/^(on|next) /, '').replace(/\.$/, '');
  if (!/^[a-z]{3,9}$/.test(letters)) return undefined;
  const weekday = weekdayNames.findIndex((name) => isShortFor(letters, name.toLowerCase()));
  if (weekday === -1) return undefined;
  return addDays(base, ((weekday - weekdayOf(base) + 6) % 7) + 1) ?? beyond;
}

/** `tue`, `tues`, `tuesday`; `sept`. */
function isShortFor(letters: string, name: string): boolean {
  return letters === name || (letters.length <= 5 && letters.length >= 3 && name.startsWith(letters));
}

function readDayAndMonth(words: string, { base, nearest }: DateAnchors): DateReading {
  const match =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]?(?<month>[a-z]{3,9})\.?,?(?:[ -](?<year>\d{4}))?$/.exec(words) ??
    /^(?<month>[a-z]{3,9})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?$/.exec(words);
  if (match?.groups === undefined) return undefined;
  const { day = '', month: name = '', year } = match.groups;
  const month = monthNames.findIndex((full) => isShortFor(name, full.toLowerCase())) + 1;
  if (month === 0) return undefined;
  const never = { problem: 'is not a day of the calendar' };
  if (year !== undefined) return calendarDate(Number(year), month, Number(day)) ?? never;
  // A 29 February is at most eight years away.
  const [baseYear] = partsOf(base);
  for (let candidate = baseYear; candidate <= baseYear + 8; candidate++) {
    const date = calendarDate(candidate, month, Number(day));
    if (date !== undefined && date >= base) return nearest ? nearestYear(date, base) : date;
  }
  return never;
}

/** People read days and months in figures in different orders, so the program never guesses. */
function refuseFigures(words: string): DateReading {
  if (/^[-−]/.test(words)) return { problem: 'counts backwards' };
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(words);
  const parts = compact?.slice(1) ?? words.split(/ ?[/. -] ?/);
  if (!/^\d[\d/. -]*$/.test(words)) return undefined;
  const dates = readings(parts.filter((part) => part !== '').map(Number), parts[0]?.length === 4);
  if (dates.length > 1) return { problem: 'can be read in two ways', hint: `write ${dates.join(' or ')}` };
  return { problem: 'is not written as a date here', ...(dates[0] && { hint: `write ${dates[0]}` }) };
}

function readings([a = 0, b = 0, c = 0, ...rest]: readonly number[], yearFirst: boolean): CalendarDate[] {
  if (rest.length > 0) return [];
  const candidates = yearFirst ? [calendarDate(a, b, c)] : [calendarDate(c, b, a), calendarDate(c, a, b)];
  return [...new Set(candidates)].filter((date): date is CalendarDate => date !== undefined && date >= '1000');
}
