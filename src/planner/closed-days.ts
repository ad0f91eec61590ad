/** Days of trips on which a depot lists no times. It is a warning and not an error: the service decides which days it accepts. */
import type { CalendarDate, Depot, Trip } from '../api/types.ts';
import type { FieldText } from '../errors.ts';
import { addDays } from './calendar.ts';
import { closedInWords, hasTimes, isClosed, timesFor, type Purpose } from './depot-times.ts';
import { labelsOf } from './trip-words.ts';

export interface ClosedDay {
  readonly purpose: Purpose;
  readonly depotId: number;
  readonly depot: string;
  readonly date: CalendarDate;
  /** The last day before and the first day after that have times and fit the trips. */
  readonly nearest: readonly CalendarDate[];
  readonly message: string;
}

/** Only of depots that are known. `today` is the operator's day. */
export function closedDaysOf(
  trips: readonly Trip[],
  depots: readonly Depot[],
  today: () => CalendarDate,
): readonly ClosedDay[] {
  if (depots.length === 0) return [];
  const byId = new Map(depots.map((depot) => [depot.id, depot]));
  const closed = [...tripEnds(trips)].flatMap((end) => {
    const depot = byId.get(end.depotId);
    const entries = depot === undefined ? [] : timesFor(end.purpose, depot);
    return isClosed(entries, end.date) ? [{ ...end, entries }] : [];
  });
  if (closed.length === 0) return [];
  const labels = labelsOf(depots);
  const first = trips.reduce((min, { pickUpDate }) => (pickUpDate < min ? pickUpDate : min), '9999-12-31');
  const last = trips.reduce((max, { dropOffDate }) => (dropOffDate > max ? dropOffDate : max), '');
  return closed.map(({ entries, ...day }) => {
    const fits = (other: CalendarDate): boolean =>
      other >= today() && (day.purpose === 'pick-up' ? other <= last : other >= first) && hasTimes(entries, other);
    const depot = labels.get(day.depotId) ?? '';
    const nearest = [-1, 1].flatMap((step) => daysFrom(day.date, step).find(fits) ?? []);
    return { ...day, depot, nearest, message: closedInWords(depot, day.purpose, [day.date], nearest) };
  });
}

export const daysNotKnown: FieldText = (_, list) =>
  `not known: whether the depots list times on these days; ${list('depots')} and then the same call tell`;

/** Each end of each trip once. */
function tripEnds(trips: readonly Trip[]) {
  const ends = trips.flatMap(({ pickUpDepotId, pickUpDate, dropOffDepotId, dropOffDate }) => [
    { purpose: 'pick-up' as const, depotId: pickUpDepotId, date: pickUpDate },
    { purpose: 'drop-off' as const, depotId: dropOffDepotId, date: dropOffDate },
  ]);
  return new Map(ends.map((end) => [Object.values(end).join(' '), end])).values();
}

/** The days of the next week, or of the week before. */
function daysFrom(date: CalendarDate, step: number): CalendarDate[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((count) => addDays(date, step * count) ?? []);
}
