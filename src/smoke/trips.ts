/**
 * Looks for a trip that the service accepts. The document does not say which trips it refuses: a depot may be closed that day, and there
 * may be a shortest rental, a longest one, a first and a last day to book, and no one-way rentals.
 */
import { daysOf } from '../api/day-categories.ts';
import type { CalendarDate, Selection, Trip } from '../api/types.ts';
import { given, idsOf, isObject, isThere, listOf, skip, type Asked, type JsonObject, type Missing } from './asked.ts';
import { searchRequest } from './requests.ts';
import type { Sender } from './sender.ts';

/** What the user knows about trips that the service accepts. */
export interface TripWish {
  /** The operator's day. */
  readonly today: CalendarDate;
  readonly pickUpDate?: CalendarDate | undefined;
  /** The trips that are tried have them in turn. */
  readonly nights?: readonly number[] | undefined;
  /** Finds the depot among those that the service lists. */
  readonly pickUpDepotId?: ((depots: readonly Named[]) => number) | undefined;
}

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** A trip and what the service answered about its vehicles. */
export interface AskedTrip {
  readonly trip: Trip;
  readonly asked: Asked;
}

export interface Search {
  /** The first trip with a vehicle; else the first one that the service accepts; else the first one. */
  readonly best: AskedTrip;
  readonly tried: readonly AskedTrip[];
}

/** Every trip differs from the ones before in several ways, so that few requests find one that fits. */
const attempts = [
  // Days from today to the first possible pick-up, which is on the first such weekday from then on; places in the list of depots, the best
  // for these days first.
  { ahead: 28, weekday: 3, nights: 7, from: 0, to: 0 },
  { ahead: 5, weekday: 2, nights: 3, from: 1, to: 1 },
  { ahead: 75, weekday: 2, nights: 10, from: 2, to: 2 },
  { ahead: 9, weekday: 3, nights: 5, from: 0, to: 1 },
  { ahead: 60, weekday: 6, nights: 14, from: 0, to: 0 },
  { ahead: 100, weekday: 3, nights: 7, from: 1, to: 0 },
  { ahead: 45, weekday: 2, nights: 3, from: 0, to: 0 },
] as const;

/** Asks until a trip has a vehicle. */
export async function searchTrip(send: Sender, depots: Asked, wish: TripWish): Promise<Search | Missing> {
  const listed = (listOf(depots) ?? []).filter(isObject).filter((depot) => idsOf([depot], 'id').length > 0);
  const tried: AskedTrip[] = [];
  for (const trip of listed.length > 0 ? tripsToTry(listed, wish) : []) {
    const found = await askTrip(send, trip);
    tried.push(found);
    if (!isThere(found.asked) || vehicleIdsOf(found).length > 0) return { best: found, tried };
  }
  const best = tried.find(({ asked }) => listOf(asked) !== undefined) ?? tried[0];
  return best === undefined ? given(depots, () => nothingToAsk('depot', depots, 'depots')) : { best, tried };
}

async function askTrip(send: Sender, trip: Trip): Promise<AskedTrip> {
  return { trip, asked: await send.api(searchRequest(trip)) };
}

export function vehicleIdsOf({ asked }: AskedTrip): readonly number[] {
  return idsOf(listOf(asked), 'vehicleId');
}

/** The trip that the service accepts. */
export function acceptedTrip({ best: { trip, asked } }: Search): Trip | Missing {
  return given(asked, () => (listOf(asked) === undefined ? skip('no trip to ask about', 'availability-answer') : trip));
}

/** Every vehicle that is free for the trip, at least one, without extras. */
export function freeVehicles(search: Search): readonly Selection[] | Missing {
  return given(acceptedTrip(search), (trip) => {
    const free = vehicleIdsOf(search.best).map((vehicleId) => ({ ...trip, vehicleId, accessoryIds: [] }));
    return free.length > 0 ? free : nothingToAsk('vehicle', search.best.asked, 'availability');
  });
}

/** The list has no entry, which its `answer` reports, or none with an id, which its `fields` reports. */
function nothingToAsk(noun: string, asked: Asked, group: string): Missing {
  return skip(`no ${noun} to ask about`, listOf(asked)?.length ? `${group}-fields` : `${group}-answer`);
}

/** The answers for at most two more trips, asked only while every vehicle is free for each trip so far. */
export async function askOthers(send: Sender, depots: Asked, { best, tried }: Search): Promise<AskedTrip[]> {
  const { trip } = best;
  const end = idsOf(listOf(depots), 'id').at(-1) ?? trip.dropOffDepotId;
  const later = { ...trip, pickUpDate: addDays(trip.pickUpDate, 7), dropOffDate: addDays(trip.dropOffDate, 7) };
  // Fewer vehicles may do the one-way trip.
  const trips = end === trip.dropOffDepotId ? [later] : [{ ...trip, dropOffDepotId: end }, later];
  const others: AskedTrip[] = [];
  for (const other of trips)
    if (freeElsewhere(best, [...tried, ...others]) === undefined) others.push(await askTrip(send, other));
  return others;
}

/** A trip and a vehicle that is free for another trip only. */
export function freeElsewhere(best: AskedTrip, trips: readonly AskedTrip[]): Selection | undefined {
  return trips
    .filter((one) => one !== best && listOf(one.asked) !== undefined)
    .flatMap((other) => [unavailableFor(other, vehicleIdsOf(best)), unavailableFor(best, vehicleIdsOf(other))])
    .find((selection) => selection !== undefined);
}

/** The trip with the first of these vehicles that is not free for it. */
export function unavailableFor(found: AskedTrip, vehicleIds: Iterable<number>): Selection | undefined {
  const free = new Set(vehicleIdsOf(found));
  // A vehicle whose id is missing or comes twice may be any of them.
  if (free.size !== listOf(found.asked)?.length) return undefined;
  for (const vehicleId of vehicleIds) if (!free.has(vehicleId)) return { ...found.trip, vehicleId, accessoryIds: [] };
  return undefined;
}

/** Each trip once. */
function tripsToTry(depots: readonly JsonObject[], wish: TripWish): Trip[] {
  const named = depots.filter((depot): depot is JsonObject & Named => typeof depot['name'] === 'string');
  const start = wish.pickUpDepotId?.(named);
  const trips = attempts.map(({ ahead, weekday, nights, from, to }, index): Trip => {
    const earliest = addDays(wish.today, ahead);
    const pickUpDate = wish.pickUpDate ?? addDays(earliest, (weekday - weekdayOf(earliest) + 7) % 7);
    const dropOffDate = addDays(pickUpDate, wish.nights?.[index % wish.nights.length] ?? nights);
    const rank = (depot: JsonObject): number =>
      openness(depot['pickup_times'], pickUpDate) + openness(depot['drop_off_times'], dropOffDate);
    const ids = idsOf(
      [...depots].sort((one, other) => rank(other) - rank(one)),
      'id',
    );
    const idAt = (place: number): number => ids[Math.min(place, ids.length - 1)] as number;
    const pickUpDepotId = start ?? idAt(from);
    return { pickUpDepotId, dropOffDepotId: from === to ? pickUpDepotId : idAt(to), pickUpDate, dropOffDate };
  });
  return [...new Map(trips.map((trip) => [Object.values(trip).join(' '), trip])).values()];
}

/** 2 if the times name this day or its kind, 1 if they name others, 0 if there are none. */
function openness(times: unknown, day: CalendarDate): number {
  if (!Array.isArray(times) || times.length === 0) return 0;
  const covers = (category: unknown): boolean => daysOf(String(category))?.includes(weekdayOf(day)) === true;
  return times.some((entry) => isObject(entry) && covers(entry['day'])) ? 2 : 1;
}

function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10) as CalendarDate;
}

/** 0 is Sunday. */
function weekdayOf(date: CalendarDate): number {
  return new Date(date).getUTCDay();
}
