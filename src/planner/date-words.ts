/** Reads dates in words (`next friday`, `in two weeks`, `sat 5 dec`) with chrono; loaded only if no written form matches. */
import { parse } from 'chrono-node/en';
import type { CalendarDate } from '../api/types.ts';
import { calendarDate, nearestYear, partsOf, weekdayName, weekdayOf } from './calendar.ts';

export interface DateAnchors {
  readonly today: CalendarDate;
  /** The day from which relative forms count. */
  readonly base: CalendarDate;
  /** Reads a day without a year as the one nearest to the base. */
  readonly nearest: boolean;
}

/** A date; the reason why the text is not a date; or undefined if it does not have the form at all. */
export type DateReading = CalendarDate | { readonly problem: string; readonly hint?: string } | undefined;

export function readWords(words: string, { today, base, nearest }: DateAnchors): DateReading {
  if (/\b(last|past|previous|ago|yesterday)\b/.test(words)) return { problem: 'is in the past' };
  if (/\b(weekend|(this|next|coming) (week|month|year))\b|\bend of\b/.test(words)) {
    return { problem: 'is more than one day' };
  }
  const from = /\b(today|tomorrow|tonight|now)\b/.test(words) ? today : base;
  const [year, month, day] = partsOf(from);
  // Noon in the machine's own zone, read back as fields of that zone: with a zone given, chrono is a day off for some phrases.
  const noon = new Date(2000, 0, 1, 12);
  noon.setFullYear(year, month - 1, day);
  const results = parse(words, noon, { forwardDate: true });
  const [result] = results;
  if (result === undefined || results.length > 1 || result.text.length !== words.length) return undefined;
  const { start, end } = result;
  if (end != null) return { problem: 'is more than one day' };
  if (start.isCertain('hour')) return { problem: 'has a time of day, which is not asked for' };
  if (!start.isCertain('day') && !start.isCertain('weekday')) return { problem: 'names no day' };
  const date = calendarDate(start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0);
  if (date === undefined) return { problem: 'is not a day of the calendar' };
  if (nearest && start.isCertain('month') && !start.isCertain('year') && !start.isCertain('weekday')) {
    return nearestYear(date, base);
  }
  if (start.isCertain('weekday') && start.get('weekday') !== weekdayOf(date)) {
    return { problem: `contradicts itself: ${date} is a ${weekdayName(date)}` };
  }
  return date < from ? { problem: `would be ${date}, which is in the past` } : date;
}
