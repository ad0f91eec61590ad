/** The documents that tools return: their schemas, and how they are made of what the planner found. */
import { vehicle } from '../api/answers.ts';
import type { Depot, Trip } from '../api/types.ts';
import { isFailedRequest } from '../errors.ts';
import { nights } from '../planner/calendar.ts';
import { nameDepots } from '../planner/trip.ts';
import type { Session } from '../planner/session.ts';
import { id, object, optional, served, text, type ValueOf } from '../shape.ts';
import { plural } from '../text.ts';

/** How many items a list has of which not all are shown: `pickupTimesTotal` stands beside `pickup_times`. */
export function totalOf(list: string): string {
  return `${list.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}Total`;
}

/** The trip as it was understood: `Auckland Airport (1) → Queenstown (3), 2026-12-20 to 2026-12-27, 7 nights`. */
export function tripInWords(trip: Trip, depots: readonly Depot[]): string {
  const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = trip;
  const labelOf = (id: number): string => {
    const name = depots.find((depot) => depot.id === id)?.name;
    return name === undefined ? `depot ${id}` : `${name} (${id})`;
  };
  const to = pickUpDepotId === dropOffDepotId ? '' : ` → ${labelOf(dropOffDepotId)}`;
  const count = plural(nights(pickUpDate, dropOffDate), 'night');
  return `${labelOf(pickUpDepotId)}${to}, ${pickUpDate} to ${dropOffDate}, ${count}`;
}

/** Without the address of its image: a client could load it. */
const { imageUrl: _, ...vehicleFields } = vehicle.fields;
export const shownVehicle = served(vehicleFields);

/** A vehicle that was given by its id has a name if an answer named it. */
export const givenVehicle = object({ id, name: optional(text) });

/** Depots for names of ids: at most one request, and none that would have to wait for the request limit. */
export async function depotsToName({ depots, allowance }: Session): Promise<readonly Depot[]> {
  return allowance().free > 0 ? nameDepots(depots) : depots.stored();
}

/** With the name of an earlier answer, which costs nothing. */
export async function withSeenName({ id, name }: ValueOf<typeof givenVehicle>, { seenVehicles }: Session) {
  const known = name ?? (await seenVehicles()).find((one) => one.id === id)?.name;
  return { id, ...(known !== undefined && { name: known }) };
}

/** Asks for the name if no answer had it yet: at most one request, and none that would have to wait. A failure costs only the name. */
export async function withName(vehicle: ValueOf<typeof givenVehicle>, trip: Trip, session: Session) {
  const named = await withSeenName(vehicle, session);
  if (named.name !== undefined || session.allowance().free === 0) return named;
  await session.service.availability(trip).catch((error: unknown) => {
    if (!isFailedRequest(error)) throw error;
  });
  return withSeenName(vehicle, session);
}
