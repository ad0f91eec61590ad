/** The pairs of dates of a sweep: each start with its drop-off dates. */
import { UsageError } from '../../errors.ts';
import { plural, shorten } from '../../text.ts';
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { addDays, formatDate } from '../calendar.ts';
import type { FoundDate } from '../date-forms.ts';
import { beforePickUp, readDate } from '../dates.ts';
import type { WithNotes } from '../trip.ts';
import { daysBetween, rangeEnds } from './trips.ts';

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
 * Every start, in order, with one drop-off date, or with each of a range (`A..B`). Leaves out drop-off dates before the start and
 * says so in a note. Throws UsageError if nothing is left.
 */
export async function withDropOff(
  starts: readonly CalendarDate[],
  to: string,
  today: CalendarDate,
): Promise<WithNotes<RentalDates[]>> {
  const [first, last = first] = rangeEnds(to, 'to');
  const [firstStart = today] = starts;
  const end = await readDate(last, { today, base: firstStart, field: 'to' });
  if (end.date < firstStart) throw beforePickUp(end, firstStart, 'to', starts.length > 1 ? 'first ' : '');
  const value: RentalDates[] = [];
  let startsLeftOut = 0;
  let daysLeftOut = 0;
  for (const pickUpDate of starts) {
    const [earliest, latest] = await Promise.all([
      readEnd(first, pickUpDate, firstStart, today),
      readEnd(last, pickUpDate, firstStart, today),
    ]);
    const days = daysBetween(earliest.date, latest, 'to');
    const possible = days.filter((day) => day >= pickUpDate);
    if (possible.length === 0) startsLeftOut++;
    else daysLeftOut += days.length - possible.length;
    for (const dropOffDate of possible) value.push({ pickUpDate, dropOffDate });
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
async function readEnd(
  text: string,
  pickUpDate: CalendarDate,
  firstStart: CalendarDate,
  today: CalendarDate,
): Promise<FoundDate> {
  const found = await readDate(text, { today, base: firstStart, field: 'to' });
  return found.kind === 'counted' ? readDate(text, { today, base: pickUpDate, field: 'to' }) : found;
}
