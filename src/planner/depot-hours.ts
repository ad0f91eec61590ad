/** The opening hours of a depot in words, made of the times that the service lists and of nothing else. */
import { daysOf, type Depot } from '../api/types.ts';
import { weekdayNames } from './calendar.ts';
import { compact, timesByDay, weekFromMonday, weekOf } from './hours.ts';

/** One line for each day category, with the purpose where pick-up and drop-off differ; none without any times. */
export function timeLines({ pickup_times, drop_off_times }: Depot, labelOf?: (day: string) => string): string[] {
  const [pickUp, dropOff] = [pickup_times, drop_off_times].map(
    (entries) => new Map(timesByDay(entries, labelOf).map(({ day, times }) => [day, dayTimes(times)])),
  );
  if (pickUp === undefined || dropOff === undefined || pickUp.size + dropOff.size === 0) return [];
  const lines = [...new Set([...pickUp.keys(), ...dropOff.keys()])].flatMap((day): string[] => {
    const [first, second] = [pickUp.get(day), dropOff.get(day)].map((times) => times && `${day} ${times}`);
    if (first === second) return [first ?? ''];
    return [first && `pick-up ${first}`, second && `drop-off ${second}`].filter((line) => line !== undefined);
  });
  const missing = pickUp.size === 0 ? 'pick-up' : dropOff.size === 0 ? 'drop-off' : undefined;
  return missing === undefined ? lines : [...lines, `${missing} none listed`];
}

/**
 * `Mon–Fri 08:00–16:30 every 30 min; Sat 09:00, 12:00; Sun no times`; the words of the operator if it lists no times. A day without
 * times is left out if the depot has a category of unknown meaning, which may apply to it.
 */
export function hoursInWords(depot: Depot): string {
  const lines = timeLines(depot, (day) => dayLabel(day, 3));
  if (lines.length === 0) return depot.opening_hours_description;
  const week = weekOf(depot);
  const days = weekFromMonday.filter((_, index) => week[index] === 'none');
  return [...lines, ...(days.length === 0 ? [] : [`${daysInWords(days, 3)} no times`])].join('; ');
}

/** A single time could be taken for the start of a range. */
function dayTimes(times: readonly string[]): string {
  return times.length === 1 ? `${times.join()} only` : compact(times);
}

/** `Mo–Fr` for `weekday`; a category that does not name days of the week stays as served. */
export function dayLabel(category: string, letters: number): string {
  const days = daysOf(category);
  return days === undefined ? category : daysInWords(days, letters);
}

function daysInWords(days: readonly number[], letters: number): string {
  const names = days.map((day) => (weekdayNames[day] ?? '').slice(0, letters));
  return days.length === 5 && !days.some((day) => day % 6 === 0)
    ? `${names[0] ?? ''}–${names[4] ?? ''}`
    : names.join(' ');
}
