/** How much of a comparison was priced, and what can be said of the rest, in words. */
import { moneyInWords } from '../base/money.ts';
import { isSeveral } from '../base/group-by.ts';
import { countInWords, plural } from '../base/words.ts';
import type { SearchGroup } from '../planner/groupings.ts';
import { bestCount } from '../planner/question.ts';
import { hasPlaceCalendars } from './calendar.ts';
import { labelsIn } from './labels.ts';
import { isPutBack, rankedByCurrency, tripOf, type Comparison } from './offers.ts';

type Pricing = NonNullable<Comparison['pricing']>;

interface Searched {
  /** What the cheapest were searched for among. Undefined: not known. */
  readonly groups?: readonly SearchGroup[] | undefined;
  /** False: the cheapest were searched for in another view than the one that is shown. */
  readonly isSearched?: boolean;
}

/**
 * `24 of 1,860 offers priced. At the lowest charges seen in these quotes, none of the 1,836 others would cost less than 165.75`. Undefined
 * if every offer was priced and every trip was asked for.
 */
export function pricingInWords(document: Comparison, { groups = [], isSearched = true }: Searched): string | undefined {
  const { pricing, partial, interrupted } = document;
  if (pricing === undefined || (partial && pricing.offers === 0)) return undefined;
  const { priced } = pricing;
  const count = `${countInWords(priced)} of ${offersInWords(pricing)} priced`;
  // What could be said of the rest holds only for a search that came to its end.
  const why = interrupted ? 'the comparison was stopped early' : 'some requests failed or were not sent';
  if (partial)
    return sentences([count, notAskedInWords(document), priced > 0 && `There may be cheaper ones, because ${why}`]);
  const limit = limitInWords(document, groups);
  return sentences([
    count,
    isSearched && othersInWords(pricing, limit),
    tripsInWords(document, limit),
    vehiclesInWords(pricing),
    !isSearched && priced > 0 && 'There may be cheaper ones, because the search was for another view',
  ]);
}

/** `381 offers`; `381 listed offers` if trips were not asked for, of which it is not known how many offers they have. */
export function offersInWords({ offers, tripsNotAsked = 0 }: Pick<Pricing, 'offers' | 'tripsNotAsked'>): string {
  return `${countInWords(offers)} ${tripsNotAsked > 0 ? 'listed ' : ''}${offers === 1 ? 'offer' : 'offers'}`;
}

/** Without the last stop, because notes end so. */
function sentences(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined).join('. ');
}

/** What the offers without a price can be, with charges that a person can look up in the quotes. Answers of earlier versions did not count them. */
function othersInWords(
  { offers, priced, couldBeBelow, couldBeEqual = 0 }: Pricing,
  { above, equal }: Limit,
): string | undefined {
  const others = offers - priced;
  if (others === 0 || priced === 0) return undefined;
  if (couldBeBelow === undefined) return `${others === 1 ? 'The other' : 'Any of the others'} may be cheaper`;
  const text = `At the lowest charges seen in these quotes, ${couldInWords(couldBeBelow, others, above)}`;
  if (couldBeEqual === 0 || equal === undefined) return text;
  return `${text}; ${others === 1 ? 'it' : countInWords(couldBeEqual)} could ${equal}`;
}

/** `none of the 1,836 others would be`, `12 of the 1,836 others could be`. */
export function couldInWords(count: number, others: number, verb: string): string {
  if (others === 1) return count === 0 ? `the other would not ${verb}` : `the other could ${verb}`;
  const ofOthers = `of the ${countInWords(others)} others`;
  return count === 0 ? `none ${ofOthers} would ${verb}` : `${countInWords(count)} ${ofOthers} could ${verb}`;
}

const groupWords: Readonly<Record<Exclude<SearchGroup, 'all'>, string>> = {
  calendar: 'start and length',
  vehicle: 'vehicle',
  date: 'start',
  nights: 'length',
  depots: 'depots',
  operator: 'operator',
};

/** What another offer would have to do to be among the cheapest, or to share the last place of them. */
interface Limit {
  readonly above: string;
  /** Undefined: of several kinds, so that it cannot be said. */
  readonly equal?: string;
}

/** `cost less than 165.75`, the last of the ten cheapest; `cost less than the cheapest found for its vehicle`. */
function limitInWords(document: Comparison, [group, ...others]: readonly SearchGroup[]): Limit {
  const { plan, offers, pricing } = document;
  const isCounted = (pricing?.couldBeBelow ?? 0) > 0;
  if (group === undefined || others.length > 0)
    return { above: `rank above ${isCounted ? 'one' : 'any'} of the cheapest found` };
  // An offer that was put back can cost less, and still come after the others.
  const hasPutBack = offers.some(isPutBack);
  const less = hasPutBack ? 'rank above' : 'cost less than';
  const equal = hasPutBack ? 'equal it' : 'cost the same';
  // Each pair of depots has a calendar.
  const hasPlaces = group === 'calendar' && hasPlaceCalendars(document, labelsIn(document));
  if (hasPlaces) return { above: `${less} the cheapest found for its start, length and depots`, equal };
  if (group !== 'all') return { above: `${less} the cheapest found for its ${groupWords[group]}`, equal };
  const [ranked = [], ...otherCurrencies] = rankedByCurrency(offers);
  const count = bestCount(plan.quote) ?? 1;
  const last = otherCurrencies.length > 0 || hasPutBack ? undefined : ranked[count - 1];
  const above =
    last === undefined ? `rank above number ${countInWords(count)}` : `${less} ${moneyInWords(last.totalAmount)}`;
  // A ranking also searches for the best of each pair of depots.
  const isOfDepots = isSeveral(offers, (offer) => {
    const { pickUpDepotId, dropOffDepotId } = tripOf(offer);
    return `${offer.operator} ${pickUpDepotId} ${dropOffDepotId}`;
  });
  const than = last === undefined ? '' : 'than ';
  return { above: isCounted && isOfDepots ? `${above} or ${than}the cheapest found for its depots` : above, equal };
}

/** `110 of 155 trips were not looked up`. */
function notAskedInWords({ dates, pricing }: Comparison): string | undefined {
  const { tripsNotAsked = 0 } = pricing ?? {};
  if (tripsNotAsked === 0) return undefined;
  const all = dates.reduce((sum, { trips }) => sum + trips, 0);
  return `${countInWords(tripsNotAsked)} of ${plural(all, 'trip')} ${tripsNotAsked === 1 ? 'was' : 'were'} not looked up`;
}

/** The trips that were not asked for, with the daily rate that the nearest to the cheapest would need. */
function tripsInWords(document: Comparison, { above }: Limit): string | undefined {
  const trips = notAskedInWords(document);
  const { neededRate = null, lowestRate = null, isRateOfStart = true, priced = 0 } = document.pricing ?? {};
  if (trips === undefined || priced === 0 || lowestRate === null) return trips;
  if (neededRate === null) return `${trips}: the most promising could ${above}`;
  const seen = isRateOfStart
    ? 'the lowest seen for its vehicle and start'
    : 'the lowest seen for its vehicle on other days';
  const needed = `the most promising would need a daily rate below ${moneyInWords(neededRate)} to ${above}`;
  return `${trips}: ${needed}; ${seen} is ${moneyInWords(lowestRate)}`;
}

function vehiclesInWords({ vehiclesNotQuoted = 0, priced }: Pricing): string | undefined {
  if (vehiclesNotQuoted === 0 || priced === 0) return undefined;
  return `${plural(vehiclesNotQuoted, 'vehicle')} ${vehiclesNotQuoted === 1 ? 'was' : 'were'} never quoted`;
}
