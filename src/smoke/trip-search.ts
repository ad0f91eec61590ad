/**
 * Looks for a trip that the service accepts. The document does not say which trips it refuses: a depot may be closed that day, and there
 * may be a shortest rental, a longest one, a first and a last day to book, and no one-way rentals.
 */
import type { Exchange } from './exchange.ts';
import { tripParameters } from '../api/links.ts';
import { daysOf, type CalendarDate, type Trip } from '../api/types.ts';
import type { CheckGroup } from './check.ts';
import type { Deployment, Named, TripWish } from './deployment.ts';
import { SkipCheck } from './finding.ts';
import { idsOf, isObject, listOf, type JsonObject } from './responses.ts';

/** A trip and the exchange with its available vehicles. */
export interface TripVehicles {
  readonly exchange: Exchange;
  readonly trip: Trip;
  /** Undefined if the service does not answer with a list. */
  readonly vehicles: readonly unknown[] | undefined;
}

interface TripSearch {
  /** The first trip with a vehicle; else the first one that the service accepts; else the first one. */
  readonly best: TripVehicles;
  readonly tried: readonly TripVehicles[];
}

interface Attempt {
  /** Days from today to the first possible pick-up. */
  readonly ahead: number;
  /** The pick-up is on the first such day from then on. */
  readonly day: 'Tue' | 'Wed' | 'Sat';
  readonly nights: number;
  /** Places in the list of depots, the best for these days first. */
  readonly from: number;
  readonly to: number;
}

/** Every trip differs from the ones before in several ways, so that few requests find one that fits. */
const attempts: readonly Attempt[] = [
  { ahead: 28, day: 'Wed', nights: 7, from: 0, to: 0 },
  { ahead: 5, day: 'Tue', nights: 3, from: 1, to: 1 },
  { ahead: 75, day: 'Tue', nights: 10, from: 2, to: 2 },
  { ahead: 9, day: 'Wed', nights: 5, from: 0, to: 1 },
  { ahead: 60, day: 'Sat', nights: 14, from: 0, to: 0 },
  { ahead: 100, day: 'Wed', nights: 7, from: 1, to: 0 },
  { ahead: 45, day: 'Tue', nights: 3, from: 0, to: 0 },
];

const weekdays = { Tue: 2, Wed: 3, Sat: 6 } as const;
const dayMs = 86_400_000;

/** Asks until a trip has a vehicle; each request once for all checks. Throws SkipCheck if there is no depot to ask about. */
export function searchTrip(deployment: Deployment): Promise<TripSearch> {
  return deployment.cached('trip', async () => {
    const exchange = await deployment.api('/depots');
    const tried: TripVehicles[] = [];
    const depots = depotsOf(exchange);
    const { today, wish } = deployment;
    const pickUpDepotId = depots.length === 0 ? undefined : await wish.pickUpDepotId?.(depots.flatMap(namedOf));
    for (const trip of tripsToTry(depots, today, { ...wish, pickUpDepotId })) {
      const found = await vehiclesOf(deployment, trip);
      tried.push(found);
      if (idsOf(found.vehicles, 'vehicleId').length > 0) return { best: found, tried };
    }
    const [first] = tried;
    if (first === undefined) throw nothingToAsk('depot', listOf(exchange), 'depots');
    return { best: tried.find(({ vehicles }) => vehicles !== undefined) ?? first, tried };
  });
}

export async function vehiclesOf(deployment: Deployment, trip: Trip): Promise<TripVehicles> {
  const exchange = await deployment.api('/vehicles/availability', tripParameters(trip));
  return { exchange, trip, vehicles: listOf(exchange) };
}

/** The list has no entry, which its `answer` reports, or none with an id, which its `fields` reports. */
export function nothingToAsk(noun: string, list: readonly unknown[] | undefined, group: CheckGroup): SkipCheck {
  return new SkipCheck(`no ${noun} to ask about`, list?.length ? `${group}-fields` : `${group}-answer`);
}

function depotsOf(exchange: Exchange): readonly JsonObject[] {
  return (listOf(exchange) ?? []).filter(isObject).filter((depot) => idOf(depot) !== undefined);
}

function idOf(depot: JsonObject | undefined): number | undefined {
  return idsOf([depot], 'id')[0];
}

function namedOf(depot: JsonObject): Named[] {
  const [id, name] = [idOf(depot), depot['name']];
  return id === undefined || typeof name !== 'string' ? [] : [{ id, name }];
}

type Known = Omit<TripWish, 'pickUpDepotId'> & { readonly pickUpDepotId: number | undefined };

/** Each trip once. */
function tripsToTry(depots: readonly JsonObject[], today: CalendarDate, known: Known): Trip[] {
  const inTurn = (nights: number, index: number) => known.nights?.[index % known.nights.length] ?? nights;
  const chosen = attempts.map((attempt, index) => ({ ...attempt, nights: inTurn(attempt.nights, index) }));
  const trips = depots.length === 0 ? [] : chosen.map((attempt) => tripOf(attempt, depots, today, known));
  const keys = trips.map((trip) => Object.values(trip).join(' '));
  return trips.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

function tripOf(attempt: Attempt, depots: readonly JsonObject[], today: CalendarDate, known: Known): Trip {
  const { ahead, day, nights, from, to } = attempt;
  const earliest = addDays(today, ahead);
  const pickUp = known.pickUpDate ?? addDays(earliest, (weekdays[day] - weekdayOf(earliest) + 7) % 7);
  const dropOff = addDays(pickUp, nights);
  const rank = (depot: JsonObject): number =>
    openness(depot['pickup_times'], pickUp) + openness(depot['drop_off_times'], dropOff);
  const ranked = [...depots].sort((one, other) => rank(other) - rank(one));
  const idAt = (place: number): number => idOf(ranked[Math.min(place, ranked.length - 1)]) as number;
  const pickUpDepotId = known.pickUpDepotId ?? idAt(from);
  const dropOffDepotId = from === to ? pickUpDepotId : idAt(to);
  return { pickUpDepotId, dropOffDepotId, pickUpDate: pickUp, dropOffDate: dropOff };
}

/** 2 if the times name this day or its kind, 1 if they name others, 0 if there are none. */
function openness(times: unknown, day: CalendarDate): number {
  if (!Array.isArray(times) || times.length === 0) return 0;
  const covers = (category: unknown): boolean =>
    typeof category === 'string' && daysOf(category)?.includes(weekdayOf(day)) === true;
  return times.some((entry) => isObject(entry) && covers(entry['day'])) ? 2 : 1;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10) as CalendarDate;
}

/** 0 is Sunday. */
function weekdayOf(date: CalendarDate): number {
  return new Date(date).getUTCDay();
}
