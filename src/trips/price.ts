/** The best prices in a document, with their parts. */
import type { Trip } from '../api/types.ts';
import { rankedByCurrency, tripOf, type PricedOffer } from '../documents/offers.ts';
import type { Named } from '../planner/names.ts';
import { describeTrip } from '../planner/trip-words.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import type { Answered, AnsweredQuote } from './trip.ts';

type Amounts = Pick<PricedOffer, 'totalAmount' | 'currency' | 'checkoutUrl' | 'priceBreakdown'>;

export interface PriceInFull extends Amounts {
  readonly vehicle: Named;
  readonly trip: Trip;
  /** Undefined in the price of a single trip. */
  readonly operator?: string;
  /** `Kea, Auckland → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
  readonly label: string;
}

/** Of each currency the cheapest that is ranked, the best of all first; of a single trip its price. */
export function bestPrices(answered: Answered): PriceInFull[] {
  if (answered.kind === 'quote') return [priceOfQuote(answered)];
  return rankedByCurrency(answered.document.offers).flatMap(([best]) => (best ? priceOfOffer(best) : []));
}

function priceOfOffer(offer: PricedOffer): PriceInFull {
  const [vehicle, trip] = [namedVehicle(offer.vehicle), tripOf(offer)];
  const depots = [
    { id: trip.pickUpDepotId, name: offer.pickUp },
    { id: trip.dropOffDepotId, name: offer.dropOff },
  ];
  return { ...offer, vehicle, trip, label: labelOf(vehicle, trip, depots) };
}

function priceOfQuote({ operators: [{ names }], document }: AnsweredQuote): PriceInFull {
  const id = document.selection.vehicle_id;
  const name = names.vehicles.find((one) => one.id === id)?.name ?? document.vehicle?.name ?? `Vehicle ${id}`;
  const [vehicle, trip] = [{ id, name }, tripOf(document)];
  const { totalAmount, currency, checkoutUrl, priceBreakdown } = document;
  const amounts = { totalAmount, currency, checkoutUrl, priceBreakdown };
  return { ...amounts, vehicle, trip, label: labelOf(vehicle, trip, names.depots) };
}

function labelOf({ name }: Named, trip: Trip, depots: readonly Named[]): string {
  return `${name}, ${describeTrip(trip, depots)}`;
}
