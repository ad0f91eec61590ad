/** The recommended order in one go: depots, availability, extras, quote. */
import type { RentalDates } from '../api/types.ts';
import { resolve } from './names.ts';
import {
  isNone,
  labelOfVehicle,
  selectAccessories,
  selectInsurance,
  selectionOf,
  selectVehicle,
  tripOf,
  type ExtrasRequest,
  type QuotedPlan,
} from './selection.ts';
import type { Session } from './session.ts';
import { readDates, type TripRequest, type WithNotes } from './trip.ts';

export interface PlanRequest extends TripRequest, ExtrasRequest {
  /** An id, a name or `cheapest`. */
  readonly vehicle: string;
}

/** Throws UsageError for a name that fits nothing, NotAvailableError, and what the service throws. */
export async function planTrip(request: PlanRequest, session: Session): Promise<WithNotes<QuotedPlan>> {
  // Dates first, so that a typing mistake is found before a request is spent.
  const { value: dates, notes } = await readDates(request, session.today());
  const depots = await session.depots.list();
  const pickUp = resolve(request.pickUp, depots, 'depot');
  const dropOff = request.dropOff === undefined ? pickUp : resolve(request.dropOff, depots, 'depot');
  const available = await session.service.availability(tripOf({ pickUp, dropOff, ...dates }));
  const vehicle = selectVehicle(request.vehicle, available);
  const extras = await selectExtras(request, vehicle.vehicleId, dates, session);
  const vehicleLabel = labelOfVehicle(vehicle, available);
  const plan = { pickUp, dropOff, ...dates, vehicle, vehicleLabel, ...extras };
  return { value: { ...plan, quote: await session.service.quote(selectionOf(plan)) }, notes };
}

/** Asks only for the lists from which something is wanted. */
async function selectExtras(
  { accessory = [], insurance = 'none' }: ExtrasRequest,
  vehicleId: number,
  dates: RentalDates,
  { service }: Session,
) {
  const [accessories, plans] = await Promise.all([
    accessory.length === 0 ? [] : service.accessories(vehicleId, dates),
    isNone(insurance) ? [] : service.insuranceTypes(vehicleId, dates),
  ]);
  return { accessories: selectAccessories(accessory, accessories), insurance: selectInsurance(insurance, plans) };
}
