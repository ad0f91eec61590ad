/** Days of trips on which a depot lists no times. It is a warning and not an error: the service decides which days it accepts. */
import type { CalendarDate, Depot, DepotTime, Trip } from '../api/types.ts';
import { groupBy } from '../base/group-by.ts';
import { addDays } from './calendar.ts';
import { certainOn, closedInWords, isClosed, timesFor, type Purpose } from './depot-times.ts';
import { labelsOf } from './trip-words.ts';

export interface ClosedDay {
  readonly purpose: Purpose;
  readonly depotId: number;
  readonly depot: string;
  readonly date: CalendarDate;
  /** The last day before and the first day after that have times. */
  readonly nearest: readonly CalendarDate[];
  readonly message: string;
}

/** Only of depots that are known. `today` is the operator's day. */
export function closedDaysOf(
  trips: readonly Trip[],
  depots: readonly Depot[],
  today: () => CalendarDate,
): readonly ClosedDay[] {
  const byId = new Map(depots.map((depot) => [depot.id, depot]));
  const labels = labelsOf(depots);
  let day: CalendarDate | undefined;
  return endsOf(trips).flatMap((end) => {
    const entries = [byId.get(end.depotId) ?? []].flat().flatMap((depot) => timesFor(end.purpose, depot));
    if (!isClosed(entries, end.date)) return [];
    const nearest = [-1, 1].flatMap((step) => nearestOpen(entries, end.date, step, (day ??= today())) ?? []);
    const depot = labels.get(end.depotId) ?? '';
    return [{ ...end, depot, nearest, message: closedInWords(depot, end.purpose, [end.date], nearest) }];
  });
}

/** Each end of each trip once. */
function endsOf(trips: readonly Trip[]) {
  const ends = trips.flatMap(({ pickUpDepotId, pickUpDate, dropOffDepotId, dropOffDate }) => [
    { purpose: 'pick-up' as const, depotId: pickUpDepotId, date: pickUpDate },
    { purpose: 'drop-off' as const, depotId: dropOffDepotId, date: dropOffDate },
  ]);
  return [...new Map(ends.map((end) => [Object.values(end).join(' '), end])).values()];
}

/** Whether it is the first or the last day of the trip. */
export function isDayOf({ purpose, depotId, date }: ClosedDay, trip: Trip): boolean {
  const isPickUp = depotId === trip.pickUpDepotId && date === trip.pickUpDate;
  const isDropOff = depotId === trip.dropOffDepotId && date === trip.dropOffDate;
  return purpose === 'pick-up' ? isPickUp : isDropOff;
}

/** One line for each depot and purpose of one operator. */
export function closedNotes(closed: readonly ClosedDay[]): string[] {
  const groups = groupBy(closed, ({ purpose, depotId }) => `${purpose} ${depotId}`);
  return [...groups.values()].map((days) => {
    const { depot, purpose } = days[0]!;
    const nearest = [...new Set(days.flatMap((day) => day.nearest))].sort();
    return closedInWords(depot, purpose, days.map(({ date }) => date).sort(), nearest);
  });
}

/** The nearest day with times, within a week and not in the past. */
function nearestOpen(entries: readonly DepotTime[], date: CalendarDate, step: number, today: CalendarDate) {
  const days = [1, 2, 3, 4, 5, 6, 7].flatMap((count) => addDays(date, step * count) ?? []);
  return days.find((day) => day >= today && certainOn(entries, day).length > 0);
}
