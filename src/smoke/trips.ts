/**
 * Looks for a trip that the service accepts and has a vehicle for. A service may refuse trips for
 * reasons that the document does not name: closed depots, the length, the season, one-way rentals.
 */
import type { CalendarDate, Selection, Trip } from '../api/types.ts';
import { plural } from '../base/words.ts';
import { addDays, weekdayOf } from '../planner/calendar.ts';
import {
  obstacle,
  ifThere,
  idsOf,
  isThere,
  listOf,
  skip,
  type MaybeAnswer,
  type Missing,
} from './answers.ts';
import { answerText } from './findings.ts';
import { searchRequest } from './requests.ts';
import type { Sender } from './sender.ts';

/** What the user knows about trips that the service accepts. */
export interface TripWish {
  /** The operator's day. */
  readonly today: CalendarDate;
  readonly pickUpDate?: CalendarDate | undefined;
  readonly nights?: number | undefined;
}

/** A trip, and the answer with its vehicles. */
export interface SearchedTrip {
  readonly trip: Trip;
  readonly answer: MaybeAnswer;
}

/**
 * The trips differ in all that a service may refuse, so that a few are enough to find one. The
 * pick-up is on the first `weekday` (0 is Sunday) that is at least `ahead` days from today; `from` and
 * `to` are places in the list of depots.
 */
const attempts = [
  { ahead: 28, weekday: 3, nights: 7, from: 0, to: 0 },
  { ahead: 5, weekday: 2, nights: 3, from: 1, to: 1 },
  { ahead: 75, weekday: 2, nights: 10, from: 2, to: 2 },
  { ahead: 9, weekday: 3, nights: 5, from: 0, to: 1 },
  { ahead: 60, weekday: 6, nights: 14, from: 3, to: 3 },
  { ahead: 100, weekday: 3, nights: 7, from: 1, to: 0 },
  { ahead: 45, weekday: 2, nights: 3, from: 4, to: 4 },
] as const;

/** Tries trips until one has a vehicle. `free` are all vehicles of that trip. */
export async function searchTrip(sender: Sender, depots: MaybeAnswer, wish: TripWish) {
  const tried: SearchedTrip[] = [];
  for (const trip of tripsToTry(depots, wish)) {
    const answer = await sender.api(searchRequest(trip));
    tried.push({ trip, answer });
    const free = idsOf(answer, 'vehicleId').map((vehicleId): Selection => ({
      ...trip,
      vehicleId,
      accessoryIds: [],
    }));
    if (!isThere(answer) || free.length > 0) return { tried, free: ifThere(answer, () => free) };
  }
  return { tried, free: ifThere(depots, () => nothingFree(depots, tried)) };
}

function nothingFree(depots: MaybeAnswer, tried: readonly SearchedTrip[]): Missing {
  const none = listOf(depots)?.length ? 'depots-fields' : 'depots-answer';
  if (tried.length === 0) return skip('no depot to try', none);
  const refusals = tried.filter(({ answer }) => listOf(answer) === undefined);
  const reasons = [...new Set(refusals.map(({ answer }) => ifThere(answer, answerText)))]
    .slice(0, 3)
    .join('; ');
  const problem = `no vehicle is available for any of ${plural(tried.length, 'trip')}`;
  return obstacle(reasons === '' ? problem : `${problem}: ${reasons}`);
}

/**
 * A trip for which other vehicles may be free: one-way to the last depot or, if the trip goes there
 * already, a week later.
 */
export function otherTrip(trip: Trip, depots: MaybeAnswer): Trip {
  const dropOffDepotId = idsOf(depots).at(-1) ?? trip.dropOffDepotId;
  if (dropOffDepotId !== trip.dropOffDepotId) return { ...trip, dropOffDepotId };
  return {
    ...trip,
    pickUpDate: daysAfter(trip.pickUpDate, 7),
    dropOffDate: daysAfter(trip.dropOffDate, 7),
  };
}

/** The different trips of `attempts`. */
function tripsToTry(depots: MaybeAnswer, wish: TripWish): Trip[] {
  const ids = idsOf(depots);
  if (ids.length === 0) return [];
  const idAt = (place: number): number => ids[Math.min(place, ids.length - 1)] as number;
  const trips = attempts.map(({ ahead, weekday, nights, from, to }): Trip => {
    const earliest = daysAfter(wish.today, ahead);
    const pickUpDate =
      wish.pickUpDate ?? daysAfter(earliest, (weekday - weekdayOf(earliest) + 7) % 7);
    const dropOffDate = daysAfter(pickUpDate, wish.nights ?? nights);
    return { pickUpDepotId: idAt(from), dropOffDepotId: idAt(to), pickUpDate, dropOffDate };
  });
  return [...new Map(trips.map((trip) => [Object.values(trip).join(' '), trip])).values()];
}

/** At the end of the calendar, the day itself. */
function daysAfter(date: CalendarDate, days: number): CalendarDate {
  return addDays(date, days) ?? date;
}
