/** A plan whose parts were chosen one after another, from what the service lists. */
import type { Depot, InsurancePlan, Quote, RentalDates, Selection, Trip, Vehicle } from '../api/types.ts';
import { chosenIds, unprovenIn, type AskedExtra, type UnprovenExtra } from './proof.ts';
import type { SelectedAccessory } from './extras.ts';
import type { Most } from './money.ts';
import { judged, type QuotedTrip } from './quote-trip.ts';
import type { Session } from './session.ts';
import { namedVehicle } from './vehicle.ts';

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
  return { ...tripOf(plan), vehicleId: plan.vehicle.vehicleId, ...chosenIds(askedOf(plan)) };
}

function askedOf({ accessories, insurance }: Pick<TripPlan, 'accessories' | 'insurance'>): AskedExtra[] {
  return [
    ...accessories.map(({ id, name, quantity }) => ({ kind: 'accessory', id, name, quantity }) as const),
    ...[insurance ?? []].flat().map(({ id, name }) => ({ kind: 'insurance', id, name, quantity: 1 }) as const),
  ];
}

/** What the quote of a plan lacks. */
export function unprovenOf(plan: QuotedPlan): readonly UnprovenExtra[] {
  return unprovenIn(plan.quote, askedOf(plan));
}

/** The plan as if its quote had been asked for in one go. */
export function quotedTripOf(plan: QuotedPlan, session: Session, maxTotal?: Most): QuotedTrip {
  const { accessories, insurance, quote, vehicle, vehicleLabel: label } = plan;
  const priced = {
    selection: selectionOf(plan),
    vehicle: { ...namedVehicle(vehicle), label },
    asked: askedOf(plan),
    offered: { accessories, plans: insurance === null ? [] : [insurance] },
    quote,
  };
  return judged(priced, session, maxTotal);
}
