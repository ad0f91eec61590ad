/** Reads dates in words (`this friday`, `two weeks from now`, `sat 5 dec`) with chrono; loaded only if no written form matches. */
import { parse } from 'chrono-node/en';
import type { CalendarDate } from '../api/types.ts';
import { addDays, calendarDate, partsOf, weekdayName, weekdayOf } from './calendar.ts';
import {
  found,
  never,
  nextWeekday,
  readYearless,
  type DateAnchors,
  type DateKind,
  type DateReading,
} from './date-forms.ts';

const severalDays =
  /\b(weekend|weekday|few|couple|within|(this|next|coming) (week|month|quarter|year|\S+ (days|weeks|months|years)))\b|\bend of\b/;
const weekdays = /\b(sun|mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?)(day)?\b/;
const months = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;
/** `5/12`, `5.12.2026`, `1.5 weeks`: the library has one order of day and month, people have two. */
const figures = /\d ?[/.] ?\d|\b\d{1,2}-\d{1,2}-\d/;

export function readWords(words: string, anchors: DateAnchors): DateReading {
  if (/\b(last|past|previous|ago|yesterday)\b/.test(words)) return { problem: 'is in the past' };
  if (severalDays.test(words)) return { problem: 'is more than one day' };
  if (figures.test(words)) return { problem: 'is not a date' };
  const { today, base } = anchors;
  const countsFromToday = /\b(today|tomorrow|tonight|now)\b/.test(words);
  const from = countsFromToday ? today : (base ?? today);
  // Next to a base, `2 days after 28 dec` may count from the December before it.
  const forwardDate = base === undefined || countsFromToday || !months.test(words);
  const results = parse(words, noonOf(from), { forwardDate });
  const [result] = results;
  if (result === undefined || results.length > 1 || result.text.length !== words.length) return undefined;
  if (result.end != null) return { problem: 'is more than one day' };
  const reading = readParts(result.start, words, countsFromToday ? { today } : anchors);
  if (reading === undefined || 'problem' in reading) return reading;
  if (base === undefined && reading.date < today) {
    return { problem: `would be ${reading.date}, which is in the past` };
  }
  return countsFromToday ? { ...reading, kind: 'fixed' } : reading;
}

/** Noon in the machine's own zone, read back as fields of that zone: with a zone given, chrono is a day off for some phrases. */
function noonOf(date: CalendarDate): Date {
  const [year, month, day] = partsOf(date);
  const noon = new Date(2000, 0, 1, 12);
  noon.setFullYear(year, month - 1, day);
  return noon;
}

type Parts = ReturnType<typeof parse>[number]['start'];

function readParts(start: Parts, words: string, anchors: DateAnchors): DateReading {
  if (start.isCertain('hour')) return { problem: 'has a time of day, which is not asked for' };
  const isCounted = start.tags().has('result/relativeDate');
  // The library may start such a count on the base itself, and no other form does.
  if (isCounted && weekdays.test(words)) return undefined;
  const weekday = start.isCertain('weekday') ? start.get('weekday') : null;
  if (!start.isCertain('day'))
    return weekday === null ? { problem: 'names no day' } : readWeekdayAlone(weekday, words, anchors);
  const [year, month, day] = [start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0];
  const reading =
    isCounted || start.isCertain('year')
      ? found(calendarDate(year, month, day), isCounted ? kindOfCount(words) : 'fixed', never)
      : // The library does not always find the nearest year.
        readYearless(month, day, anchors);
  if (reading === undefined || 'problem' in reading) return reading;
  if (weekday === null || weekday === weekdayOf(reading.date)) return reading;
  return { problem: `contradicts itself: ${reading.date} is a ${weekdayName(reading.date)}` };
}

/** `this friday`, `friday,`. */
function readWeekdayAlone(weekday: number, words: string, { today, base = today }: DateAnchors): DateReading {
  if (!/\bthis\b/.test(words) || weekday !== weekdayOf(base)) return nextWeekday(weekday, base);
  return { problem: 'can be read in two ways', hint: `write ${base} or ${addDays(base, 7)}` };
}

/** `2 days after 5 dec 2027`, `2 days after 5 dec`, `3 weeks and 2 days`. */
function kindOfCount(words: string): DateKind {
  if (!months.test(words)) return 'counted';
  return /\b\d{4}\b/.test(words) ? 'fixed' : 'yearless';
}
