/** The trips of a sweep: pairs of depots times pairs of dates. */
import { UsageError, type FieldText } from '../../errors.ts';
import { shorten } from '../../text.ts';
import type { CalendarDate, RentalDates, Trip } from '../../api/types.ts';
import { addDays, nights } from '../calendar.ts';
import type { FoundDate } from '../date-forms.ts';
import { nextYearHint, parseDate, readDate } from '../dates.ts';

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
  const [first, last] = rangeEnds(from, 'from');
  const start = await parseDate(first, { today, field: 'from' });
  if (last === undefined) return flexible(start, flex ?? 0, today);
  if (flex !== undefined) {
    throw new UsageError((name) => `${name('flex')} goes with one date, and ${name('from')} is a range already`, {
      hint: (name) => `leave ${name('flex')} out`,
    });
  }
  return daysBetween(start, await readDate(last, { today, base: start, field: 'from' }), 'from');
}

/** The ends of `A..B`; a text without `..` has one. */
export function rangeEnds(range: string, field: string): [first: string, last: string | undefined] {
  const [first = '', last, ...rest] = range.split('..');
  if (rest.length === 0) return [first, last];
  throw new UsageError((name) => `${name(field)}: "${shorten(range, 60)}" has more than two ends`);
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
export function daysBetween(first: CalendarDate, end: FoundDate, field: string): CalendarDate[] {
  const { date: last } = end;
  const span = nights(first, last);
  const fail = (problem: string, hint?: FieldText): never => {
    throw new UsageError((name) => `${name(field)}: ${problem}`, { hint });
  };
  if (span < 0) {
    const hints = ['the earlier end comes first', nextYearHint(end, first)];
    fail(`${last} is before ${first}`, hints.filter((hint) => hint !== undefined).join('; '));
  }
  if (span > longestRange) fail(`${first}..${last} is more than ${longestRange} days`);
  return Array.from({ length: span + 1 }, (_, offset) => addDays(first, offset)).filter((day) => day !== undefined);
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
