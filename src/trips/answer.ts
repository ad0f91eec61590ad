/** The best price in a document, or why it has none. */
import type { Trip } from '../api/types.ts';
import { joinWords, shortName } from '../base/words.ts';
import { labelsIn, quoteNames } from '../documents/labels.ts';
import { isPriced, offerTrip, type PricedOffer } from '../documents/offers.ts';
import { quotedTitle } from '../documents/quote-view.ts';
import type { AnswerFacts } from '../documents/trips.ts';
import type { Named } from '../planner/names.ts';
import { unprovenIn } from '../planner/proof.ts';
import { describeTrip } from '../planner/trip-words.ts';
import type {
  AnsweredComparison,
  AnsweredQuestion,
  AnsweredQuote,
  NewAnswer,
  TripAnswer,
} from './saved-trip.ts';

const noPrice = { total: null, currency: null, label: null, checkoutUrl: null };

/** An answer as every document of `rental trips` has it. */
export function answerFacts(name: string, answer: TripAnswer): AnswerFacts {
  const { askedAt, end, price, reason } = answer;
  return { name, ...noPrice, ...price, askedAt, end, reason };
}

export function newAnswer(question: AnsweredQuestion, askedAt: string): NewAnswer {
  const best = bestPrice(question);
  if ('end' in best) return { askedAt, ...best, question };
  const { totalAmount: total, currency, checkoutUrl } = best.priced;
  const label = `${best.title}, ${describeTrip(best.trip, best.depots)}`;
  return { askedAt, end: 'priced', price: { total, currency, label, checkoutUrl }, question };
}

/** The end of an answer without a price. */
export type NoPrice = Pick<TripAnswer, 'end' | 'reason'>;

interface BestPrice {
  readonly priced: Pick<PricedOffer, 'totalAmount' | 'currency' | 'checkoutUrl' | 'priceBreakdown'>;
  readonly vehicle: string;
  /** The name of the vehicle, with its id if another vehicle has this name. */
  readonly title: string;
  /** Undefined for a quote. */
  readonly operator?: string;
  readonly trip: Trip;
  readonly depots: readonly Named[];
}

/** A best price includes everything requested. */
export function bestPrice(question: AnsweredQuestion): BestPrice | NoPrice {
  if (question.kind === 'quote') return priceOfQuote(question);
  return whyIncomplete(question) ?? priceOfComparison(question);
}

function priceOfQuote({
  document,
  requested,
  operators: [{ depots }],
}: AnsweredQuote): BestPrice | NoPrice {
  const unproven = unprovenIn(document, requested).map(({ message }) => message);
  if (unproven.length > 0) return { end: 'incomplete', reason: unproven.join('; ') };
  return {
    priced: document,
    vehicle: document.vehicle?.name ?? '',
    title: quotedTitle(document),
    trip: offerTrip(document),
    depots: quoteNames(document, depots).depots,
  };
}

function whyIncomplete({ operators, document }: AnsweredComparison): NoPrice | undefined {
  const { offers, failures, interrupted } = document;
  // Other operators have none of the depots, so their failures do not count.
  const failure = firstUnanswered(
    failures.filter(({ operator }) => operators.some(({ name }) => name === operator)),
  );
  if (interrupted || failure !== undefined)
    return { end: 'partial', reason: failure?.reason ?? 'the comparison ended early' };
  const isRanked = offers.some(({ rank }) => rank !== null);
  const lacking = offers.find(
    ({ missing, unchecked = [] }) => missing.length + unchecked.length > 0,
  );
  if (isRanked || lacking === undefined) return undefined;
  const extras = [...lacking.missing, ...(lacking.unchecked ?? [])];
  return { end: 'incomplete', reason: `not in the price as requested: ${joinWords(extras)}` };
}

/** The first request without an answer. The 404 of a quote is an answer. */
export function firstUnanswered(failures: AnsweredComparison['document']['failures']) {
  return failures.find(({ code }) => code !== 'not_available');
}

function priceOfComparison({ document, operators }: AnsweredComparison): BestPrice | NoPrice {
  const offer = bestOffer(document);
  if (offer === undefined) {
    if (document.offers.length > 0) return { end: 'not_available' };
    const names = new Set(operators.flatMap(({ vehicles }) => namesOf(vehicles)));
    const quoted = [...names].map((name) => `"${shortName(name)}"`);
    const reason =
      quoted.length === 0 ? undefined : `no available vehicle matches ${joinWords(quoted, 'or')}`;
    return { end: 'not_available', reason };
  }
  const { operator, vehicle } = offer;
  const labels = labelsIn(document);
  return {
    priced: offer,
    vehicle: vehicle.name,
    title: labels.vehicleLabel(operator, vehicle),
    operator,
    trip: offerTrip(offer),
    depots: labels.namedDepots(operator),
  };
}

function namesOf(vehicles: AnsweredComparison['operators'][number]['vehicles']): string[] {
  return vehicles === 'all'
    ? []
    : vehicles.map((ref) => ref.name ?? String('id' in ref ? ref.id : ''));
}

/** The cheapest offer that includes everything requested. */
export function bestOffer({ offers }: AnsweredComparison['document']): PricedOffer | undefined {
  return offers.filter(isPriced).find(({ rank }) => rank !== null);
}
