/** From a document to an answer: its best price, or why it has no price to compare. */
import type { Trip } from '../api/types.ts';
import { joinWords, shorten } from '../base/words.ts';
import { labelsIn, quoteNames } from '../documents/labels.ts';
import { isPriced, tripOf, type PricedOffer } from '../documents/offers.ts';
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

/** The fields of an answer in every document of `rental trips`. */
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

/** Why an answer has no price. */
type NoPrice = Pick<TripAnswer, 'end' | 'reason'>;

interface BestPrice {
  readonly priced: Pick<PricedOffer, 'totalAmount' | 'currency' | 'checkoutUrl' | 'priceBreakdown'>;
  /** Its name. */
  readonly vehicle: string;
  /** Its name, with its id where that is needed. */
  readonly title: string;
  /** Undefined for a quote. */
  readonly operator?: string;
  readonly trip: Trip;
  readonly depots: readonly Named[];
}

/** A price only if all that was requested is in it. */
export function bestPrice(question: AnsweredQuestion): BestPrice | NoPrice {
  if (question.kind === 'quote') return priceOfQuote(question);
  return problemOf(question) ?? priceOfComparison(question);
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
    trip: tripOf(document),
    depots: quoteNames(document, depots).depots,
  };
}

function problemOf({ operators, document }: AnsweredComparison): NoPrice | undefined {
  const { offers, failures, interrupted } = document;
  // An operator that has none of the depots is not part of the trip, so its failures do not count.
  const failure = firstLost(
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

/** The first request without an answer; the 404 of a quote is an answer. */
export function firstLost(failures: AnsweredComparison['document']['failures']) {
  return failures.find(({ code }) => code !== 'not_available');
}

/** The price of the first offer. */
function priceOfComparison({ document, operators }: AnsweredComparison): BestPrice | NoPrice {
  const offer = firstOffer(document);
  if (offer === undefined) {
    const names =
      document.offers.length > 0 ? [] : operators.flatMap(({ vehicles }) => namesOf(vehicles));
    const wanted = [...new Set(names)].map((name) => `"${shorten(name, 60)}"`);
    const reason =
      wanted.length === 0 ? undefined : `no available vehicle matches ${joinWords(wanted, 'or')}`;
    return { end: 'not_available', reason };
  }
  const { operator, vehicle } = offer;
  const labels = labelsIn(document);
  const [title, depots] = [labels.vehicleLabel(operator, vehicle), labels.namedDepots(operator)];
  return { priced: offer, vehicle: vehicle.name, title, operator, trip: tripOf(offer), depots };
}

function namesOf(vehicles: AnsweredComparison['operators'][number]['vehicles']): string[] {
  return vehicles === 'all'
    ? []
    : vehicles.map((ref) => ref.name ?? String('id' in ref ? ref.id : ''));
}

/** The first offer that has a rank: the cheapest with all that was requested. */
export function firstOffer({ offers }: AnsweredComparison['document']): PricedOffer | undefined {
  return offers.filter(isPriced).find(({ rank }) => rank !== null);
}
