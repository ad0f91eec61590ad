/** Looks up the extras of each vehicle of a sweep once, on the first of its dates. */
import type { Trip, Vehicle } from '../../api/types.ts';
import type { Named } from '../names.ts';
import { namedVehicle } from '../vehicle.ts';
import { nothingListed, type ExtraLists, type Looked } from './wanted-extras.ts';
import type { OperatorRun, Task } from './run.ts';
import { datesKey } from './trips.ts';
import { vehicleName, type Availability, type VehicleChoice } from './vehicles.ts';

interface Item {
  readonly trip: Trip;
  readonly vehicle: Vehicle;
}

export interface ExtrasBook extends Looked {
  /** Requests that it took. */
  readonly requests: number;
  /** The list for these dates, or else the vehicle's first one; undefined if it could not be looked up. */
  listsFor(item: Item): ExtraLists | undefined;
}

interface Wanted {
  readonly availability: Availability;
  readonly fits: VehicleChoice['fits'];
  /** A link without a quote has no proof, so each item needs the list of its own dates. */
  readonly isOfDates: boolean;
}

export async function lookUpExtras(
  run: OperatorRun,
  kinds: readonly (keyof ExtraLists)[],
  { availability, fits, isOfDates }: Wanted,
): Promise<ExtrasBook> {
  if (kinds.length === 0) return { lists: [], vehicles: [], unread: 0, requests: 0, listsFor: () => nothingListed };
  const items = [...availability].flatMap(([trip, list]) => list.filter(fits).map((vehicle) => ({ trip, vehicle })));
  const keyOf = isOfDates ? vehicleOnDates : vehicleKey;
  const wanted = new Map(items.toReversed().map((item) => [keyOf(item), item]));
  const found = new Map<string, ExtraLists>();
  const vehicles = new Map<string, Named>();
  let requests = 0;
  const tasks = [...wanted.values()].reverse().map((item): Task => ({
    ...{ step: 'extras', vehicle: item.vehicle },
    send: async () => {
      const { lists, stored } = await listsOf(run, item, kinds);
      requests += kinds.length - stored;
      found.set(keyOf(item), lists);
      vehicles.set(vehicleKey(item), namedVehicle(item.vehicle));
      return stored === kinds.length ? 0 : undefined;
    },
  }));
  await run.ask(tasks);
  await run.askAgain();
  return {
    lists: [...found.values()],
    vehicles: [...vehicles.values()],
    unread: new Set(items.map(vehicleKey)).size - vehicles.size,
    requests,
    listsFor: (item) => found.get(keyOf(item)),
  };
}

/** At most two requests. Throws what the service throws. */
async function listsOf(
  { sweep: { answers } }: OperatorRun,
  { vehicle, trip }: Item,
  kinds: readonly (keyof ExtraLists)[],
) {
  const [accessory, insurance] = await Promise.all([
    kinds.includes('accessory') ? answers.accessories(vehicle.vehicleId, trip) : undefined,
    kinds.includes('insurance') ? answers.insuranceTypes(vehicle.vehicleId, trip) : undefined,
  ]);
  const stored = [accessory, insurance].filter((answer) => answer?.storedAt !== undefined).length;
  return { lists: { accessory: accessory?.value, insurance: insurance?.value }, stored };
}

function vehicleKey({ vehicle }: Item): string {
  return vehicleName(namedVehicle(vehicle));
}

function vehicleOnDates(item: Item): string {
  return `${vehicleKey(item)} ${datesKey(item.trip)}`;
}
