/** Finds a vehicle and extras to ask about. Accepts wrong fields, because other checks report them. */
import type { Exchange } from './exchange.ts';
import { dateParameters, quoteParameters, tripParameters } from '../api/links.ts';
import type { Selection, Trip } from '../api/types.ts';
import type { Deployment } from './deployment.ts';
import { errorFindings } from './field-rules.ts';
import { SkipCheck } from './finding.ts';
import { fieldOf, idsOf, listOf } from './responses.ts';
import { addDays, nothingToAsk, searchTrip, vehiclesOf, type TripVehicles } from './trip-search.ts';

export type ExtraKind = 'accessories' | 'insurance-types';
export type Extras = Pick<Selection, 'accessoryIds' | 'insuranceId'>;

/** A trip that the service accepts. Throws SkipCheck if there is none. */
export async function findTrip(deployment: Deployment): Promise<TripVehicles> {
  const { best } = await searchTrip(deployment);
  if (best.vehicles === undefined) throw new SkipCheck('no trip to ask about', 'availability-answer');
  return best;
}

/** A vehicle that is free for the trip, without extras. Throws SkipCheck if none is free. */
export async function findSelection(deployment: Deployment): Promise<Selection> {
  return (await findSelections(deployment))[0];
}

/** How many vehicles are tried for a quote: they can be taken since the list was made. */
const mostQuoted = 4;

/** The first vehicle whose quote, without extras, is not the 404 of one that is not available; else the first one. */
export function findQuoted(deployment: Deployment): Promise<Selection> {
  return deployment.cached('quoted', async () => {
    const selections = await findSelections(deployment);
    for (const selection of selections.slice(0, mostQuoted)) {
      const exchange = await deployment.api('/quotes', quoteParameters(selection));
      if (errorFindings(exchange, 404).length > 0) return selection;
    }
    return selections[0];
  });
}

/**
 * Whether the vehicle is free for its trip now, asked anew: people book while a run asks, and then an answer that looks wrong is right.
 */
export async function isFreeNow(deployment: Deployment, { vehicleId, ...trip }: Selection): Promise<boolean> {
  const exchange = await deployment.apiAgain('/vehicles/availability', tripParameters(trip));
  return idsOf(listOf(exchange), 'vehicleId').includes(vehicleId);
}

/** Every vehicle that is free for the trip. */
async function findSelections(deployment: Deployment): Promise<[Selection, ...Selection[]]> {
  const { trip, vehicles } = await findTrip(deployment);
  const ids = idsOf(vehicles, 'vehicleId');
  const [first, ...others] = ids.map((vehicleId): Selection => ({ ...trip, vehicleId, accessoryIds: [] }));
  if (first === undefined) throw nothingToAsk('vehicle', vehicles, 'availability');
  return [first, ...others];
}

/** A trip and a vehicle that is free for another trip only. */
export async function findUnavailableSelection(deployment: Deployment): Promise<Selection | undefined> {
  const { best, tried } = await searchTrip(deployment);
  return firstDifference(best, tried) ?? firstDifference(best, await askOtherTrips(deployment));
}

/** The answers for at most two more trips, asked only while every vehicle is free for each trip so far. */
export function askOtherTrips(deployment: Deployment): Promise<readonly TripVehicles[]> {
  return deployment.cached('other trips', async () => {
    await findTrip(deployment);
    const { best, tried } = await searchTrip(deployment);
    const others: TripVehicles[] = [];
    for (const trip of await otherTrips(deployment, best.trip)) {
      if (firstDifference(best, [...tried, ...others]) !== undefined) break;
      others.push(await vehiclesOf(deployment, trip));
    }
    return others;
  });
}

export async function requestExtras(deployment: Deployment, kind: ExtraKind, find = findSelection): Promise<Exchange> {
  const selection = await find(deployment);
  return deployment.api(extrasPath(selection, kind), dateParameters(selection));
}

/** The extras of a second vehicle, without dates; of the only one if there is no second. */
export async function requestUndatedExtras(deployment: Deployment, kind: ExtraKind): Promise<Exchange> {
  const [first, second = first] = await findSelections(deployment);
  return deployment.api(extrasPath(second, kind));
}

/** The extras of a second vehicle with dates, for a service that refuses to answer without; undefined if there is no second. */
export async function requestSecondExtras(deployment: Deployment, kind: ExtraKind): Promise<Exchange | undefined> {
  const [, second] = await findSelections(deployment);
  return second && deployment.api(extrasPath(second, kind), dateParameters(second));
}

/** Up to two accessories and one plan of the vehicle that is quoted. Throws SkipCheck if it has neither. */
export async function findExtras(deployment: Deployment): Promise<Extras> {
  const accessoryIds = idsOf(listOf(await requestExtras(deployment, 'accessories', findQuoted)), 'id').slice(0, 2);
  const plans = listOf(await requestExtras(deployment, 'insurance-types', findQuoted)) ?? [];
  // The unit of a price of 0 cannot be seen in a quote.
  const priced = plans.filter((plan) => Number(fieldOf(plan, 'price')) > 0);
  const [insuranceId] = idsOf([...priced, ...plans], 'id');
  if (accessoryIds.length === 0 && insuranceId === undefined) {
    throw new SkipCheck('the vehicle has no accessory and no insurance plan', 'accessories-answer');
  }
  return { accessoryIds, insuranceId };
}

/** Without `extras`, the quote has none. */
export async function requestQuote(deployment: Deployment, extras?: Extras): Promise<Exchange> {
  return deployment.api('/quotes', quoteParameters({ ...(await findQuoted(deployment)), ...extras }));
}

function extrasPath({ vehicleId }: Selection, kind: ExtraKind): string {
  return `/vehicles/${vehicleId}/${kind}`;
}

function firstDifference(best: TripVehicles, others: readonly TripVehicles[]): Selection | undefined {
  for (const other of others) {
    if (other === best || other.vehicles === undefined) continue;
    const found = freeOnlyIn(best, other) ?? freeOnlyIn(other, best);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A vehicle of the first trip that is not free for the second, with the second trip. */
function freeOnlyIn(first: TripVehicles, second: TripVehicles): Selection | undefined {
  const free = idsOf(second.vehicles, 'vehicleId');
  // A vehicle whose id is missing or comes twice may be any of them.
  if (free.length !== second.vehicles?.length) return undefined;
  const vehicleId = idsOf(first.vehicles, 'vehicleId').find((id) => !free.includes(id));
  return vehicleId === undefined ? undefined : { ...second.trip, vehicleId, accessoryIds: [] };
}

/** A one-way trip to the last depot, which fewer vehicles may do; then one that is a week later. */
async function otherTrips(deployment: Deployment, trip: Trip): Promise<Trip[]> {
  const depots = idsOf(listOf(await deployment.api('/depots')), 'id');
  const end = depots.at(-1) ?? trip.dropOffDepotId;
  const oneWay = { ...trip, dropOffDepotId: end };
  const later = { ...trip, pickUpDate: addDays(trip.pickUpDate, 7), dropOffDate: addDays(trip.dropOffDate, 7) };
  return [...(end === trip.dropOffDepotId ? [] : [oneWay]), later].slice(0, 2);
}
