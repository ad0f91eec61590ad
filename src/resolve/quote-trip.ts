/** One price from the texts of a request. */
import type { Trip } from '../api/types.ts';
import { expiredNotes } from '../planner/expiry.ts';
import { aboveMaxAmount, type MaxAmount } from '../planner/max-amount.ts';
import { priceTrip, type QuotedTrip, type ResolvedRequest } from '../planner/price-trip.ts';
import { chosenIds } from '../planner/proof.ts';
import type { Session } from '../planner/session.ts';
import { wantedTimesOf } from '../planner/wanted-times.ts';
import { resolveExtras, type ExtrasRequest } from './extras.ts';
import { resolveCheckedTrip, type TripRequest, type LookUpOptions } from './trip.ts';
import { resolveVehicle } from './vehicle.ts';

interface VehicleRequest extends ExtrasRequest {
  /** An id, a name or `cheapest`, the lowest daily rate. */
  readonly vehicle: string;
}

interface QuoteRequest extends TripRequest, VehicleRequest {
  /** The highest total that is good enough. */
  readonly maxTotal?: MaxAmount | undefined;
}

/**
 * Throws UsageError, NotAvailableError, and what the service throws. Warns of extras that the quote
 * lacks, of an expired quote, and of too high a total.
 */
export async function quoteTrip(
  request: QuoteRequest,
  session: Session,
  options: LookUpOptions,
): Promise<QuotedTrip> {
  const trip = await resolveCheckedTrip(request, session, options);
  const resolved = {
    ...(await resolveRequest(request, trip, session, options)),
    wanted: wantedTimesOf(request),
  };
  const { operator, service, depots, chargedDays, today } = session;
  const pricing = { operator, service, depots: depots.known(), chargedDays, today };
  const quoted = await priceTrip(resolved, pricing, request.maxTotal);
  options.warn(
    ...quoted.unproven.map(({ message }) => message),
    ...expiredNotes([quoted.quote], session.now()),
    ...aboveMaxAmount(quoted.quote, request.maxTotal),
  );
  return quoted;
}

/** The vehicle and its extras. Throws UsageError and NotAvailableError. */
export async function resolveRequest(
  request: VehicleRequest,
  trip: Trip,
  session: Session,
  options: LookUpOptions,
): Promise<ResolvedRequest> {
  const vehicle = await resolveVehicle(request.vehicle, trip, session, options);
  const extras = await resolveExtras(request, vehicle.id, trip, session, options);
  return {
    selection: { ...trip, vehicleId: vehicle.id, ...chosenIds(extras.requested) },
    vehicle,
    ...extras,
  };
}
