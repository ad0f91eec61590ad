/** Days of trips on which a depot lists no times. It is a warning and not an error: the service decides which days it accepts. */
import type { CalendarDate, Depot, DepotTime, Trip } from '../api/types.ts';
import type { FieldText } from '../errors.ts';
import { addDays, formatDate } from './calendar.ts';
import { hasTimes, hoursWarning, isClosed } from './hours.ts';
import { labelsOf } from './trip-words.ts';

export interface ClosedDay {
  readonly purpose: 'pick-up' | 'drop-off';
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
    const entries = depot === undefined ? [] : entriesFor(depot, end.purpose);
    return depot !== undefined && isClosed(entries, end.date) ? [{ ...end, entries, name: depot.name }] : [];
  });
  if (closed.length === 0) return [];
  const labels = labelsOf(depots);
  const first = trips.reduce((min, { pickUpDate }) => (pickUpDate < min ? pickUpDate : min), closed[0]?.date ?? '');
  const last = trips.reduce((max, { dropOffDate }) => (dropOffDate > max ? dropOffDate : max), '');
  return closed.map(({ entries, name, purpose, depotId, date }) => {
    const isPickUp = purpose === 'pick-up';
    const fits = (day: CalendarDate): boolean =>
      day >= today() && (isPickUp ? day <= last : day >= first) && hasTimes(entries, day);
    const nearest = [nextDay(date, -1, fits), nextDay(date, 1, fits)].filter((day) => day !== undefined);
    const depot = labels.get(depotId) ?? name;
    const message = `${hoursWarning(depot, purpose, entries, date) ?? ''}${nearestInWords(nearest.map(formatDate).join(' and '))}`;
    return { purpose, depotId, depot, date, nearest, message };
  });
}

export function nearestInWords(days: string): string {
  return days === '' ? '' : `; nearest with times: ${days}`;
}

export const daysNotKnown: FieldText = (_, list) =>
  `not known: whether the depots list times on these days; ${list('depots')} and then the same call tell`;

/** What a caller should know of the days of a few trips. */
export function dayNotes(trips: readonly Trip[], depots: readonly Depot[], today: () => CalendarDate): FieldText[] {
  return depots.length === 0 ? [daysNotKnown] : closedDaysOf(trips, depots, today).map(({ message }) => message);
}

function entriesFor(depot: Depot, purpose: ClosedDay['purpose']): readonly DepotTime[] {
  return purpose === 'pick-up' ? depot.pickup_times : depot.drop_off_times;
}

/** Each end of each trip once. */
function tripEnds(trips: readonly Trip[]) {
  const ends = trips.flatMap((trip) => [
    { purpose: 'pick-up' as const, depotId: trip.pickUpDepotId, date: trip.pickUpDate },
    { purpose: 'drop-off' as const, depotId: trip.dropOffDepotId, date: trip.dropOffDate },
  ]);
  return new Map(ends.map((end) => [Object.values(end).join(' '), end])).values();
}

/** Undefined if no day of the next week fits. */
function nextDay(date: CalendarDate, step: 1 | -1, fits: (day: CalendarDate) => boolean): CalendarDate | undefined {
  for (let offset = 1; offset <= 7; offset++) {
    const day = addDays(date, step * offset);
    if (day !== undefined && fits(day)) return day;
  }
  return undefined;
}
