/** The forms of a date that are read here, without loading a library. */
import { shorten } from '../text.ts';
import type { CalendarDate } from '../api/types.ts';
import { addDays, addMonths, calendarDate, isoDate, monthNames, partsOf, weekdayNames, weekdayOf } from './calendar.ts';

export interface Anchors {
  readonly today: CalendarDate;
  /** What relative forms count from. */
  readonly base: CalendarDate;
}

/** A date; why the text is none; or undefined: not this form. */
export type Reading = CalendarDate | { readonly problem: string; readonly hint?: string } | undefined;

export const writtenForms: readonly ((words: string, anchors: Anchors) => Reading)[] = [
  readIso,
  readDay,
  readOffset,
  readWeekday,
  readDayAndMonth,
  refuseFigures,
];

function readIso(words: string): Reading {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(words)) return undefined;
  return isoDate(words) ?? { problem: 'is not a day of the calendar' };
}

function readDay(words: string, { today }: Anchors): Reading {
  if (words === 'today') return today;
  if (words === 'tomorrow') return addDays(today, 1) ?? beyond;
  return undefined;
}

const beyond = { problem: 'is beyond the year 9999' };

function readOffset(words: string, { base }: Anchors): Reading {
  const match = /^\+ ?(\d+) ?(d|days?|w|weeks?|m|months?|y|years?)?$/.exec(words);
  if (match === null) return undefined;
  const [, digits = '', unit] = match;
  if (unit === undefined) return { problem: 'has no unit', hint: `write +${shorten(digits, 6)}d for days, or w, m, y` };
  const count = Number(digits);
  // Checked first: past this, the arithmetic itself would leave the range of dates.
  if (count > 4_000_000) return beyond;
  if (unit.startsWith('d')) return addDays(base, count) ?? beyond;
  if (unit.startsWith('w')) return addDays(base, count * 7) ?? beyond;
  return addMonths(base, unit.startsWith('m') ? count : count * 12) ?? beyond;
}

function readWeekday(words: string, { base }: Anchors): Reading {
  const letters = words.replace(/\.$/, '');
  if (!/^[a-z]{3,9}$/.test(letters)) return undefined;
  const weekday = weekdayNames.findIndex((name) => isShortFor(letters, name.toLowerCase()));
  if (weekday === -1) return undefined;
  return addDays(base, ((weekday - weekdayOf(base) + 6) % 7) + 1) ?? beyond;
}

/** `tue`, `tues`, `tuesday`; `sept`. */
function isShortFor(letters: string, name: string): boolean {
  return letters === name || (letters.length <= 5 && letters.length >= 3 && name.startsWith(letters));
}

function readDayAndMonth(words: string, { base }: Anchors): Reading {
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
    if (date !== undefined && date >= base) return date;
  }
  return never;
}

/** Days and months in figures are read differently by different people, so they are never guessed. */
function refuseFigures(words: string): Reading {
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
