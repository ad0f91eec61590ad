/** From names to a selection: which vehicle, accessories and insurance plan of what is on offer. */
import { NotAvailableError } from '../errors.ts';
import type { Accessory, Depot, InsurancePlan, Quote, RentalDates, Selection, Trip, Vehicle } from '../api/types.ts';
import { labelOf } from './labels.ts';
import { cheapest } from './money.ts';
import { isId, resolve } from './names.ts';
import type { Session } from './session.ts';

export type SelectedAccessory = Accessory & { readonly quantity: number };

/** Everything a quote is asked for, as the service listed it. */
export interface TripPlan extends RentalDates {
  readonly pickUp: Depot;
  readonly dropOff: Depot;
  readonly vehicle: Vehicle;
  /** The vehicle's name, with its id if another available vehicle has the same name. */
  readonly vehicleLabel: string;
  readonly accessories: readonly SelectedAccessory[];
  readonly insurance: InsurancePlan | null;
}

export type QuotedPlan = TripPlan & { readonly quote: Quote };

export function tripOf(plan: RentalDates & Pick<TripPlan, 'pickUp' | 'dropOff'>): Trip {
  const { pickUp, dropOff, pickUpDate, dropOffDate } = plan;
  return { pickUpDepotId: pickUp.id, dropOffDepotId: dropOff.id, pickUpDate, dropOffDate };
}

export function selectionOf(plan: TripPlan): Selection {
  return {
    ...tripOf(plan),
    vehicleId: plan.vehicle.vehicleId,
    accessoryIds: plan.accessories.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id)),
    ...(plan.insurance !== null && { insuranceId: plan.insurance.id }),
  };
}

/** An id, a name or `cheapest`. Throws NotAvailableError for an id that is not available, UsageError for such a name. */
export function selectVehicle(query: string, vehicles: readonly Vehicle[]): Vehicle {
  const [first] = vehicles;
  if (first === undefined) {
    throw new NotAvailableError('no vehicle is available for these depots and dates', {
      hint: 'other dates or depots may have some: rental availability',
    });
  }
  // A vehicle that is called "cheapest" can still be selected by its id.
  if (query.trim().toLowerCase() === 'cheapest') return cheapest(vehicles) ?? first;
  if (isId(query) && !vehicles.some(({ vehicleId }) => vehicleId === Number(query))) {
    throw new NotAvailableError(`vehicle ${Number(query)} is not available for these depots and dates`, {
      hint: 'rental availability lists what is',
    });
  }
  return resolve(query, vehicles.map(namedVehicle), 'available vehicle').vehicle;
}

/** Ids or names; an accessory that is named twice is wanted twice. Throws UsageError. */
export function selectAccessories(queries: readonly string[], offered: readonly Accessory[]): SelectedAccessory[] {
  const counts = new Map<Accessory, number>();
  for (const query of queries) {
    const accessory = resolve(query, offered, 'accessory');
    counts.set(accessory, (counts.get(accessory) ?? 0) + 1);
  }
  return [...counts].map(([accessory, quantity]) => ({ ...accessory, quantity }));
}

/** An id, a name or `none`. Throws UsageError. */
export function selectInsurance(query: string, offered: readonly InsurancePlan[]): InsurancePlan | null {
  return isNone(query) ? null : resolve(query, offered, 'insurance plan');
}

export function isNone(query: string): boolean {
  return query.trim().toLowerCase() === 'none';
}

/** Ids or names of extras. */
export interface ExtrasRequest {
  readonly accessory?: readonly string[] | undefined;
  /** `none` is the same as undefined. */
  readonly insurance?: string | undefined;
}

/** A vehicle by id needs no look-up, and then its name is unknown; a name needs the list of available vehicles. */
export async function readVehicle(
  query: string,
  trip: Trip,
  { service }: Session,
): Promise<{ readonly id: number; readonly name?: string }> {
  if (isId(query)) return { id: Number(query) };
  const vehicles = await service.availability(trip);
  return resolve(query, vehicles.map(namedVehicle), 'available vehicle');
}

/** Ids as given; each list is asked for only if a name needs it. Throws UsageError. */
export async function readExtras(
  { accessory = [], insurance = 'none' }: ExtrasRequest,
  vehicleId: number,
  trip: Trip,
  { service }: Session,
): Promise<Pick<Selection, 'accessoryIds' | 'insuranceId'>> {
  const [accessories, plans] = await Promise.all([
    accessory.every(isId) ? [] : service.accessories(vehicleId, trip),
    isNone(insurance) || isId(insurance) ? [] : service.insuranceTypes(vehicleId, trip),
  ]);
  const idOf = (query: string, items: readonly (Accessory | InsurancePlan)[], what: string): number =>
    isId(query) ? Number(query) : resolve(query, items, what).id;
  return {
    accessoryIds: accessory.map((query) => idOf(query, accessories, 'accessory')),
    ...(!isNone(insurance) && { insuranceId: idOf(insurance, plans, 'insurance plan') }),
  };
}

/** The vehicle's name, with its id if another of the vehicles has the same name. */
export function labelOfVehicle(vehicle: Vehicle, vehicles: readonly Vehicle[]): string {
  return labelOf(namedVehicle(vehicle), vehicles.map(namedVehicle));
}

function namedVehicle(vehicle: Vehicle) {
  return { id: vehicle.vehicleId, name: vehicle.name, vehicle };
}
