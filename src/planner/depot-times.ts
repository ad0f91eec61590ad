/**
 * The times at which vehicles can be picked up and dropped off at a depot: those of a date, and those of its week. They are made of the single
 * times of day that the service lists and of nothing else.
 */
import { daysOf } from '../api/day-categories.ts';
import type { CalendarDate, Depot, DepotTime } from '../api/types.ts';
import { joinWords } from '../text.ts';
import { formatDate, weekdayNames, weekdayOf } from './calendar.ts';
import { compact, timesByDay } from './times-of-day.ts';

export type Purpose = 'pick-up' | 'drop-off';

export function timesFor(purpose: Purpose, { pickup_times, drop_off_times }: Depot): readonly DepotTime[] {
  return purpose === 'pick-up' ? pickup_times : drop_off_times;
}

/** Whether times are listed that apply to the date for certain. */
export function hasTimes(entries: readonly DepotTime[], date: CalendarDate): boolean {
  return covers(entries, weekdayOf(date));
}

/** What the service lists for a date: categories that cover its day, and those of unknown meaning, which may apply to it. */
export function entriesOn(entries: readonly DepotTime[], date: CalendarDate): DepotTime[] {
  return entries.filter(({ day }) => daysOf(day)?.includes(weekdayOf(date)) ?? true);
}

/** Whether the depot lists times for other days and none for this one, not even for a kind of day that this one may be. */
export function isClosed(entries: readonly DepotTime[], date: CalendarDate): boolean {
  return entries.length > 0 && entriesOn(entries, date).length === 0;
}

/** The times of a depot on a date: `10:00, 16:00`, or the warning that it is closed. */
export function dayInWords(depot: Depot, label: string, purpose: Purpose, date: CalendarDate) {
  const entries = timesFor(purpose, depot);
  if (isClosed(entries, date)) return { isClosed: true, words: closedInWords(label, purpose, [date]) };
  const own = entries.filter((entry) => hasTimes([entry], date));
  const [{ times } = { times: [] }] = timesByDay(own, () => '');
  return { isClosed: false, words: times.length === 0 ? 'none listed for this day' : compact(times) };
}

/** More would hide the other notes. */
const mostDays = 3;

/** The warning of days on which a depot is closed. The service may still accept them. */
export function closedInWords(
  label: string,
  purpose: Purpose,
  days: readonly CalendarDate[],
  nearest: readonly CalendarDate[] = [],
): string {
  const some = (dates: readonly CalendarDate[]): string => {
    const words = dates.map(formatDate);
    return words.length > mostDays ? `${words.slice(0, mostDays).join(', ')}, …` : joinWords(words);
  };
  const count = days.length > mostDays ? `${days.length} days: ` : '';
  const others = nearest.length === 0 ? '' : `; nearest with times: ${some(nearest)}`;
  return `${label} lists no ${purpose} times on ${count}${some(days)}${others}`;
}

function covers(entries: readonly DepotTime[], weekday: number): boolean {
  return entries.some(({ day }) => daysOf(day)?.includes(weekday));
}

/** Days as `weekdayOf` numbers them. */
const weekFromMonday = [1, 2, 3, 4, 5, 6, 0];

/**
 * both: times for pick-up and for drop-off. unknown: no times, but some of a category that may be this day. none: no times are
 * listed, which need not mean that the depot is closed.
 */
export type DayState = 'both' | 'pick-up' | 'drop-off' | 'unknown' | 'none';

/** One state for each day, from Monday. */
export function weekOf({ pickup_times, drop_off_times }: Depot): DayState[] {
  const hasUnknown = [...pickup_times, ...drop_off_times].some(({ day }) => daysOf(day) === undefined);
  return weekFromMonday.map((day): DayState => {
    const [canPickUp, canDropOff] = [covers(pickup_times, day), covers(drop_off_times, day)];
    if (canPickUp && canDropOff) return 'both';
    if (canPickUp || canDropOff) return canPickUp ? 'pick-up' : 'drop-off';
    return hasUnknown ? 'unknown' : 'none';
  });
}

/**
 * `Mon–Fri 08:00–16:30 every 30 min; Sat 09:00, 12:00; Sun no times`; the words of the operator if it lists no times. A day without
 * times is left out if the depot has a category of unknown meaning, which may apply to it.
 */
export function hoursInWords(depot: Depot): string {
  const lines = timeLines(depot, (day) => dayLabel(day, 3), true);
  if (lines.length === 0) return depot.opening_hours_description;
  const week = weekOf(depot);
  const days = weekFromMonday.filter((_, index) => week[index] === 'none');
  return [...lines, ...(days.length === 0 ? [] : [`${daysInWords(days, 3)} no times`])].join('; ');
}

/**
 * One line for each day category, with the purpose where pick-up and drop-off differ; none without any times. `isAlone`: no week beside
 * it shows that a day has times of one kind only.
 */
export function timeLines(
  { pickup_times, drop_off_times }: Depot,
  labelOf: (day: string) => string = (day) => day,
  isAlone = false,
): string[] {
  const [pickUp, dropOff] = [linesByDay(pickup_times, labelOf), linesByDay(drop_off_times, labelOf)];
  if (pickUp.size + dropOff.size === 0) return [];
  const lines = [...new Set([...pickUp.keys(), ...dropOff.keys()])].flatMap((day) => {
    const [first, second] = [pickUp.get(day), dropOff.get(day)];
    if (first === second) return [first ?? ''];
    const own = (entries: readonly DepotTime[]) => (isAlone ? entries.filter((one) => labelOf(one.day) === day) : []);
    const noDropOff = areWithout(own(pickup_times), drop_off_times) ? ', no drop-off' : '';
    const noPickUp = areWithout(own(drop_off_times), pickup_times) ? ', no pick-up' : '';
    return [...(first ? [`pick-up ${first}${noDropOff}`] : []), ...(second ? [`drop-off ${second}${noPickUp}`] : [])];
  });
  const missing = pickUp.size === 0 ? 'pick-up' : dropOff.size === 0 ? 'drop-off' : undefined;
  return missing === undefined ? lines : [...lines, `${missing} none listed`];
}

/** Whether the other list has times, but certainly none on the days of these. */
function areWithout(entries: readonly DepotTime[], others: readonly DepotTime[]): boolean {
  const days = entries.flatMap(({ day }) => daysOf(day) ?? []);
  const areKnown = others.every(({ day }) => daysOf(day) !== undefined);
  return others.length > 0 && areKnown && days.length > 0 && !days.some((day) => covers(others, day));
}

/** A single time could be taken for the start of a range. */
function linesByDay(entries: readonly DepotTime[], labelOf?: (day: string) => string): ReadonlyMap<string, string> {
  const days = timesByDay(entries, labelOf);
  return new Map(
    days.map(({ day, times }) => [day, `${day} ${times.length === 1 ? `${times.join()} only` : compact(times)}`]),
  );
}

/** `public holiday` for `public-holiday`. */
export function dayWords(category: string): string {
  return category.replaceAll(/[-_]/g, ' ');
}

/** `Mo–Fr` for `weekday`; a category that does not name days of the week in words. */
export function dayLabel(category: string, letters: number): string {
  const days = daysOf(category);
  return days === undefined ? dayWords(category) : daysInWords(days, letters);
}

function daysInWords(days: readonly number[], letters: number): string {
  const names = days.map((day) => (weekdayNames[day] ?? '').slice(0, letters));
  // Only from Monday to Friday are there five.
  return days.length === 5 ? `${names[0]}–${names[4]}` : names.join(' ');
}
