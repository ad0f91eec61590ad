/** The times that a depot lists, in words: of one date, and of its week. */
import type { CalendarDate, Depot, DepotTime } from '../api/types.ts';
import { shorten } from '../base/words.ts';
import {
  certainTimesOn,
  compactTimes,
  dayLabel,
  entriesOfUnknownDays,
  timesByDay,
  unknownDayInWords,
  type Purpose,
} from '../planner/depot-times.ts';
import { fitOf } from '../planner/time-findings.ts';

interface DayParts {
  /** Adds a text to a list of times. */
  readonly noteOf?: (times: readonly string[]) => string;
  /** The kinds of days, such as public holidays, for which the depot lists no times. */
  readonly emptyDays?: readonly string[];
}

/** `10:00, 16:00; on a public holiday: 10:00`. */
export function dayInWords(
  entries: readonly DepotTime[],
  date: CalendarDate,
  { noteOf = () => '', emptyDays = [] }: DayParts = {},
): string {
  const inWords = (times: readonly string[]) => compactTimes(times) + noteOf(times);
  const times = certainTimesOn(entries, date);
  const first = times.length === 0 ? 'none listed for this day' : inWords(times);
  const others = [
    ...timesByDay(entriesOfUnknownDays(entries)).map(
      ({ day, times: ofDay }) => `on ${unknownDayInWords(day)}: ${inWords(ofDay)}`,
    ),
    ...emptyDays.map((day) => `on ${unknownDayInWords(day)}: none listed`),
  ];
  const rest = others.length === 0 ? '' : `; ${shorten(others.join('; '), 200)}`;
  return first + rest;
}

/** ` (18:30 fits)`: goes behind a list of times. */
export function fitNote(
  times: readonly string[],
  purpose: Purpose,
  wanted: string | undefined,
): string {
  if (wanted === undefined) return '';
  const words = {
    yes: `${wanted} fits`,
    no: `${wanted} does not fit`,
    unknown: `whether ${wanted} fits is not known`,
  };
  return ` (${words[fitOf(times, purpose, wanted)]})`;
}

/** `Mon–Fri 08:00–16:30 every 30 min; Sat 09:00`; without times, the operator's own text. */
export function hoursInWords(depot: Depot): string {
  return timeLines(depot, (day) => dayLabel(day)).join('; ') || depot.opening_hours_description;
}

/** One line for each day category, or two with the purpose if pick-up and drop-off differ. */
export function timeLines(
  { pickup_times, drop_off_times }: Depot,
  labelOf: (day: string) => string,
): string[] {
  const pickUp = linesByDay(pickup_times, labelOf);
  const dropOff = linesByDay(drop_off_times, labelOf);
  return [...new Set([...pickUp.keys(), ...dropOff.keys()])].flatMap((day) => {
    const [first, second] = [pickUp.get(day), dropOff.get(day)];
    if (first === second) return [first ?? ''];
    return [...(first ? [`pick-up ${first}`] : []), ...(second ? [`drop-off ${second}`] : [])];
  });
}

function linesByDay(
  entries: readonly DepotTime[],
  labelOf: (day: string) => string,
): ReadonlyMap<string, string> {
  // A single time without "only" could be taken for the start of a range.
  const inWords = (times: readonly string[]): string =>
    times.length === 1 ? `${times.join()} only` : compactTimes(times);
  const days = timesByDay(entries, labelOf);
  return new Map(days.map(({ day, times }) => [day, `${day} ${inWords(times)}`]));
}
