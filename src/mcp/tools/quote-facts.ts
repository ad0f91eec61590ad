/** The days that a quote charges, and the times of its depots on the days of the trip. */
import type { CalendarDate, Depot, DepotTime, Trip, Vehicle } from '../../api/types.ts';
import { addDays } from '../../planner/calendar.ts';
import { daysInFee } from '../../planner/charged-days.ts';
import { lengthBehindFor } from '../../views/charged-days-words.ts';
import {
  certainTimesOn,
  compactTimes,
  daysWithoutTimes,
  entriesOfUnknownDays,
  timesByDay,
  timesFor,
  unknownDayInWords,
  type Purpose,
} from '../../planner/depot-times.ts';
import { rentalInWords } from '../../views/receipt.ts';
import { hasFittingTime } from '../../planner/time-findings.ts';
import { shortDate } from '../../views/trip-words.ts';

/**
 * `7 nights × 49.00`, or `5 days × 49.00 for 3 nights`; undefined if the fee is not a whole number of
 * rates.
 */
export function chargeInWords(
  fee: number,
  vehicle: { readonly rentalDailyRate?: Vehicle['rentalDailyRate'] | undefined },
  nightCount: number,
): string | undefined {
  const words = rentalInWords(fee, { nights: nightCount, vehicle });
  const days = daysInFee(fee, vehicle.rentalDailyRate ?? 0, nightCount);
  return words === undefined || days === nightCount
    ? words
    : `${words} for ${lengthBehindFor(nightCount)}`;
}

/**
 * The times of the depots on the days of the trip; undefined for a depot that is not known.
 * `pickUpAfter`: when the traveller can be there.
 */
export function timesOfTrip(
  { pickUpDepotId, pickUpDate, dropOffDepotId, dropOffDate }: Trip,
  depots: readonly Depot[],
  pickUpAfter: string | undefined,
) {
  const depotOf = (id: number): Depot | undefined => depots.find((one) => one.id === id);
  const pickUp = depotOf(pickUpDepotId);
  const dropOff = depotOf(dropOffDepotId);
  return {
    pickUpTimes:
      pickUp &&
      timesOn('pick-up', pickUp, pickUpDate) +
        nextPickUp(timesFor('pick-up', pickUp), pickUpDate, pickUpAfter),
    dropOffTimes: dropOff && timesOn('drop-off', dropOff, dropOffDate),
  };
}

/** `Fri 18 Dec 07:00–19:00 hourly, or 09:00–16:00 hourly on a public holiday`. */
function timesOn(purpose: Purpose, depot: Depot, date: CalendarDate): string {
  const entries = timesFor(purpose, depot);
  const certain = certainTimesOn(entries, date);
  const others = [
    ...timesByDay(entriesOfUnknownDays(entries)).map(
      ({ day, times }) => `, or ${compactTimes(times)} on ${unknownDayInWords(day)}`,
    ),
    ...daysWithoutTimes(purpose, depot, date).map(
      (day) => `, or none on ${unknownDayInWords(day)}`,
    ),
  ];
  const listed = certain.length === 0 ? 'none listed' : compactTimes(certain);
  return `${shortDate(date)} ${listed}${others.join('')}`;
}

/** `; next: Tue 5 Mar 07:00` if no time of the day is certain to fit: within a week. */
function nextPickUp(
  entries: readonly DepotTime[],
  date: CalendarDate,
  wanted: string | undefined,
): string {
  const fits =
    wanted === undefined
      ? certainTimesOn(entries, date).length > 0
      : hasFittingTime(entries, { purpose: 'pick-up', date, wanted });
  if (fits) return '';
  const later = [1, 2, 3, 4, 5, 6, 7].flatMap((count) => addDays(date, count) ?? []);
  const next = later.find((day) => certainTimesOn(entries, day).length > 0);
  return next === undefined ? '' : `; next: ${shortDate(next)} ${certainTimesOn(entries, next)[0]}`;
}
