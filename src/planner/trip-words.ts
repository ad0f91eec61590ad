/** Words for people: trips, and names with the id where several items have the same one. */
import type { CalendarDate, RentalDates, Trip } from '../api/types.ts';
import { formatDate, nights } from './calendar.ts';
import { fold, type Named } from './names.ts';
import { depotName } from './trip.ts';
import { groupBy, isSeveral } from '../base/group-by.ts';
import { plural } from '../base/words.ts';

/** `Auckland Airport → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
export function describeTrip(trip: Trip, depots: readonly Named[]): string {
  const labelOf = depotLabels(depots);
  const from = labelOf(trip.pickUpDepotId);
  const to = trip.dropOffDepotId === trip.pickUpDepotId ? '' : ` → ${labelOf(trip.dropOffDepotId)}`;
  return `${from}${to}, ${describeDates(trip)}`;
}

/** `Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
export function describeDates({ pickUpDate, dropOffDate }: RentalDates): string {
  const count = nights(pickUpDate, dropOffDate);
  const length = count < 0 ? '' : `, ${describeNights(count)}`;
  return `${formatDate(pickUpDate)} – ${formatDate(dropOffDate)}${length}`;
}

/** `7 nights`, `same day`. */
export function describeNights(count: number): string {
  return count === 0 ? 'same day' : plural(count, 'night');
}

/** `Sun 20 Dec`, with the year if there are several. */
export function shortDate(date: CalendarDate, withYear: boolean): string {
  const text = formatDate(date);
  return withYear ? text : text.slice(0, -5);
}

/** `Mon 7 – Mon 14 Dec`. */
export function shortRange(from: CalendarDate, to: CalendarDate, withYear: boolean): string {
  const start = isInOneMonth(from, to) ? shortDate(from, false).slice(0, -4) : shortDate(from, withYear);
  return `${start} – ${shortDate(to, withYear)}`;
}

/** `Sat 19 – Thu 24 Dec, 6 starts`; `6 starts, Sat 19 – Thu 31 Dec` if a day between is missing: a narrow terminal cuts the end. */
export function startsInWords(dates: readonly CalendarDate[], withYear: boolean): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (dates.length === 1) return shortDate(first, withYear);
  const range = shortRange(first, last, withYear);
  return areConsecutive(dates) ? `${range}, ${dates.length} starts` : `${dates.length} starts, ${range}`;
}

/** The same without weekdays: `19–24 Dec, 6 starts`, `30 Dec – 4 Jan, 6 starts`; `6 starts in 19–31 Dec` if a day between is missing. */
export function shortStarts(dates: readonly CalendarDate[], withYear: boolean): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (dates.length === 1) return shortDate(first, withYear);
  const range = rangeOfDays(first, last, withYear);
  const count = `${dates.length} starts`;
  return areConsecutive(dates) ? `${range}, ${count}` : `${count} in ${range}`;
}

/** `19–24 Dec`, `30 Dec – 4 Jan`; one day is `24 Dec`. */
export function rangeOfDays(first: CalendarDate, last: CalendarDate, withYear: boolean): string {
  const [start = '', end = ''] = [first, last].map((date) => shortDate(date, withYear).replace(/^\S+ /, ''));
  if (first === last) return end;
  return isInOneMonth(first, last) ? `${start.split(' ')[0] ?? ''}–${end}` : `${start} – ${end}`;
}

export function isInOneMonth(first: CalendarDate, last: CalendarDate): boolean {
  return first.slice(0, 7) === last.slice(0, 7);
}

/** `North Shore, Auckland · Queenstown`: the name of a place can have a comma, or an "and". */
export function joinPlaces(places: readonly string[]): string {
  return places.join(' · ');
}

/** Whether dates need their year to be told apart. */
export function areInSeveralYears(dates: readonly CalendarDate[]): boolean {
  return isSeveral(dates, (date) => date.slice(0, 4));
}

/** Whether each day from the first to the last is among the sorted dates. */
export function areConsecutive(dates: readonly CalendarDate[]): boolean {
  const [first, last] = [dates[0], dates.at(-1)];
  return first !== undefined && last !== undefined && nights(first, last) === dates.length - 1;
}

/** A label for each id, such as `Kea`, or `Kea (2)` if another item is also called Kea, apart from case and accents. */
export function labelsOf(items: Iterable<Named>): ReadonlyMap<number, string> {
  const byId = new Map([...items].map((item) => [item.id, item]));
  const alike = groupBy(byId.values(), ({ name }) => fold(name));
  const isAlone = (name: string): boolean => alike.get(fold(name))?.length === 1;
  return new Map([...byId].map(([id, { name }]) => [id, isAlone(name) ? name : `${name} (${id})`]));
}

/** From an id to the label of the depot, or to its id in words if the list lacks it. */
export function depotLabels(depots: readonly Named[]): (id: number) => string {
  const labels = labelsOf(depots);
  return (id) => labels.get(id) ?? depotName(id, depots);
}

/** The label of one item among all of them. */
export function labelOf(item: Named, all: readonly Named[]): string {
  return labelsOf([...all, item]).get(item.id) ?? item.name;
}

/** What lists of extras leave open. */
export const unitNote = 'The operator does not say whether extras are priced per day or per rental.';
