/** One price from the words of a request: what was meant, the quote, whether the days have times, and what the quote proves. */
import { checkoutLink } from '../api/links.ts';
import type { Depot, Quote, Selection, Trip } from '../api/types.ts';
import { closedDaysOf, type ClosedDay } from './closed-days.ts';
import { expiredNotes } from './expiry.ts';
import { readExtras, type ExtrasRequest, type OfferedExtras } from './extras.ts';
import { aboveMaxAmount, type MaxAmount } from './max-amount.ts';
import { chosenIds, unprovenIn, type AskedExtra, type UnprovenExtra } from './proof.ts';
import type { Session } from './session.ts';
import { nameDepots, readTrip, type TripRequest, type TripRules } from './trip.ts';
import { readVehicle, type FoundVehicle } from './vehicle.ts';

interface WantedRequest extends ExtrasRequest {
  /** An id, a name or `cheapest`, the lowest daily rate. */
  readonly vehicle: string;
}

interface QuoteRequest extends TripRequest, WantedRequest {
  /** The highest total that is good enough. */
  readonly maxTotal?: MaxAmount | undefined;
}

/** What a quote is asked for. */
export interface Wanted {
  readonly selection: Selection;
  readonly vehicle: FoundVehicle;
  readonly asked: readonly AskedExtra[];
  /** The lists that were asked for. */
  readonly offered: OfferedExtras;
}

export interface QuotedTrip extends Wanted {
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
  const wanted = await readWanted(request, trip, session, rules);
  const { operator, service, today } = session;
  const parts = { operator, service, today, depots: session.depots.known() };
  const quoted = await priceTrip(wanted, parts, request.maxTotal);
  rules.warn(
    ...quoted.unproven.map(({ message }) => message),
    ...expiredNotes([quoted.quote], session.now()),
    ...aboveMaxAmount(quoted.quote, request.maxTotal),
  );
  return quoted;
}

interface PriceParts extends Pick<Session, 'operator' | 'today'> {
  readonly service: Pick<Session['service'], 'quote'>;
  /** As far as they are known. */
  readonly depots: readonly Depot[];
}

/** Gets the quote, and what it proves. Throws what the service throws. */
export async function priceTrip(
  wanted: Wanted,
  { operator, service, depots, today }: PriceParts,
  maxTotal?: MaxAmount,
): Promise<QuotedTrip> {
  const { selection, asked } = wanted;
  const quote = await service.quote(selection);
  return {
    ...wanted,
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
export async function readWanted(
  request: WantedRequest,
  trip: Trip,
  session: Session,
  rules: TripRules,
): Promise<Wanted> {
  const vehicle = await readVehicle(request.vehicle, trip, session, rules);
  const extras = await readExtras(request, vehicle.id, trip, session, rules);
  return { selection: { ...trip, vehicleId: vehicle.id, ...chosenIds(extras.asked) }, vehicle, ...extras };
}
