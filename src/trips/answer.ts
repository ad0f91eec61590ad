/** What a document answers to a question: its best price, or why it has none to compare. */
import type { Trip } from '../api/types.ts';
import { isPriced, tripOf, type Comparison, type PricedOffer } from '../documents/offers.ts';
import { addMoney } from '../planner/money.ts';
import type { Named } from '../planner/names.ts';
import { unprovenIn } from '../planner/proof.ts';
import { fees } from '../planner/receipt.ts';
import { describeTrip } from '../planner/trip-words.ts';
import { namedVehicle } from '../planner/vehicle.ts';
import { joinWords } from '../text.ts';
import { extrasIn, renamedIn } from './question.ts';
import type { Answer, Answered, AnsweredComparison, AnsweredQuote, Parts, Price } from './trip.ts';

/** How an answer ended that has no price to compare. */
export type Problem = Pick<Answer, 'end' | 'reason'>;

/** `priced` only if all that was asked for is in the price, and still is what it was. `at`: epoch ms. */
export function answerOf(answered: Answered, at: number): Answer {
  const problem = answered.kind === 'quote' ? problemOfQuote(answered) : problemOfComparison(answered);
  const { document } = answered;
  if (problem !== undefined) return { at, ...problem, document };
  const best = answered.kind === 'quote' ? priceOfQuote(answered) : bestPrice(answered.document);
  return best === undefined ? { at, end: 'not_available', document } : { at, end: 'priced', ...best, document };
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

interface Best {
  readonly price: Price;
  readonly parts: Parts;
}

function priceOfQuote({ operators: [{ names }], document }: AnsweredQuote): Best {
  return priceOf(document, tripOf(document), { vehicle: names.vehicles[0]?.name ?? '', depots: names.depots });
}

/** The cheapest that is ranked. */
function bestPrice({ offers }: Comparison): Best | undefined {
  const offer = offers.filter(isPriced).find(({ rank }) => rank !== null);
  if (offer === undefined) return undefined;
  const trip = tripOf(offer);
  const depots = [
    { id: trip.pickUpDepotId, name: offer.pickUp },
    { id: trip.dropOffDepotId, name: offer.dropOff },
  ];
  return priceOf(offer, trip, { vehicle: offer.vehicle.name, operator: offer.operator, depots });
}

interface Of {
  readonly vehicle: string;
  /** Undefined for a single trip. */
  readonly operator?: string;
  readonly depots: readonly Named[];
}

type Priced = Pick<PricedOffer, 'totalAmount' | 'currency' | 'checkoutUrl' | 'priceBreakdown'>;

/** Of several extras with one name, the costs are one part. */
function priceOf(priced: Priced, trip: Trip, { vehicle, operator, depots }: Of): Best {
  const { totalAmount: total, currency, checkoutUrl, priceBreakdown } = priced;
  const { accessories, insurance } = priceBreakdown;
  const costs: Record<string, number> = {};
  for (const { key } of fees) costs[key] = priceBreakdown[key];
  for (const { name, cost } of accessories) {
    const field = `accessories.${name}`;
    costs[field] = addMoney([costs[field] ?? 0, cost]);
  }
  if (insurance !== null) costs[`insurance.${insurance.name}`] = insurance.cost;
  const { pickUpDate, dropOffDate } = trip;
  const words = { currency, vehicle, ...(operator !== undefined && { operator }), pickUpDate, dropOffDate };
  const label = `${vehicle}, ${describeTrip(trip, depots)}`;
  return { price: { total, currency, label, checkoutUrl }, parts: { totalAmount: total, ...costs, ...words } };
}
