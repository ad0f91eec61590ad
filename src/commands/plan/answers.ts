/** The answers of the wizard, the flags that can give them, and the quote request made of them. */
import type { Depot, InsurancePlan, RentalDates, Trip, Vehicle } from '../../api/types.ts';
import { dropOffOfFlags, type ExtrasOptions, type TripOptions } from '../../cli/trip-flags.ts';
import type { SelectedAccessory } from '../../resolve/extras.ts';
import { chosenIds } from '../../planner/proof.ts';
import type { ResolvedRequest } from '../../planner/price-trip.ts';
import { labelOfVehicle, asNamed } from '../../planner/vehicle.ts';

/** Each as the service lists it. */
export interface WizardAnswers extends RentalDates {
  readonly pickUp: Depot;
  readonly dropOff: Depot;
  readonly vehicle: Vehicle;
  readonly accessories: readonly SelectedAccessory[];
  /** Null: no insurance plan. */
  readonly insurance: InsurancePlan | null;
}

export type AnswerKey = keyof WizardAnswers;

/** The answers that `answeredTrip` needs. */
export type TripKey = 'pickUp' | 'dropOff' | 'pickUpDate' | 'dropOffDate';

/** The texts of the flags, under the answers that they give. */
export interface FlagTexts {
  readonly pickUp?: string | undefined;
  readonly dropOff?: string | undefined;
  readonly pickUpDate?: string | undefined;
  readonly dropOffDate?: string | undefined;
  readonly vehicle?: string | undefined;
  readonly accessories?: readonly string[] | undefined;
  readonly insurance?: readonly string[] | undefined;
}

export type WizardOptions = TripOptions & ExtrasOptions & { readonly vehicle?: string };

/** Throws UsageError if the drop-off date is given in two ways. */
export function flagTextsOf(options: WizardOptions): FlagTexts {
  const { pickUp, dropOff, from, vehicle, accessory, insurance } = options;
  return {
    pickUp,
    dropOff,
    pickUpDate: from,
    dropOffDate: dropOffOfFlags(options),
    vehicle,
    accessories: accessory,
    insurance,
  };
}

export function answeredTrip({
  pickUp,
  dropOff,
  pickUpDate,
  dropOffDate,
}: Pick<WizardAnswers, TripKey>): Trip {
  return { pickUpDepotId: pickUp.id, dropOffDepotId: dropOff.id, pickUpDate, dropOffDate };
}

/** `available`: the vehicles from which the user chose. */
export function quoteRequestOf(
  answers: WizardAnswers,
  available: readonly Vehicle[],
): ResolvedRequest {
  const { vehicle, accessories, insurance } = answers;
  const plans = insurance === null ? [] : [insurance];
  const requested = [
    ...accessories.map(
      ({ id, name, quantity }) => ({ kind: 'accessory', id, name, quantity }) as const,
    ),
    ...plans.map(({ id, name }) => ({ kind: 'insurance', id, name, quantity: 1 }) as const),
  ];
  return {
    selection: { ...answeredTrip(answers), vehicleId: vehicle.vehicleId, ...chosenIds(requested) },
    vehicle: { ...asNamed(vehicle), label: labelOfVehicle(vehicle, available) },
    requested,
    offered: { accessories, plans },
  };
}
