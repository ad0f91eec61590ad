/** Finds a trip, a vehicle and extras to ask about. Accepts wrong fields, because other checks report them. */
import type { Exchange } from '../api/exchange.ts';
import { dateParameters, quoteParameters, tripParameters } from '../api/links.ts';
import type { RentalDates, Selection, Trip } from '../api/types.ts';
import type { Deployment } from './deployment.ts';
import { SkipCheck } from './finding.ts';
import { isObject, listOf } from './responses.ts';

/** A trip and the exchange with its available vehicles. */
export interface TripVehicles {
  readonly exchange: Exchange;
  readonly trip: Trip;
  /** Undefined if the body is not a list. */
  readonly vehicles: readonly unknown[] | undefined;
}

export type ExtraKind = 'accessories' | 'insurance-types';
export type Extras = Pick<Selection, 'accessoryIds' | 'insuranceId'>;

/** The first dates with a free vehicle, from the first depot back to it; the last dates if none is free. */
export async function findTrip(deployment: Deployment): Promise<TripVehicles> {
  const [depot = 0] = await depotIds(deployment);
  let last: TripVehicles | undefined;
  for (const dates of deployment.windows) {
    last = await vehiclesOf(deployment, { pickUpDepotId: depot, dropOffDepotId: depot, ...dates });
    if (last.vehicles === undefined || idsOf(last.vehicles, 'vehicleId').length > 0) break;
  }
  if (last === undefined) throw new SkipCheck('no dates to ask about');
  return last;
}

/** A vehicle that is free for the trip, without extras. Throws SkipCheck if none is free. */
export async function findSelection(deployment: Deployment): Promise<Selection> {
  const { trip, vehicles } = await findTrip(deployment);
  const [vehicleId] = idsOf(vehicles, 'vehicleId');
  if (vehicleId === undefined) throw new SkipCheck('no vehicle to ask about', 'availability-answer');
  return { ...trip, vehicleId, accessoryIds: [] };
}

/** A trip and a vehicle that is free for another trip only, found with at most two more requests. */
export async function findUnavailableSelection(deployment: Deployment): Promise<Selection | undefined> {
  const first = await findTrip(deployment);
  const others = otherTrips(await depotIds(deployment), first.trip, deployment.windows);
  for (const trip of others.slice(0, 2)) {
    const second = await vehiclesOf(deployment, trip);
    if (first.vehicles === undefined || second.vehicles === undefined) return undefined;
    const found = freeOnlyIn(first, second) ?? freeOnlyIn(second, first);
    if (found !== undefined) return found;
  }
  return undefined;
}

export async function requestExtras(deployment: Deployment, kind: ExtraKind, dated = true): Promise<Exchange> {
  const selection = await findSelection(deployment);
  return deployment.api(`/vehicles/${selection.vehicleId}/${kind}`, dated ? dateParameters(selection) : {});
}

/** Up to two accessories and one plan of the vehicle. Throws SkipCheck if it has neither. */
export async function findExtras(deployment: Deployment): Promise<Extras> {
  const accessoryIds = idsOf(listOf(await requestExtras(deployment, 'accessories')), 'id').slice(0, 2);
  const [insuranceId] = idsOf(listOf(await requestExtras(deployment, 'insurance-types')), 'id');
  if (accessoryIds.length === 0 && insuranceId === undefined) {
    throw new SkipCheck('the vehicle has no accessory and no insurance plan', 'accessories-answer');
  }
  return { accessoryIds, insuranceId };
}

/** Without `extras`, the quote has none. */
export async function requestQuote(deployment: Deployment, extras?: Extras): Promise<Exchange> {
  return deployment.api('/quotes', quoteParameters({ ...(await findSelection(deployment)), ...extras }));
}

async function depotIds(deployment: Deployment): Promise<readonly number[]> {
  const ids = idsOf(listOf(await deployment.api('/depots')), 'id');
  if (ids.length === 0) throw new SkipCheck('no depot to ask about', 'depots-answer');
  return ids;
}

/** The safe integers among the ids of a list, each once. */
function idsOf(list: readonly unknown[] | undefined, key: string): readonly number[] {
  const ids = (list ?? []).map((entry) => (isObject(entry) ? entry[key] : undefined));
  return [...new Set(ids.filter((id): id is number => Number.isSafeInteger(id)))];
}

async function vehiclesOf(deployment: Deployment, trip: Trip): Promise<TripVehicles> {
  const exchange = await deployment.api('/vehicles/availability', tripParameters(trip));
  return { exchange, trip, vehicles: listOf(exchange) };
}

/** A vehicle of the first trip that is not free for the second, with the second trip. */
function freeOnlyIn(first: TripVehicles, second: TripVehicles): Selection | undefined {
  const free = idsOf(second.vehicles, 'vehicleId');
  const vehicleId = idsOf(first.vehicles, 'vehicleId').find((id) => !free.includes(id));
  return vehicleId === undefined ? undefined : { ...second.trip, vehicleId, accessoryIds: [] };
}

/** A one-way trip to the last depot, which fewer vehicles may do; then other dates. */
function otherTrips(depots: readonly number[], trip: Trip, windows: readonly RentalDates[]): Trip[] {
  const end = depots.at(-1) ?? trip.dropOffDepotId;
  const later = windows.find((dates) => dates.pickUpDate !== trip.pickUpDate);
  return [
    ...(end === trip.dropOffDepotId ? [] : [{ ...trip, dropOffDepotId: end }]),
    ...(later === undefined ? [] : [{ ...trip, ...later }]),
  ];
}
