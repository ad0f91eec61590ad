/** What a plan is made of, and how what was typed becomes it. */
import { NotAvailableError } from '../../errors.ts';
import type { Accessory, Depot, InsurancePlan, Quote, RentalDates, Selection, Trip, Vehicle } from '../../api/types.ts';
import { cheapest } from '../../planner/money.ts';
import { isId, resolve } from '../../planner/resolve.ts';

export type ChosenAccessory = Accessory & { readonly quantity: number };

export interface Chosen extends RentalDates {
  readonly pickUp: Depot;
  readonly dropOff: Depot;
  readonly vehicle: Vehicle;
  readonly accessories: readonly ChosenAccessory[];
  readonly insurance: InsurancePlan | null;
}

export type QuotedPlan = Chosen & { readonly quote: Quote };

export function tripOf(chosen: RentalDates & Pick<Chosen, 'pickUp' | 'dropOff'>): Trip {
  const { pickUp, dropOff, pickUpDate, dropOffDate } = chosen;
  return { pickUpDepotId: pickUp.id, dropOffDepotId: dropOff.id, pickUpDate, dropOffDate };
}

export function selectionOf(chosen: Chosen): Selection {
  return {
    ...tripOf(chosen),
    vehicleId: chosen.vehicle.vehicleId,
    accessoryIds: chosen.accessories.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id)),
    ...(chosen.insurance !== null && { insuranceId: chosen.insurance.id }),
  };
}

/** An id, a name or `cheapest`. Throws NotAvailableError for an id that is not on offer, UsageError for a name. */
export function chooseVehicle(query: string, vehicles: readonly Vehicle[]): Vehicle {
  const [first] = vehicles;
  if (first === undefined) {
    throw new NotAvailableError('no vehicle is available for these depots and dates', {
      hint: 'other dates or depots may have some: rental availability',
    });
  }
  // A vehicle may be called that as well; then its id still gets it.
  if (query.trim().toLowerCase() === 'cheapest') return cheapest(vehicles) ?? first;
  if (isId(query) && !vehicles.some(({ vehicleId }) => vehicleId === Number(query))) {
    throw new NotAvailableError(`vehicle ${Number(query)} is not available for these depots and dates`, {
      hint: 'rental availability lists what is',
    });
  }
  const named = vehicles.map((vehicle) => ({ id: vehicle.vehicleId, name: vehicle.name, vehicle }));
  return resolve(query, named, 'available vehicle').vehicle;
}

/** Ids or names, one as often as it is wanted. Throws UsageError. */
export function chooseAccessories(queries: readonly string[], offered: readonly Accessory[]): ChosenAccessory[] {
  const counts = new Map<Accessory, number>();
  for (const query of queries) {
    const accessory = resolve(query, offered, 'accessory');
    counts.set(accessory, (counts.get(accessory) ?? 0) + 1);
  }
  return [...counts].map(([accessory, quantity]) => ({ ...accessory, quantity }));
}

/** An id, a name or `none`. Throws UsageError. */
export function choosePlan(query: string, offered: readonly InsurancePlan[]): InsurancePlan | null {
  return isNone(query) ? null : resolve(query, offered, 'insurance plan');
}

export function isNone(query: string): boolean {
  return query.trim().toLowerCase() === 'none';
}
