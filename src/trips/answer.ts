/** What a document answers to a question: its best price, or why it has none to compare. */
import type { Trip } from '../api/types.ts';
import { isPriced, tripOf, type PricedOffer } from '../documents/offers.ts';
import type { Named } from '../planner/names.ts';
import { unprovenIn } from '../planner/proof.ts';
import { describeTrip } from '../planner/trip-words.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import { joinWords } from '../text.ts';
import { extrasIn, renamedIn } from './question.ts';
import type { Answer, Answered, AnsweredComparison, AnsweredQuote } from './trip.ts';

/** How an answer ended that has no price to compare. */
export type Problem = Pick<Answer, 'end' | 'reason'>;

/** `priced` only if all that was asked for is in the price, and still is what it was. `at`: epoch ms. */
export function answerOf(answered: Answered, at: number): Answer {
  const problem = answered.kind === 'quote' ? problemOfQuote(answered) : problemOfComparison(answered);
  const { document } = answered;
  if (problem !== undefined) return { at, ...problem, document };
  const best = bestPrice(answered);
  if (best === undefined) return { at, end: 'not_available', document };
  const { totalAmount: total, currency, label, checkoutUrl } = best;
  return { at, end: 'priced', price: { total, currency, label, checkoutUrl }, document };
}

function problemOfQuote({ document, asked }: AnsweredQuote): Problem | undefined {
  const unproven = unprovenIn(document.quote ?? document, asked).map(({ message }) => message);
  return unproven.length === 0 ? undefined : { end: 'incomplete', reason: unproven.join('; ') };
}

function problemOfComparison({ operators, document }: AnsweredComparison): Problem | undefined {
  const { offers, failures, interrupted } = document;
  for (const { name, names } of operators) {
    const own = offers.filter(({ operator }) => operator === name);
    const extras = extrasIn(own.filter(isPriced));
    const renamed = renamedIn(names, { vehicles: own.map(({ vehicle }) => namedVehicle(vehicle)), ...extras });
    if (renamed !== undefined) return { end: 'changed', reason: renamed };
  }
  // Not those of an operator that was named, but has none of the depots: the trip does not ask it.
  const failure = failures.find(({ operator }) => operators.some(({ name }) => name === operator));
  if (interrupted || failure !== undefined)
    return { end: 'partial', reason: failure?.reason ?? 'the sweep ended early' };
  const isRanked = offers.some(({ rank }) => rank !== null);
  const lacking = offers.find(({ missing }) => missing.length > 0);
  if (isRanked || lacking === undefined) return undefined;
  return { end: 'incomplete', reason: `not in the price as asked: ${joinWords(lacking.missing)}` };
}

export interface PriceInFull extends Pick<PricedOffer, 'totalAmount' | 'currency' | 'checkoutUrl' | 'priceBreakdown'> {
  readonly vehicle: Named;
  readonly trip: Trip;
  /** Undefined in the price of a single trip. */
  readonly operator?: string;
  /** `Kea, Auckland → Queenstown, Sun 20 Dec 2026 – Sun 27 Dec 2026, 7 nights`. */
  readonly label: string;
}

/** The cheapest that is ranked. */
export function bestPrice(answered: Answered): PriceInFull | undefined {
  if (answered.kind === 'quote') return priceOfQuote(answered);
  const offer = answered.document.offers.filter(isPriced).find(({ rank }) => rank !== null);
  if (offer === undefined) return undefined;
  const [vehicle, trip] = [namedVehicle(offer.vehicle), tripOf(offer)];
  const depots = [
    { id: trip.pickUpDepotId, name: offer.pickUp },
    { id: trip.dropOffDepotId, name: offer.dropOff },
  ];
  return { ...offer, vehicle, trip, label: labelOf(vehicle, trip, depots) };
}

function priceOfQuote({ operators: [{ names }], document }: AnsweredQuote): PriceInFull {
  const id = document.selection.vehicle_id;
  const [vehicle = { id, name: `Vehicle ${id}` }] = names.vehicles;
  const trip = tripOf(document);
  return { ...document, vehicle, trip, label: labelOf(vehicle, trip, names.depots) };
}

function labelOf({ name }: Named, trip: Trip, depots: readonly Named[]): string {
  return `${name}, ${describeTrip(trip, depots)}`;
}
