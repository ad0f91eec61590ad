/** The dates of a sweep: starts with their drop-off dates. */
import { UsageError, type FieldText } from '../../errors.ts';
import { plural, shorten } from '../../text.ts';
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { addDays, formatDate, nights } from '../calendar.ts';
import { beforePickUp, parseDate, readDate, type FoundDate } from '../dates.ts';
import type { WithNotes } from '../trip.ts';

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
  if (last === undefined) return flexible(start, flex ?? 0, today);
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

function flexible(date: CalendarDate, flex: number, today: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let offset = -flex; offset <= flex; offset++) {
    const day = addDays(date, offset);
    if (day !== undefined && (offset === 0 || day >= today)) days.push(day);
  }
  return days;
}

/** Throws UsageError if the last day is before the first, or years after it. */
function daysBetween(
  first: CalendarDate,
  end: FoundDate,
  field: string,
  daysAfter = createDays(first),
): CalendarDate[] {
  const { date: last } = end;
  const span = nights(first, last);
  const fail = (problem: string, hint?: FieldText): never => {
    throw new UsageError((name) => `${name(field)}: ${problem}`, { hint });
  };
  if (span < 0) {
    fail(`${last} is before ${first}`, 'the earlier end comes first');
  }
  if (span > longestRange) fail(`${first}..${last} is more than ${longestRange} days`);
  return daysAfter(first, [...Array(span + 1).keys()]);
}

/** Makes each day once: thousands of rentals share a few hundred days, and making them all would take longer than a plan may. */
function createDays(base: CalendarDate) {
  const known = new Map<number, CalendarDate | undefined>();
  /** The days so many days after the date, without those after the year 9999. */
  return (date: CalendarDate, counts: readonly number[]): CalendarDate[] => {
    const start = nights(base, date);
    return counts.flatMap((count) => {
      const offset = start + count;
      if (!known.has(offset)) known.set(offset, addDays(base, offset));
      return known.get(offset) ?? [];
    });
  };
}

/** `7`, `7..10`, `7,10,14` → sorted nights without duplicates. Throws UsageError. */
export function nightCounts(text: string): number[] {
  const counts = text.split(',').flatMap((part) => {
    const [, low, high = low] = /^\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s*$/.exec(part) ?? [];
    const [least, most] = [Number(low), Number(high)];
    if (low === undefined || most < least) {
      throw new UsageError((name) => `${name('nights')} takes 7, 7..10 or 7,10,14, not "${shorten(text, 40)}"`, {
        hint: 'give each length in nights',
      });
    }
    return Array.from({ length: most - least + 1 }, (_, index) => least + index);
  });
  return [...new Set(counts)].sort((a, b) => a - b);
}

/** More dates than any budget allows; without a bound the product of starts and lengths could be any number. */
const mostDates = 20_000;

/** Throws UsageError. */
function refuseTooMany(count: number): void {
  if (count > mostDates)
    throw new UsageError(`more than ${mostDates} pairs of dates are too many to compare`, {
      hint: 'give fewer starts or fewer lengths',
    });
}

/** Every start with every number of nights, without rentals that end after the year 9999. Throws UsageError for too many. */
export function withNights(starts: readonly CalendarDate[], counts: readonly number[]): RentalDates[] {
  refuseTooMany(starts.length * counts.length);
  const daysAfter = starts[0] === undefined ? () => [] : createDays(starts[0]);
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
  const daysAfter = createDays(firstStart);
  const value: RentalDates[] = [];
  let startsLeftOut = 0;
  let daysLeftOut = 0;
  for (const pickUpDate of starts) {
    const earliest = readEnd(first, pickUpDate, firstStart, today);
    const latest = readEnd(last, pickUpDate, firstStart, today);
    const days = daysBetween(earliest.date, latest, 'to', daysAfter);
    const possible = days.filter((day) => day >= pickUpDate);
    if (possible.length === 0) startsLeftOut++;
    else daysLeftOut += days.length - possible.length;
    for (const dropOffDate of possible) value.push({ pickUpDate, dropOffDate });
    refuseTooMany(value.length);
  }
  const lastDay = `the ${last === first ? '' : 'last '}drop-off date, ${formatDate(end.date)}`;
  return { value, notes: leftOutNotes(startsLeftOut, daysLeftOut, lastDay) };
}

function leftOutNotes(starts: number, days: number, lastDay: string): string[] {
  return [
    ...(starts > 0 ? [`${plural(starts, 'start date')} after ${lastDay}, left out`] : []),
    ...(days > 0 ? ['drop-off dates before their start date, left out'] : []),
  ];
}

/** A day such as `30 dec` is the one next to the first start, the same for all; `+7d` and `fri` count from each start. */
function readEnd(text: string, pickUpDate: CalendarDate, firstStart: CalendarDate, today: CalendarDate): FoundDate {
  const found = readDate(text, { today, base: firstStart, field: 'to' });
  return found.kind === 'counted' ? readDate(text, { today, base: pickUpDate, field: 'to' }) : found;
}
