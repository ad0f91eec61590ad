/** The best price in a document, or why it has none. */
import type { Trip } from '../api/types.ts';
import { joinWords, shortName } from '../base/words.ts';
import { labelsIn, quoteNames } from '../views/labels.ts';
import { isPriced, ranksLast, offerTrip, type PricedOffer } from '../documents/offers.ts';
import { quotedTitle } from '../views/quote.ts';
import type { Named } from '../planner/names.ts';
import { unprovenIn } from '../planner/proof.ts';
import type {
  AnsweredComparison,
  AnsweredQuestion,
  AnsweredQuote,
  Price,
  TripAnswer,
} from './saved-trip.ts';

/** The end of an answer without a price. */
export interface NoPrice extends Pick<TripAnswer, 'reason'> {
  readonly end: Exclude<TripAnswer['end'], 'priced'>;
}

/** The question of a trip with a new answer of the service. */
export interface Reanswered<Question extends AnsweredQuestion> {
  readonly end: 'answered';
  readonly question: Question;
}

interface BestPrice {
  readonly end: 'priced';
  readonly priced: Pick<PricedOffer, 'totalAmount' | 'currency' | 'checkoutUrl' | 'priceBreakdown'>;
  readonly vehicle: string;
  /** The name of the vehicle, with its id if another vehicle has this name. */
  readonly title: string;
  /** Undefined for a quote. */
  readonly operator?: string;
  readonly trip: Trip;
  readonly depots: readonly Named[];
  /** Why the offer of a comparison ranks last. */
  readonly noTimes?: Price['noTimes'];
}

/**
 * Currencies, the preferred one first. If no offer has one of them, the currency with the most offers
 * is taken.
 */
export type PreferredCurrencies = readonly string[];

/** A best price includes everything requested. */
export function bestPrice(
  question: AnsweredQuestion,
  currencies: PreferredCurrencies = [],
): BestPrice | NoPrice {
  if (question.kind === 'quote') return priceOfQuote(question);
  return whyIncomplete(question) ?? priceOfComparison(question, currencies);
}

function priceOfQuote({
  document,
  requested,
  operators: [{ depots }],
}: AnsweredQuote): BestPrice | NoPrice {
  const unproven = unprovenIn(document, requested).map(({ message }) => message);
  if (unproven.length > 0) return { end: 'incomplete', reason: unproven.join('; ') };
  return {
    end: 'priced',
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

function priceOfComparison(
  { document, operators }: AnsweredComparison,
  currencies: PreferredCurrencies,
): BestPrice | NoPrice {
  const offer = bestOffer(document, currencies);
  if (offer === undefined) {
    // Listed, but each quote was refused as not available, or nothing was to be priced.
    if (document.offers.length > 0) return { end: 'not_available' };
    const names = new Set(operators.flatMap(({ vehicles }) => namesOf(vehicles)));
    const quoted = [...names].map((name) => `"${shortName(name)}"`);
    const reason =
      quoted.length === 0 ? undefined : `no available vehicle matches ${joinWords(quoted, 'or')}`;
    return { end: 'not_available', reason };
  }
  const { operator, vehicle, warnings = [] } = offer;
  const labels = labelsIn(document);
  return {
    end: 'priced',
    priced: offer,
    vehicle: vehicle.name,
    title: labels.vehicleLabel(operator, vehicle),
    operator,
    trip: offerTrip(offer),
    depots: labels.namedDepots(operator),
    ...(ranksLast(offer) && { noTimes: warnings.map(({ purpose }) => purpose) }),
  };
}

function namesOf(vehicles: AnsweredComparison['operators'][number]['vehicles']): string[] {
  return vehicles === 'all'
    ? []
    : vehicles.map((ref) => ref.name ?? String('id' in ref ? ref.id : ''));
}

/** The cheapest offer that includes everything requested. */
export function bestOffer(
  { offers }: AnsweredComparison['document'],
  currencies: PreferredCurrencies = [],
): PricedOffer | undefined {
  const ranked = offers.filter(isPriced).filter(({ rank }) => rank !== null);
  const preferred = currencies.flatMap((currency) => {
    return ranked.find((offer) => offer.currency.toUpperCase() === currency.toUpperCase()) ?? [];
  });
  return preferred[0] ?? ranked[0];
}
