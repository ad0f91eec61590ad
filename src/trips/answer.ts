/** What a document answers to a question: its best price, or why it has none to compare. */
import type { Trip } from '../api/types.ts';
import { isPriced, tripOf, type PricedOffer } from '../documents/offers.ts';
import type { AnswerFacts } from '../documents/trips.ts';
import type { Named } from '../planner/names.ts';
import { unprovenIn } from '../planner/proof.ts';
import { describeTrip } from '../planner/trip-words.ts';
import { joinWords } from '../base/words.ts';
import { namesIn, renamedIn } from './names.ts';
import type { Answer, Answered, AnsweredComparison, AnsweredQuote } from './trip.ts';

/** An answer, with the document from which it is if there is one. */
export type Reply = Answer & { readonly asked?: Answered };

/** How an answer ended that has no price to compare. */
export type Problem = Pick<Answer, 'end' | 'reason'>;

/** What has the best price. */
export interface Best {
  readonly priced: Pick<PricedOffer, 'totalAmount' | 'currency' | 'checkoutUrl' | 'priceBreakdown'>;
  readonly vehicle: string;
  /** Undefined for a single trip. */
  readonly operator?: string;
  readonly trip: Trip;
  readonly depots: readonly Named[];
}

const noPrice = { total: null, currency: null, label: null, checkoutUrl: null };

/** What the documents say of an answer. */
export function factsOf(name: string, { price, asked: _, ...answer }: Reply): AnswerFacts {
  return { name, ...noPrice, ...price, ...answer };
}

export function answerOf(asked: Answered, askedAt: string): Reply {
  const best = bestOf(asked);
  if ('end' in best) return { askedAt, ...best, asked };
  const { totalAmount: total, currency, checkoutUrl } = best.priced;
  const label = `${best.vehicle}, ${describeTrip(best.trip, best.depots)}`;
  return { askedAt, end: 'priced', price: { total, currency, label, checkoutUrl }, asked };
}

/** A price only if all that was asked for is in it, and still is what it was. */
export function bestOf(asked: Answered): Best | Problem {
  return asked.kind === 'quote' ? bestOfQuote(asked) : (problemOf(asked) ?? bestOffer(asked));
}

function bestOfQuote({ document, asked, operators: [{ depots }] }: AnsweredQuote): Best | Problem {
  const unproven = unprovenIn(document, asked).map(({ message }) => message);
  if (unproven.length > 0) return { end: 'incomplete', reason: unproven.join('; ') };
  return { priced: document, vehicle: document.vehicle?.name ?? '', trip: tripOf(document), depots };
}

function problemOf({ operators, document }: AnsweredComparison): Problem | undefined {
  const { offers, failures, interrupted } = document;
  for (const operator of operators) {
    const renamed = renamedIn(operator, namesIn(document, operator.name));
    if (renamed !== undefined) return { end: 'changed', reason: renamed };
  }
  // Not those of an operator that was named, but has none of the depots: the trip does not ask it.
  const failure = firstLost(failures.filter(({ operator }) => operators.some(({ name }) => name === operator)));
  if (interrupted || failure !== undefined)
    return { end: 'partial', reason: failure?.reason ?? 'the sweep ended early' };
  const isRanked = offers.some(({ rank }) => rank !== null);
  const lacking = offers.find(({ missing }) => missing.length > 0);
  if (isRanked || lacking === undefined) return undefined;
  return { end: 'incomplete', reason: `not in the price as asked: ${joinWords(lacking.missing)}` };
}

/** The first request without an answer; the 404 of a quote is an answer. */
export function firstLost(failures: AnsweredComparison['document']['failures']) {
  return failures.find(({ code }) => code !== 'not_available');
}

/** The cheapest that is ranked. */
function bestOffer({ document: { offers } }: AnsweredComparison): Best | Problem {
  const offer = offers.filter(isPriced).find(({ rank }) => rank !== null);
  if (offer === undefined) return { end: 'not_available' };
  const trip = tripOf(offer);
  const depots = [
    { id: trip.pickUpDepotId, name: offer.pickUp },
    { id: trip.dropOffDepotId, name: offer.dropOff },
  ];
  return { priced: offer, vehicle: offer.vehicle.name, operator: offer.operator, trip, depots };
}
