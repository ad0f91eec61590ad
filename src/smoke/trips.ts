/**
 * Looks for a trip that the service accepts and has a vehicle for. A service may refuse trips for
 * reasons that the document does not name: closed depots, the length, the season, one-way rentals.
 */
import { dateParameters, quoteParameters, tripParameters } from '../api/links.ts';
import type { CalendarDate, RentalDates, Selection, Trip } from '../api/types.ts';
import {
  blocked,
  ifThere,
  idsOf,
  isThere,
  listOf,
  skip,
  type MaybeAnswer,
  type Missing,
  type ServiceAnswer,
} from './answers.ts';
import { answerText } from './findings.ts';
import type { InterfaceRequest, Sender } from './sender.ts';

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
 * pick-up is on the first `weekday` that is at least `ahead` days from today; `from` and `to` are
 * places in the list of depots.
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

export const depotsRequest: InterfaceRequest = { path: '/depots', parameters: {} };

export function searchRequest(trip: Trip): InterfaceRequest {
  return { path: '/vehicles/availability', parameters: tripParameters(trip) };
}

/** The group of the rules about each kind of extras. */
export const groupOfExtras = {
  accessories: 'accessories',
  'insurance-types': 'insurance',
} as const;
export type ExtraKind = keyof typeof groupOfExtras;
export const extrasKinds = Object.keys(groupOfExtras) as ExtraKind[];
export type ExtrasAnswers = Readonly<Record<ExtraKind, MaybeAnswer>>;

/** Why an answer has no extras to use, and the id of the rule that reports it. */
export function noExtras(kind: ExtraKind, answer: ServiceAnswer): Missing {
  const rule = listOf(answer) === undefined ? 'answer' : 'fields';
  return skip(`no ${kind} to try`, `${groupOfExtras[kind]}-${rule}`);
}

export function extrasRequest(kind: ExtraKind, vehicle: Selection): InterfaceRequest {
  return { path: `/vehicles/${vehicle.vehicleId}/${kind}`, parameters: dateParameters(vehicle) };
}

export function quoteRequest(selection: Selection): InterfaceRequest {
  return { path: '/quotes', parameters: quoteParameters(selection) };
}

/** Tries trips until one has a vehicle. `free` are all vehicles of that trip. */
export async function searchTrip(send: Sender, depots: MaybeAnswer, wish: TripWish) {
  const tried: SearchedTrip[] = [];
  for (const trip of tripsToTry(depots, wish)) {
    const answer = await send.api(searchRequest(trip));
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
  const problem = `no vehicle is available for any of ${tried.length} trips`;
  return blocked(reasons === '' ? problem : `${problem}: ${reasons}`);
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
    pickUpDate: addDays(trip.pickUpDate, 7),
    dropOffDate: addDays(trip.dropOffDate, 7),
  };
}

/** The different trips of `attempts`. */
function tripsToTry(depots: MaybeAnswer, wish: TripWish): Trip[] {
  const ids = idsOf(depots);
  if (ids.length === 0) return [];
  const idAt = (place: number): number => ids[Math.min(place, ids.length - 1)] as number;
  const trips = attempts.map(({ ahead, weekday, nights, from, to }): Trip => {
    const earliest = addDays(wish.today, ahead);
    const pickUpDate =
      wish.pickUpDate ?? addDays(earliest, (weekday - new Date(earliest).getUTCDay() + 7) % 7);
    const dropOffDate = addDays(pickUpDate, wish.nights ?? nights);
    return { pickUpDepotId: idAt(from), dropOffDepotId: idAt(to), pickUpDate, dropOffDate };
  });
  return [...new Map(trips.map((trip) => [Object.values(trip).join(' '), trip])).values()];
}

export function nightsOf({ pickUpDate, dropOffDate }: RentalDates): number {
  return (Date.parse(dropOffDate) - Date.parse(pickUpDate)) / 86_400_000;
}

function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10) as CalendarDate;
}
