/** What a document says in short: the best price. */
import type { Trip } from '../api/types.ts';
import { rankedByCurrency, tripOf, type Comparison, type PricedOffer } from '../documents/offers.ts';
import type { Named } from '../planner/names.ts';
import { namedVehicle } from '../planner/selection.ts';
import { describeTrip } from '../planner/trip-words.ts';
import type { Question } from './question.ts';
import type { QuoteDocument, TripDocument } from './trip.ts';

/** A price with its parts. */
export interface Priced extends Pick<PricedOffer, 'totalAmount' | 'currency' | 'checkoutUrl' | 'priceBreakdown'> {
  readonly vehicle: string;
  readonly vehicleId: number;
  readonly trip: Trip;
  /** Undefined in the price of a single trip. */
  readonly operator: string | undefined;
  /** `Kea, Auckland → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
  readonly label: string;
}

/** The only price, or the cheapest that is ranked. Undefined if nothing has one. */
export function bestOf(question: Question, document: TripDocument): Priced | undefined {
  return bestByCurrency(question, document)[0];
}

/** The same of each currency. */
export function bestByCurrency(question: Question, document: TripDocument): Priced[] {
  if (question.kind === 'quote') return [priceOfQuote(question, document as QuoteDocument)];
  return rankedByCurrency((document as Comparison).offers).flatMap(([best]) => (best ? priceOfOffer(best) : []));
}

function priceOfOffer(best: PricedOffer): Priced {
  const { selection, pickUp, dropOff, operator, vehicle } = best;
  const depots = [
    { id: selection.pick_up_depot_id, name: pickUp },
    { id: selection.drop_off_depot_id, name: dropOff },
  ];
  return priced(best, { operator, vehicle: namedVehicle(vehicle), depots });
}

function priceOfQuote({ names: [known] }: Question, document: QuoteDocument): Priced {
  const id = document.selection.vehicle_id;
  const name = known?.vehicles.find((one) => one.id === id)?.name ?? document.vehicle?.name ?? `Vehicle ${id}`;
  return priced(document, { operator: undefined, vehicle: { id, name }, depots: known?.depots ?? [] });
}

interface Of {
  readonly operator: string | undefined;
  readonly vehicle: Named;
  readonly depots: readonly Named[];
}

function priced(document: QuoteDocument | PricedOffer, { operator, vehicle, depots }: Of): Priced {
  const { totalAmount, currency, checkoutUrl, priceBreakdown } = document;
  const trip = tripOf(document);
  const label = `${vehicle.name}, ${describeTrip(trip, depots)}`;
  return {
    ...{ totalAmount, currency, checkoutUrl, priceBreakdown, operator, trip, label },
    ...{ vehicle: vehicle.name, vehicleId: vehicle.id },
  };
}
