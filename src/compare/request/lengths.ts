/** How long the trips of a comparison are: nights, or a drop-off date. */
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { shorten } from '../../base/words.ts';
import { nights } from '../../planner/calendar.ts';
import { beforePickUpError, parseDate, readDate } from '../../planner/dates.ts';
import { maxTripNights } from '../../planner/trip.ts';
import { daysAfter, wholeNumbers } from './starts.ts';
import { refuseTooMany } from './trips.ts';

/** `7`, `7..10`, `7,10,14` → sorted nights without duplicates. Throws UsageError. */
export function nightCounts(text: string): number[] {
  const counts = text.split(',').flatMap((part) => {
    const [, low, high = low] = /^\s*(\d{1,6})(?:\.\.(\d{1,6}))?\s*$/.exec(part) ?? [];
    const isReversed = Number(high) < Number(low);
    if (low === undefined || isReversed || Number(high) > maxTripNights) {
      throw new UsageError(
        fieldText('{nights} takes 7, 7..10 or 7,10,14, not "{given}"', {
          given: shorten(text, 40),
        }),
        {
          hint: isReversed
            ? `write ${high}..${low}`
            : `give each length in nights, from 0 to ${maxTripNights}`,
        },
      );
    }
    return wholeNumbers(Number(low), Number(high));
  });
  return [...new Set(counts)].sort((a, b) => a - b);
}

/**
 * Every start with every number of nights, without trips that end after `until`. Throws UsageError
 * for too many.
 */
export function withNights(
  starts: readonly CalendarDate[],
  counts: readonly number[],
  until?: CalendarDate,
): RentalDates[] {
  const lengths = starts.map((pickUpDate) => {
    const maxNights = until === undefined ? Infinity : nights(pickUpDate, until);
    return { pickUpDate, counts: counts.filter((count) => count <= maxNights) };
  });
  refuseTooMany(lengths.reduce((sum, one) => sum + one.counts.length, 0));
  return lengths.flatMap(({ pickUpDate, counts }) =>
    daysAfter(pickUpDate, counts).map((dropOffDate) => ({ pickUpDate, dropOffDate })),
  );
}

/**
 * Every start, in order, with its drop-off date: one day for all of them, or `+7d` and `fri`, which
 * count from each start. Leaves out starts after the drop-off date. Throws UsageError if the first
 * start is after it.
 */
export function withDropOff(
  starts: readonly CalendarDate[],
  to: string,
  today: CalendarDate,
): RentalDates[] {
  const [firstStart = today] = starts;
  const end = readDate(to, { today, base: firstStart, field: 'to' });
  if (end.date < firstStart)
    throw beforePickUpError(end, firstStart, 'to', { isFirstOfSeveral: starts.length > 1 });
  const all = starts.map((pickUpDate) => {
    const isCounted = end.kind === 'counted';
    return {
      pickUpDate,
      dropOffDate: isCounted ? parseDate(to, { today, base: pickUpDate, field: 'to' }) : end.date,
    };
  });
  return all.filter(({ pickUpDate, dropOffDate }) => dropOffDate >= pickUpDate);
}

/**
 * The last day on which a trip may end; it counts from the first start. Throws UsageError if it is
 * before that.
 */
export function lastEnd(
  until: string,
  firstStart: CalendarDate,
  today: CalendarDate,
): CalendarDate {
  const end = readDate(until, { today, base: firstStart, field: 'until' });
  if (end.date < firstStart)
    throw beforePickUpError(end, firstStart, 'until', { isFirstOfSeveral: true });
  return end.date;
}
