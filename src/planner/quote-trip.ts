/** One price from the words of a request: what they resolve to, the quote, whether the days have times, and what the quote proves. */
import type { Client } from '../api/client.ts';
import { checkoutLink } from '../api/links.ts';
import type { CalendarDate, Depot, Quote, Selection, Trip } from '../api/types.ts';
import { closedDaysOf, type ClosedDay } from './closed-days.ts';
import { expiredNotes } from './expiry.ts';
import { readExtras, type ExtrasRequest, type OfferedExtras } from './extras.ts';
import { aboveMaxAmount, type MaxAmount } from './max-amount.ts';
import { chosenIds, unprovenIn, type AskedExtra, type UnprovenExtra } from './proof.ts';
import type { Operator, Session } from './session.ts';
import { nameDepots, readTrip, type TripRequest, type TripRules } from './trip.ts';
import { readVehicle, type FoundVehicle } from './vehicle.ts';

interface VehicleRequest extends ExtrasRequest {
  /** An id, a name or `cheapest`, the lowest daily rate. */
  readonly vehicle: string;
}

interface QuoteRequest extends TripRequest, VehicleRequest {
  /** The highest total that is good enough. */
  readonly maxTotal?: MaxAmount | undefined;
}

/** A request for a quote of which every word is resolved. */
export interface ResolvedRequest {
  readonly selection: Selection;
  readonly vehicle: FoundVehicle;
  readonly asked: readonly AskedExtra[];
  /** The lists that were asked for. */
  readonly offered: OfferedExtras;
}

export interface QuotedTrip extends ResolvedRequest {
  readonly quote: Quote;
  readonly checkoutUrl: string;
  readonly closed: readonly ClosedDay[];
  readonly unproven: readonly UnprovenExtra[];
  /** The total is above the highest that is good enough, or in another currency. */
  readonly isTooDear: boolean;
}

/**
 * Throws UsageError for words that fit nothing, NotAvailableError, and what the service throws. A total that is too high is not an error:
 * it is said, and the quote is there.
 */
export async function quoteTrip(request: QuoteRequest, session: Session, rules: TripRules): Promise<QuotedTrip> {
  const trip = await readCheckedTrip(request, session, rules);
  const resolved = await resolveRequest(request, trip, session, rules);
  const { operator, service, depots, today } = session;
  const quoted = await priceTrip(resolved, { operator, service, depots: depots.known(), today }, request.maxTotal);
  rules.warn(
    ...quoted.unproven.map(({ message }) => message),
    ...expiredNotes([quoted.quote], session.now()),
    ...aboveMaxAmount(quoted.quote, request.maxTotal),
  );
  return quoted;
}

/** What a price and its booking link need of an operator. */
interface PricingContext {
  readonly operator: Pick<Operator, 'siteUrl'>;
  readonly service: Pick<Client, 'quote'>;
  /** Days are checked only at these depots. */
  readonly depots: readonly Depot[];
  /** The operator's day. */
  today(): CalendarDate;
}

/** Gets the quote, and what it proves. Throws what the service throws. */
export async function priceTrip(
  request: ResolvedRequest,
  { operator, service, depots, today }: PricingContext,
  maxTotal?: MaxAmount,
): Promise<QuotedTrip> {
  const { selection, asked } = request;
  const quote = await service.quote(selection);
  return {
    ...request,
    quote,
    checkoutUrl: checkoutLink(operator.siteUrl, selection),
    closed: closedDaysOf([selection], depots, today),
    unproven: unprovenIn(quote, asked),
    isTooDear: aboveMaxAmount(quote, maxTotal).length > 0,
  };
}

/** The trip, with a warning for each day on which its depot lists no times. Throws UsageError. */
export async function readCheckedTrip(request: TripRequest, session: Session, rules: TripRules): Promise<Trip> {
  const trip = await readTrip(request, session, rules);
  const { depots, today } = session;
  const known = await (rules.lookUp === 'depots' ? nameDepots(depots) : depots.stored());
  rules.warn(...closedDaysOf([trip], known, today).map(({ message }) => message));
  return trip;
}

/** The vehicle and its extras. Throws UsageError and NotAvailableError. */
export async function resolveRequest(
  request: VehicleRequest,
  trip: Trip,
  session: Session,
  rules: TripRules,
): Promise<ResolvedRequest> {
  const vehicle = await readVehicle(request.vehicle, trip, session, rules);
  const extras = await readExtras(request, vehicle.id, trip, session, rules);
  return { selection: { ...trip, vehicleId: vehicle.id, ...chosenIds(extras.asked) }, vehicle, ...extras };
}
