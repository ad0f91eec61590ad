/** The available vehicles of the compared trips, and which of them a question is about. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { formatDuration } from '../../base/durations.ts';
import { RefusedError } from '../../base/errors.ts';
import { groupBy } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import { distinct, type Named } from '../../planner/names.ts';
import { finderIn, type OperatorQuestion, type VehicleRef } from '../../planner/question.ts';
import { asNamed, vehicleKey } from '../../planner/vehicle.ts';
import type { OperatorRun } from './operator-run.ts';
import type { Task } from './tasks.ts';

/** The available vehicles of each trip that was answered, in the order of the trips. */
export type Availability = ReadonlyMap<Trip, readonly Vehicle[]>;

/** Asks for those of the trips that were not asked for yet. */
export async function askAvailability(run: OperatorRun, trips: readonly Trip[]): Promise<void> {
  const task = (trip: Trip): Task => ({
    step: 'availability',
    trip,
    skipReason: () => run.refusalOf(trip),
    send: async () => {
      const { value, storedAt } = await run.answers
        .availability(trip)
        .catch((error: unknown) => rethrowAfterRefusing(run, trip, error));
      run.recordVehicles(trip, eachOnce(value), storedAt);
      return storedAt === undefined ? 1 : 0;
    },
  });
  const open = trips.filter((trip) => !run.askedTrips.has(trip));
  run.markAsked(open);
  if (open.length > 0) await run.ask(open.map(task));
}

/** How old the lists of an earlier comparison are, if the oldest is older than `minAgeMs`. */
export function storedNotes(runs: readonly OperatorRun[], minAgeMs: number): string[] {
  return runs.flatMap(({ session, vehicleListsStoredAt }) => {
    const ageMs = session.now() - Math.min(...vehicleListsStoredAt);
    if (vehicleListsStoredAt.length === 0 || ageMs < minAgeMs) return [];
    const age = formatDuration(Math.max(1000, ageMs));
    const at = runs.length > 1 ? `${session.operator.name}: ` : '';
    return `${at}reused the availability of ${plural(vehicleListsStoredAt.length, 'trip')}, at most ${age} old`;
  });
}

/**
 * Throws the error. First, if the service refuses a trip and does not list one of its depots, no
 * other trip of that depot is requested.
 */
async function rethrowAfterRefusing(
  { session, refuseDepot }: OperatorRun,
  trip: Trip,
  error: unknown,
): Promise<never> {
  if (!(error instanceof RefusedError)) throw error;
  const depots = await session.depots.list().catch(() => undefined);
  for (const depot of [trip.pickUpDepotId, trip.dropOffDepotId])
    if (depots?.every(({ id }) => id !== depot)) refuseDepot(depot, error);
  throw error;
}

/** The vehicles of each trip, in the order of the trips, whichever answer came first. */
export function availabilityOf({ trips, availability }: OperatorRun): Availability {
  return new Map(
    trips.flatMap((trip) => (availability.has(trip) ? [[trip, availability.get(trip)!]] : [])),
  );
}

/** A service may list a vehicle twice, but it is one offer: the first. */
function eachOnce(vehicles: readonly Vehicle[]): Vehicle[] {
  return [...groupBy(vehicles, vehicleKey).values()].flatMap(([first]) => first ?? []);
}

/** The vehicles that are available on any of the trips, each once. */
export function vehiclesIn(availability: Availability): readonly Named[] {
  return distinct([...availability.values()].flat().map(asNamed));
}

export interface WantedVehicles {
  readonly availability: Availability;
  /**
   * The references with ids in the place of names, as the printed command has them. A name stays if
   * no vehicle has it, or if its id has another name on another date.
   */
  readonly byId: OperatorQuestion['vehicles'];
  /** `vehicle 11 is now Mini; it was Kea`: the first id whose name is not that of the question. */
  readonly change: string | undefined;
}

/**
 * The available vehicles that the references stand for, the references by id, and a vehicle with
 * another name now. A reference that no list has is not available: no other takes its place.
 */
export function wantedVehicles(
  refs: OperatorQuestion['vehicles'],
  availability: Availability,
): WantedVehicles {
  if (refs === 'all') return { availability, byId: 'all', change: undefined };
  const listed = vehiclesIn(availability);
  const find = finderIn(listed);
  const found = refs.map((ref) => ({ ref, vehicles: find(ref) }));
  const keys = new Set(found.flatMap(({ vehicles }) => vehicles.map(namedVehicleKey)));
  const wanted = [...availability].map(
    ([trip, vehicles]) =>
      [trip, vehicles.filter((vehicle) => keys.has(vehicleKey(vehicle)))] as const,
  );
  /** Ids under which vehicles are listed that are not wanted. */
  const others = new Set(
    listed.filter((vehicle) => !keys.has(namedVehicleKey(vehicle))).map(({ id }) => id),
  );
  return {
    availability: new Map(wanted),
    byId: eachRefOnce(found.flatMap(({ ref, vehicles }) => idsOf(ref, vehicles, others))),
    change: found
      .map(({ ref, vehicles }) => (vehicles.length > 0 ? undefined : changeOf(ref, listed)))
      .find(Boolean),
  };
}

function namedVehicleKey({ id, name }: Named): string {
  return vehicleKey({ vehicleId: id, name });
}

function idsOf(
  ref: VehicleRef,
  vehicles: readonly Named[],
  others: ReadonlySet<number>,
): VehicleRef[] {
  if (vehicles.length === 0 || ref.id !== undefined) return [ref];
  const ids = [...new Set(vehicles.map(({ id }) => id))];
  return ids.some((id) => others.has(id)) ? [ref] : ids.map((id) => ({ id }));
}

/** Names that differ in case can stand for the same vehicle. */
function eachRefOnce(refs: readonly VehicleRef[]): VehicleRef[] {
  const seen = new Set<number>();
  return refs.filter(({ id }) => {
    const isFirst = id === undefined || !seen.has(id);
    if (id !== undefined) seen.add(id);
    return isFirst;
  });
}

function changeOf({ id, name }: VehicleRef, listed: readonly Named[]): string | undefined {
  const current = listed.find((item) => item.id === id);
  if (current === undefined || name === undefined) return undefined;
  return `vehicle ${current.id} is now ${current.name}; it was ${name}`;
}
