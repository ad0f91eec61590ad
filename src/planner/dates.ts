/** Reads a date as people type it, as a day of the operator's calendar. */
import { UsageError } from '../errors.ts';
import { shorten } from '../text.ts';
import type { CalendarDate, RentalDates } from '../api/types.ts';
import { formatDate, partsOf, sameDays } from './calendar.ts';
import { writtenForms, type DateAnchors, type DateProblem, type FoundDate } from './date-forms.ts';

/** `today` is the operator's day (`todayIn`). */
interface DateContext extends DateAnchors {
  /** The field that the date is for, named in errors. */
  readonly field?: string | undefined;
}

const knownForms = 'write YYYY-MM-DD, tomorrow, fri, 20 dec or +30d';

/**
 * `2026-12-20`, `today`, `tomorrow`, `fri` (the next one after the base, never the base itself), `20 dec`, `20 dec 2027`, `+30d`,
 * `+2w`, `+1m`, `+1y`, `in a month`; a date library, loaded then, reads all other words. Without a base, dates count from today
 * and `20 dec` is the next one, today included; next to a base, it is the nearest one, before or after. Throws UsageError with a
 * hint if the text is not a date, more than one day, or ambiguous (`03/04/2027`).
 */
export async function readDate(text: string, { field, ...anchors }: DateContext): Promise<FoundDate> {
  const words = text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
  const reading = await readForm(words.replace(/^on /, '').replace(/^the (?=\d)/, ''), anchors);
  if ('date' in reading) return reading;
  const { problem, meant } = reading;
  const given = `"${shorten(text, 40)}"`;
  const subject = meant === undefined ? `${given} ${problem}` : `write this date as ${meant}, not ${given}`;
  throw new UsageError((name) => (field === undefined ? subject : `${name(field)}: ${subject}`), {
    hint: meant === undefined ? (reading.hint ?? knownForms) : undefined,
  });
}

/** Only the day of `readDate`. */
export async function parseDate(text: string, context: DateContext): Promise<CalendarDate> {
  return (await readDate(text, context)).date;
}

async function readForm(words: string, anchors: DateAnchors): Promise<FoundDate | DateProblem> {
  if (words === '') return { problem: 'is empty' };
  if (words.length > 60) return { problem: 'is not a date' };
  for (const read of writtenForms) {
    const reading = read(words, anchors);
    if (reading !== undefined) return reading;
  }
  const { readWords } = await import('./date-words.ts');
  return readWords(words, anchors) ?? { problem: 'is not a date' };
}

/**
 * A drop-off date, next to its pick-up date. Throws UsageError, also if it is before the pick-up date; the same day is allowed. With
 * `rolls`, a day without a year is the next one instead, for a question that shows which day that is.
 */
export async function parseDropOff(
  text: string,
  { pickUpDate, rolls, ...context }: Omit<DateContext, 'base'> & Pick<RentalDates, 'pickUpDate'> & { rolls?: boolean },
): Promise<CalendarDate> {
  const dropOff = await readDate(text, { ...context, base: pickUpDate });
  if (dropOff.date >= pickUpDate) return dropOff.date;
  const next = rolls === true ? nextYear(dropOff, pickUpDate) : undefined;
  if (next === undefined) throw beforePickUp(dropOff, pickUpDate, context.field);
  return next;
}

/** The error of a drop-off date before its pick-up date; shows both days as they are understood. */
export function beforePickUp(dropOff: FoundDate, pickUpDate: CalendarDate, field?: string, which = ''): UsageError {
  const problem = `${formatDate(dropOff.date)} is before the ${which}pick-up date, ${formatDate(pickUpDate)}`;
  return new UsageError((name) => (field === undefined ? problem : `${name(field)}: ${problem}`), {
    hint: nextYearHint(dropOff, pickUpDate) ?? (field && ((name) => `give a later day for ${name(field)}`)),
  });
}

/** For a day before `base` whose year the program chose: how to write the one after `base`. */
export function nextYearHint(found: FoundDate, base: CalendarDate): string | undefined {
  const next = nextYear(found, base);
  // `29 Dec 2027`, without the weekday.
  return next && `if you mean the next one, write "${formatDate(next).slice(4)}"`;
}

/** Undefined if the year was given. */
function nextYear({ date, kind }: FoundDate, base: CalendarDate): CalendarDate | undefined {
  const [, month, day] = partsOf(date);
  return kind === 'yearless' ? sameDays(month, day, base).find((other) => other >= base) : undefined;
}
