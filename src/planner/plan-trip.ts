/** A plan whose parts were chosen one after another, from what the service lists. */
import type { Depot, InsurancePlan, RentalDates, Trip, Vehicle } from '../api/types.ts';
import type { SelectedAccessory } from './extras.ts';
import { chosenIds } from './proof.ts';
import type { Wanted } from './quote-trip.ts';
import { labelOfVehicle, namedVehicle } from './vehicle.ts';

/** Everything a quote is asked for, as the service listed it. */
export interface TripPlan extends RentalDates {
  readonly pickUp: Depot;
  readonly dropOff: Depot;
  readonly vehicle: Vehicle;
  readonly accessories: readonly SelectedAccessory[];
  readonly insurance: InsurancePlan | null;
}

export function tripOf(plan: RentalDates & Pick<TripPlan, 'pickUp' | 'dropOff'>): Trip {
  const { pickUp, dropOff, pickUpDate, dropOffDate } = plan;
  return { pickUpDepotId: pickUp.id, dropOffDepotId: dropOff.id, pickUpDate, dropOffDate };
}

/** The plan as if its words had been read in one go. `available`: the vehicles among which its own was chosen. */
export function wantedOf(plan: TripPlan, available: readonly Vehicle[]): Wanted {
  const { vehicle, accessories, insurance } = plan;
  const plans = insurance === null ? [] : [insurance];
  const asked = [
    ...accessories.map(({ id, name, quantity }) => ({ kind: 'accessory', id, name, quantity }) as const),
    ...plans.map(({ id, name }) => ({ kind: 'insurance', id, name, quantity: 1 }) as const),
  ];
  return {
    selection: { ...tripOf(plan), vehicleId: vehicle.vehicleId, ...chosenIds(asked) },
    vehicle: { ...namedVehicle(vehicle), label: labelOfVehicle(vehicle, available) },
    asked,
    offered: { accessories, plans },
  };
}
