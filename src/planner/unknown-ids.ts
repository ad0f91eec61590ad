/** Ids that do not exist. They are looked for after a refusal only, because an id that is right costs no look-up. */
import type { Trip } from '../api/types.ts';
import { isFailedRequest, NotAvailableError, RefusedError } from '../errors.ts';
import type { Named } from './names.ts';
import { extraWords, type AskedExtra } from './proof.ts';
import { readOne } from './read-one.ts';
import { namedVehicle, notAvailable } from './selection.ts';
import type { DepotDirectory, Session } from './session.ts';

interface AskedIds {
  readonly trip: Trip;
  readonly vehicleId?: number;
  readonly extras?: readonly AskedExtra[];
}

/**
 * The answer. If the service says no, asks for the lists that can hold the ids, at most one request each, and throws UsageError with
 * what the list has for an id that is not in it; else what the service throws.
 */
export async function orUnknownId<T>(answer: Promise<T>, asked: AskedIds, session: Session): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const isRefusal = error instanceof RefusedError && error.served !== undefined;
    if (isRefusal || error instanceof NotAvailableError) await refuseUnknownIds(asked, session, error);
    throw error;
  }
}

type No = RefusedError | NotAvailableError;

/** A vehicle that is booked out has extras as well, so only a refusal is a reason to look for theirs. */
async function refuseUnknownIds({ trip, vehicleId, extras = [] }: AskedIds, session: Session, no: No): Promise<void> {
  try {
    await refuseUnknownDepots(trip, session.depots);
    if (vehicleId === undefined) return;
    await refuseUnknownVehicle(vehicleId, trip, session, no);
    for (const kind of no instanceof RefusedError ? (['accessory', 'insurance'] as const) : []) {
      const ids = extras.filter((extra) => extra.kind === kind).map(({ id }) => id);
      if (ids.length === 0) continue;
      const list = await session.service[listOf[kind]](vehicleId, trip);
      for (const id of ids) readOne(String(id), list, extraWords[kind]);
    }
  } catch (error) {
    // Without the lists, what the service said first is all that is known.
    if (error instanceof NotAvailableError || !isFailedRequest(error)) throw error;
  }
}

const listOf = { accessory: 'accessories', insurance: 'insuranceTypes' } as const;

/** Throws UsageError if the list of depots lacks one of them; a stored list that does is asked for again. */
export async function refuseUnknownDepots(trip: Trip, directory: DepotDirectory): Promise<void> {
  const ids = [trip.pickUpDepotId, trip.dropOffDepotId];
  const hasAll = (depots: readonly Named[]): boolean => ids.every((id) => depots.some((depot) => depot.id === id));
  const stored = await directory.stored();
  const depots = hasAll(stored) ? stored : await directory.fresh();
  for (const id of ids) readOne(String(id), depots, 'depot');
}

/** A vehicle that is not offered: the answer is no, whether it exists or not. */
async function refuseUnknownVehicle(id: number, trip: Trip, session: Session, { status, served }: No): Promise<void> {
  const free = (await session.service.availability(trip)).map(namedVehicle);
  if (free.some((vehicle) => vehicle.id === id)) return;
  throw notAvailable(String(id), free, [...free, ...(await session.seenVehicles())], { status, served });
}
