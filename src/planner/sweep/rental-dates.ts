/** The dates of a sweep: starts with their drop-off dates. */
import { UsageError, type FieldText } from '../../errors.ts';
import { shorten } from '../../text.ts';
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { addDays, nights } from '../calendar.ts';
import { beforePickUp, parseDate, readDate, type FoundDate } from '../dates.ts';
import type { WithNotes } from '../trip.ts';
import { refuseTooMany } from './trips.ts';

/** Days in the longest range: two years of starts are more than any budget allows. */
const longestRange = 732;

/**
 * Days to start on, in order. `from` is a date or a range of which the second end counts from the first. `flex` adds no days before
 * `today` (the operator's day). Throws UsageError if `from` is neither.
 */
export function startDates(
  { from, flex }: { readonly from: string; readonly flex?: number | undefined },
  today: CalendarDate,
): CalendarDate[] {
  const [first, last] = rangeEnds(from, 'from');
  const start = parseDate(first, { today, field: 'from' });
  if (last === undefined) {
    const days = daysAfter(start, counting(-(flex ?? 0), flex ?? 0));
    return days.filter((day) => day === start || day >= today);
  }
  if (flex !== undefined) {
    throw new UsageError((name) => `${name('flex')} goes with one date, and ${name('from')} is a range already`, {
      hint: (name) => `leave ${name('flex')} out`,
    });
  }
  return daysBetween(start, readDate(last, { today, base: start, field: 'from' }), 'from');
}

/** The ends of `A..B`; a text without `..` has one. */
function rangeEnds(range: string, field: string): [first: string, last: string | undefined] {
  const [first = '', last, ...rest] = range.split('..');
  if (rest.length === 0) return [first, last];
  throw new UsageError((name) => `${name(field)}: "${shorten(range, 60)}" has more than two ends`, {
    hint: 'write the first and the last day: 2026-12-20..2026-12-31',
  });
}

function counting(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Without those after the year 9999. */
function daysAfter(date: CalendarDate, counts: readonly number[]): CalendarDate[] {
  return counts.flatMap((count) => addDays(date, count) ?? []);
}

/** Throws UsageError if the last day is before the first, or years after it. */
function daysBetween(first: CalendarDate, end: FoundDate, field: string): CalendarDate[] {
  const { date: last } = end;
  const span = nights(first, last);
  const fail = (problem: string, hint?: FieldText): never => {
    throw new UsageError((name) => `${name(field)}: ${problem}`, { hint });
  };
  if (span < 0) {
    fail(`${last} is before ${first}`, 'the earlier end comes first');
  }
  if (span > longestRange) fail(`${first}..${last} is more than ${longestRange} days`);
  return daysAfter(first, counting(0, span));
}

/** `7`, `7..10`, `7,10,14` → sorted nights without duplicates. Throws UsageError. */
export function nightCounts(text: string): number[] {
  const counts = text.split(',').flatMap((part) => {
    const [, low, high = low] = /^\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s*$/.exec(part) ?? [];
    if (low === undefined || Number(high) < Number(low)) {
      throw new UsageError((name) => `${name('nights')} takes 7, 7..10 or 7,10,14, not "${shorten(text, 40)}"`, {
        hint: 'give each length in nights',
      });
    }
    return counting(Number(low), Number(high));
  });
  return [...new Set(counts)].sort((a, b) => a - b);
}

/** Every start with every number of nights. Throws UsageError for too many. */
export function withNights(starts: readonly CalendarDate[], counts: readonly number[]): RentalDates[] {
  refuseTooMany(starts.length * counts.length);
  return starts.flatMap((pickUpDate) =>
    daysAfter(pickUpDate, counts).map((dropOffDate) => ({ pickUpDate, dropOffDate })),
  );
}

/**
 * Every start, in order, with one drop-off date, or with each of a range (`A..B`). Leaves out drop-off dates before the start and
 * says so in a note. Throws UsageError if nothing is left, or too much.
 */
export function withDropOff(
  starts: readonly CalendarDate[],
  to: string,
  today: CalendarDate,
): WithNotes<RentalDates[]> {
  const [first, last = first] = rangeEnds(to, 'to');
  const [firstStart = today] = starts;
  const end = readDate(last, { today, base: firstStart, field: 'to' });
  if (end.date < firstStart) throw beforePickUp(end, firstStart, 'to', starts.length > 1 ? 'first ' : '');
  // A day such as `30 dec` is the one next to the first start, the same for all; `+7d` and `fri` count from each start.
  const readEnd = (text: string, pickUpDate: CalendarDate): FoundDate => {
    const found = readDate(text, { today, base: firstStart, field: 'to' });
    return found.kind === 'counted' ? readDate(text, { today, base: pickUpDate, field: 'to' }) : found;
  };
  const all: RentalDates[] = [];
  for (const pickUpDate of starts) {
    const days = daysBetween(readEnd(first, pickUpDate).date, readEnd(last, pickUpDate), 'to');
    for (const dropOffDate of days) all.push({ pickUpDate, dropOffDate });
    refuseTooMany(all.length);
  }
  const value = all.filter(({ pickUpDate, dropOffDate }) => dropOffDate >= pickUpDate);
  const isCut = value.length < all.length;
  return { value, notes: isCut ? ['left out: drop-off dates that are before their start date'] : [] };
}
