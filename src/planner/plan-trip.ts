/** The recommended order in one go: depots, availability, extras, quote. */
import type { Depot, InsurancePlan, Quote, RentalDates, Selection, Trip, Vehicle } from '../api/types.ts';
import type { Note } from './names.ts';
import { chosenIds, unprovenIn, type AskedExtra, type UnprovenExtra } from './proof.ts';
import { selectAccessories, selectInsurance, type ExtrasRequest, type SelectedAccessory } from './extras.ts';
import { labelOfVehicle, selectVehicle } from './selection.ts';
import type { Session } from './session.ts';
import { readDates, readDepot, type TripRequest, type WithNotes } from './trip.ts';
import { isWord, withoutNone } from './read.ts';

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
    ...(insurance === null
      ? []
      : [{ kind: 'insurance', id: insurance.id, name: insurance.name, quantity: 1 } as const]),
  ];
}

/** What the quote of a plan lacks. */
export function unprovenOf(plan: QuotedPlan): readonly UnprovenExtra[] {
  return unprovenIn(plan.quote, askedOf(plan));
}

export interface PlanRequest extends TripRequest, ExtrasRequest {
  /** An id, a name or `cheapest`. */
  readonly vehicle: string;
}

/** Throws UsageError for a name that fits nothing, NotAvailableError, and what the service throws. */
export async function planTrip(
  request: PlanRequest,
  session: Session,
  { allowPart = false }: { readonly allowPart?: boolean } = {},
): Promise<WithNotes<QuotedPlan>> {
  // Dates first, so that a typing mistake is found before a request is spent.
  const { value: dates, notes: dateNotes } = readDates(request, session.today());
  const notes = [...dateNotes];
  const note: Note = (text) => void notes.push(text);
  const pickUp = await readDepot(request.pickUp, session.depots, note);
  const dropOff = request.dropOff === undefined ? pickUp : await readDepot(request.dropOff, session.depots, note);
  const seen = await session.seenVehicles();
  const available = await session.service.availability(tripOf({ pickUp, dropOff, ...dates }));
  const vehicle = selectVehicle(request.vehicle, available, { seen, allowPart, note });
  const { vehicleId } = vehicle;
  const { accessory = [], insurance = 'none' } = request;
  // Only the lists from which something is wanted.
  const [accessories, plans] = await Promise.all([
    withoutNone(accessory).length === 0 ? [] : session.service.accessories(vehicleId, dates),
    isWord(insurance, 'none') ? [] : session.service.insuranceTypes(vehicleId, dates),
  ]);
  const plan = {
    pickUp,
    dropOff,
    ...dates,
    vehicle,
    vehicleLabel: labelOfVehicle(vehicle, available),
    accessories: selectAccessories(accessory, accessories, note),
    insurance: selectInsurance(insurance, plans, note),
  };
  return { value: { ...plan, quote: await session.service.quote(selectionOf(plan)) }, notes };
}
