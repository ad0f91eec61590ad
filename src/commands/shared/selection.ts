/** From what was typed to what a quote is asked with. */
import { UsageError } from '../../errors.ts';
import type { Selection, Trip } from '../../api/types.ts';
import { isId, resolve } from '../../planner/resolve.ts';
import type { Context } from '../../cli/context.ts';
import type { ExtrasOptions } from '../../cli/trip-flags.ts';

/** What is known of a vehicle without asking for more. */
export interface FoundVehicle {
  readonly id: number;
  readonly name?: string;
}

/** A vehicle's id never costs a look-up; a name costs the list of available vehicles. */
export async function findVehicle(query: string, context: Context, trip: Trip): Promise<FoundVehicle> {
  if (isId(query)) return { id: Number(query) };
  const client = await context.client();
  const vehicles = await client.availability(trip);
  return resolve(
    query,
    vehicles.map(({ vehicleId: id, name }) => ({ id, name })),
    'available vehicle',
  );
}

/** Ids as they are; names looked up at the vehicle, each list at most once. */
export async function resolveExtras(
  options: ExtrasOptions,
  vehicle: number,
  trip: Trip,
  context: Context,
): Promise<{ accessoryIds: number[]; insuranceId?: number }> {
  const wanted = options.accessory ?? [];
  const plan = options.insurance?.trim().toLowerCase() === 'none' ? undefined : options.insurance;
  // Ids alone need no client, and so no network: a booking link is made without any.
  const [accessories, plans] = await Promise.all([
    wanted.every(isId) ? [] : context.client().then((client) => client.accessories(vehicle, trip)),
    plan === undefined || isId(plan) ? [] : context.client().then((client) => client.insuranceTypes(vehicle, trip)),
  ]);
  return {
    accessoryIds: wanted.map((name) => (isId(name) ? Number(name) : resolve(name, accessories, 'accessory').id)),
    ...(plan !== undefined && { insuranceId: isId(plan) ? Number(plan) : resolve(plan, plans, 'insurance plan').id }),
  };
}

/** The question in the interface's own words, as `--json` repeats it. */
export function selectionData(selection: Selection): Record<string, unknown> {
  return {
    pick_up_depot_id: selection.pickUpDepotId,
    drop_off_depot_id: selection.dropOffDepotId,
    pick_up_date: selection.pickUpDate,
    drop_off_date: selection.dropOffDate,
    vehicle_id: selection.vehicleId,
    accessory_ids: selection.accessoryIds,
    insurance_id: selection.insuranceId ?? null,
  };
}

/** Throws UsageError: an id was asked for, and this is none. */
export function requireId(query: string, what: string): number {
  if (isId(query)) return Number(query);
  throw new UsageError(`${what} is given by name, which takes the trip to look up`, {
    hint: 'give its id, or --pick-up, --from and --to as well',
  });
}
