/** The trips of a sweep: pairs of depots times pairs of dates. */
import { UsageError, type FieldText } from '../../errors.ts';
import { plural, shorten } from '../../text.ts';
import type { CalendarDate, RentalDates, Trip } from '../../api/types.ts';
import { addDays, formatDate, nights } from '../calendar.ts';
import { countsFromBase, parseDate } from '../dates.ts';
import type { WithNotes } from '../trip.ts';

/** Days in the longest range: two years of starts are more than any budget allows. */
const longestRange = 732;

export interface StartOptions {
  /** A date, or two joined by `..`, of which the second counts from the first. */
  readonly from: string;
  /** Days before and after `from`. */
  readonly flex?: number | undefined;
}

/**
 * Days to start on, in order. `flex` adds no days before `today` (the operator's day). Throws UsageError if `from` is neither a
 * date nor a range.
 */
export async function startDates({ from, flex }: StartOptions, today: CalendarDate): Promise<CalendarDate[]> {
  const [first = '', last, ...rest] = from.split('..');
  if (rest.length > 0) throw hasManyEnds('from', from);
  const start = await parseDate(first, { today, field: 'from' });
  if (last === undefined) return flexible(start, flex ?? 0, today);
  if (flex !== undefined) {
    throw new UsageError((name) => `${name('flex')} goes with one date, and ${name('from')} is a range already`, {
      hint: (name) => `leave ${name('flex')} out`,
    });
  }
  return daysBetween(start, await parseDate(last, { today, base: start, field: 'from' }), 'from');
}

function hasManyEnds(field: string, range: string): UsageError {
  return new UsageError((name) => `${name(field)}: "${shorten(range, 60)}" has more than two ends`);
}

function flexible(date: CalendarDate, flex: number, today: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let offset = -flex; offset <= flex; offset++) {
    const day = addDays(date, offset);
    if (day !== undefined && (offset === 0 || day >= today)) days.push(day);
  }
  return days;
}

function daysBetween(first: CalendarDate, last: CalendarDate, field: string): CalendarDate[] {
  const span = nights(first, last);
  const fail = (problem: string, hint?: FieldText): never => {
    throw new UsageError((name) => `${name(field)}: ${problem}`, { hint });
  };
  if (span < 0) fail(`${last} is before ${first}`, 'the earlier end comes first');
  if (span > longestRange) fail(`${first}..${last} is more than ${longestRange} days`);
  return Array.from({ length: span + 1 }, (_, offset) => addDays(first, offset)).filter((day) => day !== undefined);
}

/** `7`, `7..10`, `7,10,14` → sorted nights without duplicates. Throws UsageError. */
export function nightCounts(text: string): number[] {
  const counts = text.split(',').flatMap((part) => {
    const [, low, high = low] = /^\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s*$/.exec(part) ?? [];
    const [least, most] = [Number(low), Number(high)];
    if (low === undefined || most < least) {
      throw new UsageError((name) => `${name('nights')} takes 7, 7..10 or 7,10,14, not "${shorten(text, 40)}"`);
    }
    return Array.from({ length: most - least + 1 }, (_, index) => least + index);
  });
  return [...new Set(counts)].sort((a, b) => a - b);
}

/** Every start with every number of nights, without rentals that end after the year 9999. */
export function withNights(starts: readonly CalendarDate[], counts: readonly number[]): RentalDates[] {
  return starts.flatMap((pickUpDate) =>
    counts.flatMap((count) => {
      const dropOffDate = addDays(pickUpDate, count);
      return dropOffDate === undefined ? [] : [{ pickUpDate, dropOffDate }];
    }),
  );
}

/**
 * Every start with one drop-off date, or with each of a range (`A..B`). Relative dates count from each start; other dates are the same
 * day for every start, and starts after it are left out, with a note. Throws UsageError if no start is left.
 */
export async function withDropOff(
  starts: readonly CalendarDate[],
  to: string,
  today: CalendarDate,
): Promise<WithNotes<RentalDates[]>> {
  const [first = '', last = first, ...rest] = to.split('..');
  if (rest.length > 0) throw hasManyEnds('to', to);
  const [earliestStart = today] = starts;
  const read = async (text: string, start: CalendarDate): Promise<CalendarDate> => {
    const base = countsFromBase(text) ? start : earliestStart;
    return parseDate(text, { today, base, nearest: true, field: 'to' });
  };
  const dates: RentalDates[] = [];
  const leftOut: CalendarDate[] = [];
  for (const pickUpDate of starts) {
    const days = daysBetween(await read(first, pickUpDate), await read(last, pickUpDate), 'to');
    const dropOffs = days.filter((day) => day >= pickUpDate);
    dates.push(...dropOffs.map((dropOffDate) => ({ pickUpDate, dropOffDate })));
    if (dropOffs.length === 0) leftOut.push(pickUpDate);
  }
  const lastDay = formatDate(await read(last, earliestStart));
  if (dates.length === 0) {
    const problem = `every drop-off date is before its pick-up date: ${lastDay} is before ${formatDate(earliestStart)}`;
    throw new UsageError(problem, { hint: (name) => `give a later ${name('to')}, or ${name('nights')}` });
  }
  const note = `${plural(leftOut.length, 'start date')} after the drop-off date, ${lastDay}, left out`;
  return { value: dates, notes: leftOut.length === 0 ? [] : [note] };
}

export interface DepotPair {
  readonly pickUpDepotId: number;
  readonly dropOffDepotId: number;
}

/** Every pick-up depot with every drop-off depot, without duplicates; `same` is the pick-up depot. */
export function depotPairs(pickUps: readonly number[], dropOffs: readonly (number | 'same')[]): DepotPair[] {
  const pairs = new Map<string, DepotPair>();
  for (const pickUpDepotId of pickUps) {
    for (const dropOff of dropOffs) {
      const pair = { pickUpDepotId, dropOffDepotId: dropOff === 'same' ? pickUpDepotId : dropOff };
      pairs.set(`${pair.pickUpDepotId}-${pair.dropOffDepotId}`, pair);
    }
  }
  return [...pairs.values()];
}

/** Each pair of depots with each pair of dates, without duplicates. */
export function tripsOf(pairs: readonly DepotPair[], dates: readonly RentalDates[]): Trip[] {
  const trips = new Map<string, Trip>();
  for (const pair of pairs) {
    for (const date of dates) trips.set(tripKey({ ...pair, ...date }), { ...pair, ...date });
  }
  return [...trips.values()];
}

export function tripKey(trip: Trip): string {
  return [trip.pickUpDepotId, trip.dropOffDepotId, trip.pickUpDate, trip.dropOffDate].join(' ');
}
