/**
 * Days of trips on which a depot lists no times. It is a warning and not an error: the service decides which days it accepts. Which days are
 * of a kind such as `public-holiday` is known to the operator alone, because the interface leaves the kinds of day open.
 */
import { daysOf, type CalendarDate, type Depot, type DepotTime, type Trip } from '../api/types.ts';
import type { FieldText } from '../errors.ts';
import { shorten } from '../text.ts';
import { addDays, formatDate } from './calendar.ts';
import { hasTimes, hoursWarning, timesFor } from './hours.ts';
import { labelsOf } from './labels.ts';
import { listed } from './names.ts';

export interface ClosedDay {
  readonly purpose: 'pick-up' | 'drop-off';
  readonly depotId: number;
  readonly depot: string;
  readonly date: CalendarDate;
  /** The last day before and the first day after that have times and fit the trips. */
  readonly nearest: readonly CalendarDate[];
  /** Kinds of day of unknown meaning for which the depot lists times: the day may be one of them. Undefined if there are none. */
  readonly other?: readonly string[] | undefined;
  readonly message: string;
}

/** Whether the depot lists nothing that may apply to the day. */
export const isCertain = ({ other }: ClosedDay): boolean => other === undefined;

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
    return depot !== undefined && hasNoTimes(entries, end.date) ? [{ ...end, entries, name: depot.name }] : [];
  });
  if (closed.length === 0) return [];
  const labels = labelsOf(depots);
  const kinds = kindNames(depots);
  const first = trips.reduce((min, { pickUpDate }) => (pickUpDate < min ? pickUpDate : min), closed[0]?.date ?? '');
  const last = trips.reduce((max, { dropOffDate }) => (dropOffDate > max ? dropOffDate : max), '');
  return closed.map(({ entries, name, purpose, depotId, date }) => {
    const isPickUp = purpose === 'pick-up';
    const fits = (day: CalendarDate): boolean =>
      day >= today() && (isPickUp ? day <= last : day >= first) && hasTimes(entries, day);
    const nearest = [nextDay(date, -1, fits), nextDay(date, 1, fits)].filter((day) => day !== undefined);
    const depot = labels.get(depotId) ?? name;
    const days = nearest.map(formatDate).join(' and ');
    const message = `${hoursWarning(depot, purpose, entries, date) ?? ''}${nearestInWords(days, kinds)}`;
    const other = timesFor(entries, date).other.map(({ day }) => day);
    return { purpose, depotId, depot, date, nearest, ...(other.length > 0 && { other }), message };
  });
}

/** Of `days`, one may be of a kind for which other depots list times, and this one perhaps none: `kinds` are the names of those. */
export function nearestInWords(days: string, kinds: readonly string[]): string {
  const unless = kinds.length === 0 ? '' : ` (unless ${kinds.join(' or ')})`;
  return days === '' ? '' : `; nearest with times: ${days}${unless}`;
}

/** What a caller should know of the days of a few trips: those without times, and which days only the operator can tell. */
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
  return kindsNotes(depots, isEndOf(trips));
}

/** One line if depots of the trips list no times for a kind of day for which others do: on any day they can be closed. */
export function perhapsClosedNotes(trips: readonly Trip[], depots: readonly Depot[]): string[] {
  const isEnd = isEndOf(trips);
  const none = depots.filter((depot) => isEnd(depot) && unknownKinds(depot).length === 0);
  const kinds = kindNames(depots);
  if (kinds.length === 0 || none.length === 0) return [];
  return [`if a day of the trip is a ${kinds.join(' or a ')}, perhaps closed: ${listed(none)}`];
}

/** Kinds of day of unknown meaning for which other depots list times, and these entries none. */
export function lackingKinds(entries: readonly DepotTime[], depots: readonly Depot[]): string[] {
  return kindNames(depots).filter((kind) => !entries.some(({ day }) => shorten(day.trim(), 40) === kind));
}

function isEndOf(trips: readonly Trip[]): (depot: Depot) => boolean {
  const ids = new Set(trips.flatMap(({ pickUpDepotId, dropOffDepotId }) => [pickUpDepotId, dropOffDepotId]));
  return ({ id }) => ids.has(id);
}

/** One line if any depot lists times for kinds of day of unknown meaning; it names those of the depots that are `meant`. */
export function kindsNotes(depots: readonly Depot[], isMeant: (depot: Depot) => boolean): string[] {
  const kinds = kindNames(depots);
  if (kinds.length === 0) return [];
  const [own, none] = [true, false].map((has) =>
    listed(depots.filter((depot) => isMeant(depot) && unknownKinds(depot).length > 0 === has)),
  );
  const parts = [
    ...(own === '' ? [] : [`own times for them: ${own}`]),
    ...(none === '' ? [] : [`no times listed for them, and perhaps closed then: ${none}`]),
  ];
  return [`${kinds.join(', ')}: which days these are is not known, so ask the depot; ${parts.join('; ')}`];
}

export function kindNames(depots: readonly Depot[]): string[] {
  const kinds = [...new Set(depots.flatMap(unknownKinds))];
  return kinds.slice(0, most).map((kind) => shorten(kind, 40));
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

/** Whether the depot lists times for other days and none for this one, not even for a kind of day that this one may be. */
export function isClosed(entries: readonly DepotTime[], date: CalendarDate): boolean {
  return hasNoTimes(entries, date) && timesFor(entries, date).other.length === 0;
}

function hasNoTimes(entries: readonly DepotTime[], date: CalendarDate): boolean {
  return entries.length > 0 && !hasTimes(entries, date);
}

/** Undefined if no day of the next week fits. */
function nextDay(date: CalendarDate, step: 1 | -1, fits: (day: CalendarDate) => boolean): CalendarDate | undefined {
  for (let offset = 1; offset <= 7; offset++) {
    const day = addDays(date, step * offset);
    if (day !== undefined && fits(day)) return day;
  }
  return undefined;
}
