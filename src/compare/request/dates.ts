/** The dates of a comparison, which need no answer of a service. */
import type { CalendarDate, RentalDates } from '../../api/types.ts';
import { UsageError } from '../../base/errors.ts';
import { fieldText, type FieldText } from '../../base/field-text.ts';
import { plural } from '../../base/words.ts';
import {
  addDays,
  formatDate,
  nights as nightsBetween,
  weekdayWords,
} from '../../planner/calendar.ts';
import { readDate } from '../../planner/dates.ts';
import type { Session } from '../../planner/session.ts';
import { hasTimeBetween, refuseWithoutTime, type WantedTimes } from '../../planner/wanted-times.ts';
import { lengthGivenTwiceError, notePast, noteYear } from '../../planner/trip.ts';
import { lastEnd, nightCounts, withDropOff, withNights } from './lengths.ts';
import type { DateTexts } from './request.ts';
import { monthAsRange, startDates, onlyOnWeekdays, weekdaysOf } from './starts.ts';

export interface CompareDates {
  /** Each start with its end, in the order of the starts. */
  readonly dates: readonly RentalDates[];
  /** Texts that give the same dates when they are read later. */
  readonly fixed: DateTexts;
}

type Notify = (text: FieldText) => void;

type OperatorDay = Pick<Session, 'operator' | 'today'>;

/** Dates count from today at the first operator. Throws UsageError. */
export function readCompareDates(
  given: DateTexts,
  operators: readonly [OperatorDay, ...OperatorDay[]],
  note: Notify,
): CompareDates {
  const { flex, nights, to } = given;
  if (nights !== undefined && to !== undefined) throw lengthGivenTwiceError();
  const today = operators[0].today();
  const texts = { ...given, from: monthAsRange(given.from, today) };
  ownDayNotes(operators).forEach(note);
  const dates = datesIn(texts, today, note);
  return { fixed: { flex, nights, ...fixedDates(texts, today, dates[0]?.pickUpDate) }, dates };
}

/** Says whose day counts if it is not the same day at every operator. */
function ownDayNotes(operators: readonly OperatorDay[]): string[] {
  const [first, ...others] = operators.map(({ operator: { name }, today }) => ({
    name,
    day: today(),
  }));
  const different = others.filter(({ day }) => day !== first?.day);
  if (first === undefined || different.length === 0) return [];
  const list = different.map(({ name, day }) => `${day} at ${name}`).join(', ');
  return [`dates count from ${first.day}, today at ${first.name}; it is ${list}`];
}

/**
 * Texts that give the same dates whenever they are read: the first day, and a drop-off day that all
 * trips share, become dates. What counts from each start is unchanged.
 */
function fixedDates(
  { from, to, startOn, until }: DateTexts,
  today: CalendarDate,
  firstStart: CalendarDate | undefined,
): Omit<DateTexts, 'flex' | 'nights'> {
  const [first = '', last] = from.split('..');
  const start = readDate(first, { today, field: 'from' }).date;
  const fixed = (end: string, field: 'from' | 'to', base = start): string => {
    const { date, kind } = readDate(end, { today, base, field });
    return kind === 'counted' ? end : date;
  };
  return {
    from: last === undefined ? start : `${start}..${fixed(last, 'from')}`,
    to: to === undefined ? undefined : fixed(to, 'to', firstStart),
    startOn: startOn && weekdaysOf(startOn).map((day) => weekdayWords[day]!),
    until: until === undefined ? undefined : lastEnd(until, firstStart ?? start, today),
  };
}

/** The dates of all trips, in the order of their starts. Throws UsageError. */
export function datesIn(
  texts: DateTexts,
  today: CalendarDate,
  note: Notify = () => {},
): RentalDates[] {
  const { nights = '', to } = texts;
  const starts = startsIn(texts, today, note);
  const [firstStart = today] = starts;
  const until = texts.until === undefined ? undefined : lastEnd(texts.until, firstStart, today);
  const counts = to === undefined ? nightCounts(nights) : [];
  const all = to === undefined ? withNights(starts, counts, until) : withDropOff(starts, to, today);
  if (to !== undefined && all.length < starts.length)
    note('left out: start dates that are after the drop-off date');
  // `withNights` has left these out already, before it counted the trips.
  const dates = until === undefined ? all : all.filter(({ dropOffDate }) => dropOffDate <= until);
  const [first] = dates;
  if (first === undefined) {
    const firstEnd = to === undefined ? addDays(firstStart, counts[0] ?? 0) : all[0]?.dropOffDate;
    throw noDatesError(until, firstEnd);
  }
  if (until !== undefined) noteLengths(counts, firstStart, until, note);
  notePast(first.pickUpDate, today, note);
  noteYear(texts.from, { date: first.pickUpDate, base: today }, note);
  return dates;
}

/** Leaves out trips of one day whose drop-off would have to be before the pick-up. Throws UsageError. */
export function datesWithTime(
  dates: readonly RentalDates[],
  times: WantedTimes,
  note: Notify,
): readonly RentalDates[] {
  const left = dates.filter((one) => hasTimeBetween(one, times));
  if (left.length === 0) dates.forEach((one) => refuseWithoutTime(one, times));
  if (left.length < dates.length)
    note(fieldText('left out: trips of one day, because {dropOffBy} is not after {pickUpAfter}'));
  return left;
}

function startsIn(
  { from, flex, startOn }: DateTexts,
  today: CalendarDate,
  note: Notify,
): CalendarDate[] {
  const starts = startDates({ from, flex }, today);
  const isCut = flex !== undefined && starts.length < 2 * flex + 1;
  if (isCut) note(fieldText('days before {today} are left out of {flex}', { today }));
  return startOn === undefined ? starts : onlyOnWeekdays(starts, weekdaysOf(startOn));
}

/** The error if no trip is left. */
function noDatesError(
  until: CalendarDate | undefined,
  firstEnd: CalendarDate | undefined,
): UsageError {
  if (until === undefined || firstEnd === undefined)
    return new UsageError('these dates leave nothing to compare', {
      hint: 'give a drop-off date after the first pick-up date',
    });
  const ends = { last: formatDate(until), first: formatDate(firstEnd) };
  return new UsageError(
    fieldText('{until}: no trip ends by {last}; the first ends on {first}', ends),
    {
      hint: 'give a later day, or shorter trips',
    },
  );
}

/**
 * Names the lengths that no trip has. The first start has most time until the last day, so a length
 * that does not fit there fits nowhere.
 */
function noteLengths(
  counts: readonly number[],
  firstStart: CalendarDate,
  until: CalendarDate,
  note: Notify,
): void {
  const maxNights = nightsBetween(firstStart, until);
  const tooLong = counts.find((count) => count > maxNights);
  if (tooLong === undefined) return;
  const ends = { length: plural(tooLong, 'night'), end: formatDate(until) };
  note(fieldText('left out: trips of {length} or more, which all end after {end}', ends));
}
