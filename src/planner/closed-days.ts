/** Days of trips on which a depot lists no times. It is a warning and not an error: the service decides which days it accepts. */
import { daysOf } from '../api/days.ts';
import type { CalendarDate, Depot, DepotTime, Trip } from '../api/types.ts';
import type { FieldText } from '../errors.ts';
import { shorten } from '../text.ts';
import { addDays, formatDate } from './calendar.ts';
import { hoursWarning, timesFor } from './hours.ts';
import { labelsOf } from './labels.ts';
import { listed } from './names.ts';

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
      day >= today() && (isPickUp ? day <= last : day >= first) && timesFor(entries, day).times.length > 0;
    const nearest = [nextDay(date, -1, fits), nextDay(date, 1, fits)].filter((day) => day !== undefined);
    const depot = labels.get(depotId) ?? name;
    const days = nearest.map(formatDate).join(' and ');
    const where = days === '' ? '' : `; nearest with times: ${days}`;
    const message = `${hoursWarning(depot, purpose, entries, date) ?? ''}${where}`;
    return { purpose, depotId, depot, date, nearest, message };
  });
}

/**
 * What a caller should know of the days of a few trips: those without times, and which days nobody but the operator can tell, because the
 * interface leaves the kinds of day open.
 */
export function dayNotes(trips: readonly Trip[], depots: readonly Depot[], today: () => CalendarDate): FieldText[] {
  return [...closedDaysOf(trips, depots, today).map(({ message }) => message), ...unknownDayNotes(trips, depots)];
}

/** In a note. */
const most = 5;

export function unknownDayNotes(trips: readonly Trip[], depots: readonly Depot[]): FieldText[] {
  if (trips.length === 0) return [];
  if (depots.length === 0) {
    return [
      (_, list) =>
        `not known: whether the depots list times on these days; ${list('depots')} and then the same call tell`,
    ];
  }
  const kinds = [...new Set(depots.flatMap(unknownKinds))];
  if (kinds.length === 0) return [];
  const ends = [...tripEnds(trips)];
  const ids = new Set(ends.map(({ depotId }) => depotId));
  const [own, none] = [true, false].map((has) =>
    listed(depots.filter((depot) => ids.has(depot.id) && unknownKinds(depot).length > 0 === has)),
  );
  const parts = [
    ...(own === '' ? [] : [`own times for them: ${own}`]),
    ...(none === '' ? [] : [`no times listed for them, and perhaps closed then: ${none}`]),
  ];
  const names = kinds.slice(0, most).map((kind) => shorten(kind, 40));
  const unsure = ends.flatMap(({ purpose, depotId, date }) => {
    const depot = depots.find(({ id }) => id === depotId);
    const entries = depot === undefined ? [] : entriesFor(depot, purpose);
    const isOther = timesFor(entries, date).other.length > 0;
    return (isOther && hoursWarning(shorten(depot?.name ?? '', 60), purpose, entries, date)) || [];
  });
  return [
    ...unsure.slice(0, most),
    `${names.join(', ')}: which days these are is not known, so ask the depot; ${parts.join('; ')}`,
  ];
}

/** Kinds of day for which the depot lists times, and which can be any day. */
function unknownKinds({ pickup_times, drop_off_times }: Depot): string[] {
  return [...pickup_times, ...drop_off_times].flatMap(({ day }) => (daysOf(day) === undefined ? [day.trim()] : []));
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

/**
 * Whether the depot lists times for other days and none for this one. The set of categories is open: a depot with one of unknown
 * meaning, such as `public-holiday`, may have times on this day.
 */
export function isClosed(entries: readonly DepotTime[], date: CalendarDate): boolean {
  const { times, other } = timesFor(entries, date);
  return entries.length > 0 && times.length === 0 && other.length === 0;
}

/** Undefined if no day of the next week fits. */
function nextDay(date: CalendarDate, step: 1 | -1, fits: (day: CalendarDate) => boolean): CalendarDate | undefined {
  for (let offset = 1; offset <= 7; offset++) {
    const day = addDays(date, step * offset);
    if (day !== undefined && fits(day)) return day;
  }
  return undefined;
}
