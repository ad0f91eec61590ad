/**
 * Sentences for days on which a depot lists no times, or none that fits. They are here and not in
 * `views`, because a warning in a document has its sentence.
 */
import type { CalendarDate } from '../api/types.ts';
import { joinWords } from '../base/words.ts';
import { formatDate } from './calendar.ts';
import type { Purpose } from './depot-times.ts';
import { sortedTimes, type TimeFinding } from './time-findings.ts';

/** The depot and the days that a warning is about. */
interface WarnedDays {
  /** The depot's. */
  readonly label: string;
  readonly purpose: Purpose;
  readonly days: readonly CalendarDate[];
  /** Days that fit. */
  readonly nearest: readonly CalendarDate[];
}

export function closedWarning(
  { label, purpose, days, nearest }: WarnedDays,
  wanted: string | undefined,
): string {
  const closed = `${label} lists no ${purpose} times on ${datesInWords(days)}`;
  if (wanted === undefined) return closed + nearestInWords(days, 'nearest with times', nearest);
  const time = `a ${timeInWords(purpose, wanted)}`;
  if (nearest.length === 0) return `${closed}; no day with ${time} is known`;
  return closed + nearestInWords(days, `nearest with ${time}`, nearest);
}

/** One warning for findings of the same kind at one depot. */
export function timesWarning(
  findings: readonly TimeFinding[],
  { label, purpose, days, nearest }: WarnedDays,
): string {
  const { kind = 'unknown', wanted = '' } = findings[0] ?? {};
  const time = timeInWords(purpose, wanted);
  const near = nearestInWords(days, 'nearest days that fit', nearest);
  const listed = sortedTimes(unique(findings.map((finding) => finding.listed)));
  const which = purpose === 'pick-up' ? 'last' : 'first';
  const limit = listed.length === 0 ? '' : `; the ${which} is ${joinWords(listed, 'or')}`;
  if (kind === 'outside')
    return `${label} lists no ${time} on ${datesInWords(days)}${limit}${near}`;
  if (kind === 'depends') {
    const such = days.length === 1 ? 'that' : 'such a day';
    const unless = joinWords(unique(findings.map((finding) => finding.unless)), 'or');
    return `${label} lists no ${time} on ${datesInWords(days)} if ${such} is ${unless}${limit}`;
  }
  const unclear = unique(findings.map((finding) => finding.unclear));
  const why =
    unclear.length === 0 ? `its ${purpose} times are not known` : `it lists ${unclear.join('; ')}`;
  return `whether ${label} has a ${time} on ${datesInWords(days)} is not known: ${why}${near}`;
}

/** More would hide the other notes. */
const maxListedDays = 4;

/** `Sat 16 Jan 2027`; `5 days (Sat 16 Jan 2027, …)`. */
export function datesInWords(days: readonly CalendarDate[]): string {
  return days.length > maxListedDays
    ? `${days.length} days (${firstDates(days)})`
    : firstDates(days);
}

/** For more days, the list of near days would be too long to help. */
const maxDaysWithNearest = 3;

/** `; nearest with times: Fri 15 Jan 2027 and Mon 18 Jan 2027`; empty for many `days`. */
export function nearestInWords(
  days: readonly CalendarDate[],
  title: string,
  nearest: readonly CalendarDate[],
): string {
  return nearest.length === 0 || days.length > maxDaysWithNearest
    ? ''
    : `; ${title}: ${firstDates(nearest)}`;
}

function firstDates(days: readonly CalendarDate[]): string {
  const words = days.map(formatDate);
  return words.length > maxListedDays
    ? `${words.slice(0, maxListedDays).join(', ')}, …`
    : joinWords(words);
}

/** `pick-up time at 17:40 or later`. */
export function timeInWords(purpose: Purpose, wanted: string): string {
  return purpose === 'pick-up'
    ? `pick-up time at ${wanted} or later`
    : `drop-off time by ${wanted}`;
}

function unique(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text !== undefined))];
}
