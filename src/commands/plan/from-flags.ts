/** The recommended order without a question: depots, availability, extras, quote. */
import type { RentalDates } from '../../api/types.ts';
import { resolve } from '../../planner/resolve.ts';
import type { Context } from '../../cli/context.ts';
import { resolveDates, type ExtrasOptions, type TripOptions } from '../../cli/trip-flags.ts';
import {
  chooseAccessories,
  choosePlan,
  chooseVehicle,
  isNone,
  selectionOf,
  tripOf,
  type QuotedPlan,
} from './chosen.ts';
import type { PlanClient } from './step.ts';

export type PlanOptions = TripOptions & ExtrasOptions & { readonly vehicle?: string };
export type FullOptions = PlanOptions & Required<Pick<PlanOptions, 'pickUp' | 'from' | 'to' | 'vehicle'>>;

export function isFull(options: PlanOptions): options is FullOptions {
  return missingFlags(options).length === 0;
}

/** What a plan cannot do without and was not given. */
export function missingFlags(options: PlanOptions): string[] {
  const needed = {
    '--pick-up': options.pickUp,
    '--from': options.from,
    '--to': options.to,
    '--vehicle': options.vehicle,
  };
  return Object.entries(needed).flatMap(([flag, value]) => (value === undefined ? [flag] : []));
}

export async function planFromFlags(options: FullOptions, context: Context): Promise<QuotedPlan> {
  // Dates first: a typing mistake is found before a request is spent.
  const dates = await resolveDates(options, context);
  const depots = await context.depots();
  const pickUp = resolve(options.pickUp, depots, 'depot');
  const dropOff = options.dropOff === undefined ? pickUp : resolve(options.dropOff, depots, 'depot');
  const trip = tripOf({ pickUp, dropOff, ...dates });
  const client = await context.client();
  const vehicle = chooseVehicle(options.vehicle, await client.availability(trip));
  const chosen = {
    pickUp,
    dropOff,
    ...dates,
    vehicle,
    ...(await extrasOf(options, vehicle.vehicleId, client, dates)),
  };
  return { ...chosen, quote: await client.quote(selectionOf(chosen)) };
}

/** Only the lists that something was asked from. */
async function extrasOf(
  { accessory = [], insurance = 'none' }: PlanOptions,
  vehicleId: number,
  client: PlanClient,
  dates: RentalDates,
) {
  const [offered, plans] = await Promise.all([
    accessory.length === 0 ? [] : client.accessories(vehicleId, dates),
    isNone(insurance) ? [] : client.insuranceTypes(vehicleId, dates),
  ]);
  return { accessories: chooseAccessories(accessory, offered), insurance: choosePlan(insurance, plans) };
}
