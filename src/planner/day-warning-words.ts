/** Sentences for days on which a depot lists no times, or none that fits. */
import type { CalendarDate } from '../api/types.ts';
import { joinWords } from '../base/words.ts';
import { datesInWords, nearestInWords, type Purpose } from './depot-times.ts';
import { fitOf, sortedTimes, type TimeFinding } from './time-findings.ts';

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
  const limit = `the ${purpose === 'pick-up' ? 'last' : 'first'} is ${joinWords(listed, 'or')}`;
  if (kind === 'outside')
    return `${label} lists no ${time} on ${datesInWords(days)}; ${limit}${near}`;
  if (kind === 'depends') {
    const such = days.length === 1 ? 'that' : 'such a day';
    const unless = joinWords(unique(findings.map((finding) => finding.unless)), 'or');
    return `${label} lists no ${time} on ${datesInWords(days)} if ${such} is ${unless}; ${limit}`;
  }
  const unclear = unique(findings.map((finding) => finding.unclear));
  const why =
    unclear.length === 0 ? `its ${purpose} times are not known` : `it lists ${unclear.join('; ')}`;
  return `whether ${label} has a ${time} on ${datesInWords(days)} is not known: ${why}${near}`;
}

interface ManyDepots {
  /** `4 depots`. */
  readonly count: string;
  readonly purpose: Purpose;
  /** `on some days`. */
  readonly when: string;
}

/** The beginning of one warning for findings of the same kind at many depots. */
export function manyDepotsWarning(
  findings: readonly TimeFinding[],
  { count, purpose, when }: ManyDepots,
): string {
  const { kind = 'unknown', wanted = '' } = findings[0] ?? {};
  const time = timeInWords(purpose, wanted);
  if (kind === 'unknown') return `it is not known whether ${count} have a ${time} ${when}`;
  if (kind === 'outside') return `${count} list no ${time} ${when}`;
  const unless = joinWords(unique(findings.map((finding) => finding.unless)), 'or');
  return `${count} list no ${time} ${when} if the day is ${unless}`;
}

function timeInWords(purpose: Purpose, wanted: string): string {
  return purpose === 'pick-up'
    ? `pick-up time at ${wanted} or later`
    : `drop-off time by ${wanted}`;
}

function unique(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text !== undefined))];
}
