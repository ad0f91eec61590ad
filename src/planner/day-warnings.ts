/**
 * Days of trips on which a depot lists no times, or none that fits the time that the user wants.
 * They are warnings and not errors: the service decides which days it accepts.
 */
import type { CalendarDate, Depot, Trip } from '../api/types.ts';
import { addDays } from './calendar.ts';
import {
  certainEntriesOn,
  daysWithoutTimes,
  isClosed,
  timesFor,
  type Purpose,
} from './depot-times.ts';
import { closedWarning, timesWarning } from './day-warning-words.ts';
import { hasFittingTime, timeFindingOf, wantedTimeFor, type TimeFinding } from './time-findings.ts';
import { depotName, labelsOf } from './labels.ts';
import type { WantedTimes } from './wanted-times.ts';

interface DepotDay {
  readonly purpose: Purpose;
  readonly depotId: number;
  readonly depot: string;
  readonly date: CalendarDate;
  /** The last day before and the first day after that have times, or times that fit. */
  readonly nearest: readonly CalendarDate[];
  readonly message: string;
}

interface ClosedDay extends DepotDay {
  readonly kind?: undefined;
  readonly wanted?: string | undefined;
}

export type TimeWarning = DepotDay & TimeFinding;

export type DayWarning = ClosedDay | TimeWarning;

interface DayOptions {
  /** The operator's day. */
  readonly today: () => CalendarDate;
  readonly wantedTimes?: WantedTimes | undefined;
}

/** Without a wanted time, a depot that is not in `depots` has no warnings. */
export function dayWarningsOf(
  trips: readonly Trip[],
  depots: readonly Depot[],
  { today, wantedTimes }: DayOptions,
): readonly DayWarning[] {
  const byId = new Map(depots.map((depot) => [depot.id, depot]));
  const labels = labelsOf(depots);
  // Many trips need no today, and the first call can load a time zone, which takes 30 ms.
  let day: CalendarDate | undefined;
  const options = { today: () => (day ??= today()), wantedTimes };
  return endsOf(trips).flatMap((end): DayWarning[] => {
    const depot = byId.get(end.depotId);
    const label = labels.get(end.depotId) ?? depotName(end.depotId, []);
    const warning = dayWarningOf(end, { label, depot }, options);
    return warning === undefined ? [] : [warning];
  });
}

/** One end of a trip. */
interface TripEnd extends Pick<DepotDay, 'purpose' | 'depotId' | 'date'> {
  /** No nearest day is before it. */
  readonly minDate?: CalendarDate | undefined;
}

/** The warning for one end of a trip. */
export function dayWarningOf(
  { minDate, ...end }: TripEnd,
  { label, depot }: { readonly label: string; readonly depot: Depot | undefined },
  { today, wantedTimes = {} }: DayOptions,
): DayWarning | undefined {
  const { purpose, date } = end;
  const wanted = wantedTimeFor(purpose, wantedTimes);
  const entries = depot === undefined ? [] : timesFor(purpose, depot);
  const hasTime = (near: CalendarDate): boolean =>
    wanted === undefined
      ? certainEntriesOn(entries, near).length > 0
      : hasFittingTime(entries, { purpose, date: near, wanted });
  const nearestDays = (): CalendarDate[] =>
    [-1, 1].flatMap(
      (step) =>
        nearestDay(
          date,
          step,
          (near) => near >= (minDate ?? '') && near >= today() && hasTime(near),
        ) ?? [],
    );
  if (isClosed(entries, date)) {
    const nearest = nearestDays();
    const message = closedWarning({ label, purpose, days: [date], nearest }, wanted);
    return { ...end, depot: label, ...(wanted !== undefined && { wanted }), nearest, message };
  }
  const emptyDays = depot === undefined ? [] : daysWithoutTimes(purpose, depot, date);
  const finding =
    wanted === undefined ? undefined : timeFindingOf(entries, { purpose, date, wanted }, emptyDays);
  if (finding === undefined) return undefined;
  // With `depends`, a time of this day fits, so no other day is suggested.
  const nearest = finding.kind === 'depends' ? [] : nearestDays();
  const message = timesWarning([finding], { label, purpose, days: [date], nearest });
  return { ...end, depot: label, ...finding, nearest, message };
}

/** The pick-ups and drop-offs of the trips, each once. A drop-off has the latest of its pick-ups. */
function endsOf(trips: readonly Trip[]): TripEnd[] {
  const ends = new Map<string, TripEnd>();
  const add = (end: TripEnd): void => {
    const key = `${end.purpose} ${end.depotId} ${end.date}`;
    const before = ends.get(key);
    if (before === undefined || (before.minDate ?? '') < (end.minDate ?? '')) ends.set(key, end);
  };
  for (const { pickUpDepotId, pickUpDate, dropOffDepotId, dropOffDate } of trips) {
    add({ purpose: 'pick-up', depotId: pickUpDepotId, date: pickUpDate });
    add({
      purpose: 'drop-off',
      depotId: dropOffDepotId,
      date: dropOffDate,
      minDate: pickUpDate,
    });
  }
  return [...ends.values()];
}

/**
 * Whether it is a note and not a warning: a listed time fits, unless the date is also a day such as
 * a public holiday.
 */
export function isOnlyNote({ kind }: Pick<DayWarning, 'kind'>): boolean {
  return kind === 'depends';
}

/** Whether the trip ranks after others: the warning is of the trip, and is certain. */
export function ranksLast(warning: DayWarning, trip: Trip): boolean {
  return isOfTrip(warning, trip) && !isUnsure(warning);
}

/** Whether the warning is of the trip's first or last day. */
export function isOfTrip({ purpose, depotId, date }: DayWarning, trip: Trip): boolean {
  return purpose === 'pick-up'
    ? depotId === trip.pickUpDepotId && date === trip.pickUpDate
    : depotId === trip.dropOffDepotId && date === trip.dropOffDate;
}

/** Whether a listed time may fit. */
export function isUnsure(warning: DayWarning): warning is TimeWarning {
  return warning.kind === 'depends' || warning.kind === 'unknown';
}

export function isTimeFinding(warning: DayWarning): warning is TimeWarning {
  return warning.kind !== undefined;
}

/** Within a week. `step`: 1 for days after, -1 for days before. */
function nearestDay(date: CalendarDate, step: number, isOpen: (day: CalendarDate) => boolean) {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((count) => addDays(date, step * count) ?? []).find(isOpen);
}
