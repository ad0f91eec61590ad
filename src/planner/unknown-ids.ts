/** Ids that do not exist. They are looked for after a refusal only, because an id that is right costs no look-up. */
import type { Trip } from '../api/types.ts';
import { isFailedRequest, NotAvailableError, RefusedError } from '../errors.ts';
import { extraWords, type AskedExtra } from './proof.ts';
import { readOne } from './read-one.ts';
import type { DepotDirectory, Session } from './session.ts';
import { readDepot } from './trip.ts';
import { namedVehicle, notAvailable } from './vehicle.ts';

interface AskedIds {
  readonly trip: Trip;
  readonly vehicleId?: number;
  readonly extras?: readonly AskedExtra[];
}

/**
 * The answer. If the service says no, asks for the lists that can hold the ids, at most one request each. Throws NotAvailableError for a
 * vehicle that is not free, UsageError for another id that its list lacks, each with what the list has; else what the service throws.
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
    const free = (await session.service.availability(trip)).map(namedVehicle);
    const known = [...free, ...(await session.seenVehicles())];
    if (!free.some(({ id }) => id === vehicleId)) throw notAvailable(String(vehicleId), free, known, no);
    for (const kind of no instanceof RefusedError ? (['accessory', 'insurance'] as const) : []) {
      const ids = extras.filter((extra) => extra.kind === kind).map(({ id }) => id);
      const list = ids.length === 0 ? [] : await session.service[listOf[kind]](vehicleId, trip);
      for (const id of ids) readOne(String(id), list, extraWords[kind]);
    }
  } catch (error) {
    if (error instanceof NotAvailableError || !isFailedRequest(error)) throw error;
    // Without the lists, what the service said first is all that is known. An address without depots can be a wrong one.
    if (no instanceof NotAvailableError && error instanceof RefusedError && error.hint) no.alsoTry(`or ${error.hint}`);
  }
}

const listOf = { accessory: 'accessories', insurance: 'insuranceTypes' } as const;

/** Throws UsageError if the list of depots lacks one of them. */
export async function refuseUnknownDepots(trip: Trip, directory: DepotDirectory): Promise<void> {
  for (const id of [trip.pickUpDepotId, trip.dropOffDepotId]) await readDepot(String(id), directory);
}
