/** The dates of a sweep: which days to start on, and for how long. */
import { UsageError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { addDays, nights } from '../calendar.ts';
import { parseDate } from '../dates.ts';

/** Days a range may span: two years of starts are more than any budget allows. */
const longest = 732;

export interface StartOptions {
  /** A date, or two joined by `..`; the second counts from the first. */
  readonly from: string;
  /** Days before and after `from`. */
  readonly flex?: number | undefined;
}

/**
 * Days to start on, in order. With `flex`, days before `today` (the operator's) are left out: nobody named them. Throws
 * UsageError for what is no date or no range.
 */
export async function startDates({ from, flex }: StartOptions, today: CalendarDate): Promise<CalendarDate[]> {
  const [first = '', last, ...rest] = from.split('..');
  if (rest.length > 0) throw new UsageError(`--from: "${shorten(from, 60)}" has more than two ends`);
  const start = await parseDate(first, { today, label: '--from' });
  if (last === undefined) return flexible(start, flex ?? 0, today);
  if (flex !== undefined) {
    throw new UsageError('--flex goes with one date, and --from is a range already', { hint: 'leave --flex out' });
  }
  return daysBetween(start, await parseDate(last, { today, base: start, label: '--from' }), '--from');
}

function flexible(date: CalendarDate, flex: number, today: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let offset = -flex; offset <= flex; offset++) {
    const day = addDays(date, offset);
    if (day !== undefined && (offset === 0 || day >= today)) days.push(day);
  }
  return days;
}

function daysBetween(first: CalendarDate, last: CalendarDate, flag: string): CalendarDate[] {
  const span = nights(first, last);
  if (span < 0) throw new UsageError(`${flag}: ${last} is before ${first}`, { hint: 'the earlier end comes first' });
  if (span > longest) throw new UsageError(`${flag}: ${first}..${last} is more than ${longest} days`);
  return Array.from({ length: span + 1 }, (_, offset) => addDays(first, offset)).filter((day) => day !== undefined);
}

/** `7`, `7..10`, `7,10,14` → nights in order, each once. Throws UsageError. */
export function nightCounts(text: string): number[] {
  const counts = text.split(',').flatMap((part) => {
    const [, low, high = low] = /^\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s*$/.exec(part) ?? [];
    const [least, most] = [Number(low), Number(high)];
    if (low === undefined || most < least) {
      throw new UsageError(`--nights takes 7, 7..10 or 7,10,14, not "${shorten(text, 40)}"`);
    }
    return Array.from({ length: most - least + 1 }, (_, index) => least + index);
  });
  return [...new Set(counts)].sort((a, b) => a - b);
}

/** Every start with every number of nights; what would end after the year 9999 is left out. */
export function withNights(starts: readonly CalendarDate[], counts: readonly number[]): RentalDates[] {
  return starts.flatMap((pickUpDate) =>
    counts.flatMap((count) => {
      const dropOffDate = addDays(pickUpDate, count);
      return dropOffDate === undefined ? [] : [{ pickUpDate, dropOffDate }];
    }),
  );
}

/**
 * Every start with one drop-off date, or each of a range (`A..B`); relative ones count from the start. Starts after it are
 * left out. Throws UsageError where none is left.
 */
export async function withDropOff(
  starts: readonly CalendarDate[],
  to: string,
  today: CalendarDate,
): Promise<RentalDates[]> {
  const [first = '', last = first, ...rest] = to.split('..');
  if (rest.length > 0) throw new UsageError(`--to: "${shorten(to, 60)}" has more than two ends`);
  const dates: RentalDates[] = [];
  for (const pickUpDate of starts) {
    const earliest = await parseDate(first, { today, base: pickUpDate, label: '--to' });
    const latest = await parseDate(last, { today, base: pickUpDate, label: '--to' });
    for (const dropOffDate of daysBetween(earliest, latest, '--to')) {
      if (dropOffDate >= pickUpDate) dates.push({ pickUpDate, dropOffDate });
    }
  }
  if (dates.length > 0) return dates;
  throw new UsageError('every drop-off date is before its pick-up date', { hint: 'give a later --to, or --nights' });
}
