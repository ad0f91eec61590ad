/** What is known of the deployment from its own answers: a trip, a vehicle, extras. Lenient: other checks judge the rest. */
import { extrasParameters, tripParameters, type Parameters } from '../api/query.ts';
import type { RentalDates, Trip } from '../api/types.ts';
import { isRecord, listOf, type Answer } from './answer.ts';
import { Skip } from './check.ts';
import type { Service } from './service.ts';

export interface Offer {
  readonly answer: Answer;
  readonly trip: Trip;
  /** Undefined where the answer is no list. */
  readonly vehicles: readonly unknown[] | undefined;
}

/** Ids of the depots that have one. Throws Skip where there are none. */
export async function depotIds(service: Service): Promise<readonly number[]> {
  const ids = idsOf(listOf(await service.api('/depots')), 'id');
  if (ids.length === 0) throw new Skip('no depot to ask about', 'depots-answer');
  return ids;
}

/** The first window in which anything is free, from the first depot back to it; else the last window. */
export async function offer(service: Service): Promise<Offer> {
  const [depot = 0] = await depotIds(service);
  let last: Offer | undefined;
  for (const dates of service.windows) {
    last = await offerOf(service, { pickUpDepotId: depot, dropOffDepotId: depot, ...dates });
    if (last.vehicles === undefined || idsOf(last.vehicles, 'vehicleId').length > 0) break;
  }
  if (last === undefined) throw new Skip('no dates to ask about');
  return last;
}

/** A trip, and a vehicle that is free for it. Throws Skip where there is none. */
export async function rental(service: Service): Promise<{ trip: Trip; vehicleId: number }> {
  const { trip, vehicles } = await offer(service);
  const [vehicleId] = idsOf(vehicles, 'vehicleId');
  if (vehicleId === undefined) throw new Skip('no vehicle to ask about', 'availability-answer');
  return { trip, vehicleId };
}

/** A vehicle of one trip that is not offered for another, found with two more requests at most. */
export async function takenRental(service: Service): Promise<{ trip: Trip; vehicleId: number } | undefined> {
  const here = await offer(service);
  const others = otherTrips(await depotIds(service), here.trip, service.windows);
  for (const trip of others.slice(0, 2)) {
    const there = await offerOf(service, trip);
    if (here.vehicles === undefined || there.vehicles === undefined) return undefined;
    const found = taken(here, there) ?? taken(there, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

export type ExtraKind = 'accessories' | 'insurance-types';

export async function extras(service: Service, kind: ExtraKind, dated = true): Promise<Answer> {
  const { trip, vehicleId } = await rental(service);
  const dates = dated ? { pick_up_date: trip.pickUpDate, drop_off_date: trip.dropOffDate } : {};
  return service.api(`/vehicles/${vehicleId}/${kind}`, dates);
}

export interface Chosen {
  readonly accessoryIds: readonly number[];
  readonly insuranceId: number | undefined;
}

export const nothing: Chosen = { accessoryIds: [], insuranceId: undefined };

/** Two accessories and a plan of the vehicle, as far as it has them. Throws Skip where it has neither. */
export async function someExtras(service: Service): Promise<Chosen> {
  const accessoryIds = idsOf(listOf(await extras(service, 'accessories')), 'id').slice(0, 2);
  const [insuranceId] = idsOf(listOf(await extras(service, 'insurance-types')), 'id');
  if (accessoryIds.length === 0 && insuranceId === undefined) {
    throw new Skip('the vehicle has no accessory and no insurance plan', 'accessories-answer');
  }
  return { accessoryIds, insuranceId };
}

/** The parameters of `GET /quotes`. */
export async function quoteParameters(service: Service, chosen: Chosen = nothing): Promise<Parameters> {
  const { trip, vehicleId } = await rental(service);
  const { accessory_ids, insurance_id } = extrasParameters({ ...trip, vehicleId, ...chosen });
  return { ...tripParameters(trip), vehicle_id: vehicleId, accessory_ids, insurance_id };
}

export async function quote(service: Service, chosen: Chosen = nothing): Promise<Answer> {
  return service.api('/quotes', await quoteParameters(service, chosen));
}

/** The usable ids of a list: safe integers, each once. */
export function idsOf(list: readonly unknown[] | undefined, key: string): readonly number[] {
  const ids = (list ?? []).map((entry) => (isRecord(entry) ? entry[key] : undefined));
  return [...new Set(ids.filter((id): id is number => Number.isSafeInteger(id)))];
}

async function offerOf(service: Service, trip: Trip): Promise<Offer> {
  const answer = await service.api('/vehicles/availability', tripParameters(trip));
  return { answer, trip, vehicles: listOf(answer) };
}

function taken(here: Offer, there: Offer): { trip: Trip; vehicleId: number } | undefined {
  const free = idsOf(there.vehicles, 'vehicleId');
  const vehicleId = idsOf(here.vehicles, 'vehicleId').find((id) => !free.includes(id));
  return vehicleId === undefined ? undefined : { trip: there.trip, vehicleId };
}

/** One way to the last depot, which fewer vehicles may do; then other dates. */
function otherTrips(depots: readonly number[], trip: Trip, windows: readonly RentalDates[]): Trip[] {
  const end = depots.at(-1) ?? trip.dropOffDepotId;
  const later = windows.find((dates) => dates.pickUpDate !== trip.pickUpDate);
  return [
    ...(end === trip.dropOffDepotId ? [] : [{ ...trip, dropOffDepotId: end }]),
    ...(later === undefined ? [] : [{ ...trip, ...later }]),
  ];
}
