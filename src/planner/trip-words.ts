/** Words for people: trips, and names with the id where several items have the same one. */
import type { CalendarDate, RentalDates, Trip } from '../api/types.ts';
import { addDays, formatDate, nights } from './calendar.ts';
import { fold, type Named } from './names.ts';
import { depotName } from './trip.ts';
import { groupBy, hasSeveral } from '../base/group-by.ts';
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
  const start = isInOneMonth(from, to)
    ? shortDate(from, false).slice(0, -4)
    : shortDate(from, withYear);
  return `${start} – ${shortDate(to, withYear)}`;
}

/** `Sat 19 – Thu 24 Dec, 6 starts`; with a day missing between them, as `shortStarts`. */
export function startsInWords(dates: readonly CalendarDate[], withYear: boolean): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (dates.length === 1) return shortDate(first, withYear);
  if (!areConsecutive(dates)) return shortStarts(dates, withYear);
  return `${shortRange(first, last, withYear)}, ${dates.length} starts`;
}

/** More would not fit into a column. */
const maxRuns = 3;

/**
 * Without weekdays: `19–24 Dec, 6 starts`; `19–20, 24 Dec, 3 starts`; `6 starts in 19–31 Dec` if
 * many days between are missing.
 */
export function shortStarts(dates: readonly CalendarDate[], withYear: boolean): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (dates.length === 1) return shortDate(first, withYear);
  const count = `${dates.length} starts`;
  const runs = runsOf(dates);
  return runs.length > maxRuns
    ? `${count} in ${rangeOfDays(first, last, withYear)}`
    : `${runsInWords(runs, withYear)}, ${count}`;
}

/**
 * `11–17, 25–28 Feb 2030`, `30 Jan – 2 Feb, 5 Feb 2030`. `dates` are sorted; a dash stands for each
 * day between.
 */
export function listStarts(dates: readonly CalendarDate[]): string {
  const withYear = areInSeveralYears(dates);
  const year = withYear || dates[0] === undefined ? '' : ` ${dates[0].slice(0, 4)}`;
  return `${runsInWords(runsOf(dates), withYear)}${year}`;
}

/** Days without a gap. */
type Run = readonly [first: CalendarDate, last: CalendarDate];

function runsInWords(runs: readonly Run[], withYear: boolean): string {
  const texts = runs.map((run, index) => {
    const text = rangeOfDays(...run, withYear);
    const next = runs[index + 1];
    // Of neighbours in one month, only the last has the month.
    return next !== undefined && isInOneMonth(run[0], next[1]) ? text.replace(/ .*/, '') : text;
  });
  return texts.join(', ');
}

function runsOf(dates: readonly CalendarDate[]): Run[] {
  const runs: [CalendarDate, CalendarDate][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    if (run !== undefined && addDays(run[1], 1) === date) run[1] = date;
    else runs.push([date, date]);
  }
  return runs;
}

/** `19–24 Dec`, `30 Dec – 4 Jan`; one day is `24 Dec`. */
export function rangeOfDays(first: CalendarDate, last: CalendarDate, withYear: boolean): string {
  const [start = '', end = ''] = [first, last].map((date) =>
    shortDate(date, withYear).replace(/^\S+ /, ''),
  );
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
  return hasSeveral(dates, (date) => date.slice(0, 4));
}

/** Whether each day from the first to the last is among the sorted dates. */
export function areConsecutive(dates: readonly CalendarDate[]): boolean {
  const [first, last] = [dates[0], dates.at(-1)];
  return first !== undefined && last !== undefined && nights(first, last) === dates.length - 1;
}

/**
 * A label for each id, such as `Kea`, or `Kea (2)` if another item is also called Kea, apart from
 * case and accents.
 */
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
export const unitNote =
  'The operator does not say whether extras are priced per day or per rental.';
