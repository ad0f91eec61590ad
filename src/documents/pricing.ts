/** How much of a comparison was priced, and what can be said of the rest, in words. */
import { moneyInWords } from '../base/money.ts';
import { isSeveral } from '../base/group-by.ts';
import { countInWords, plural } from '../base/words.ts';
import type { SearchGroup } from '../planner/groupings.ts';
import { bestCount } from '../planner/question.ts';
import { labelsIn } from './labels.ts';
import { tripOf, type Comparison } from './offers.ts';

type Pricing = NonNullable<Comparison['pricing']>;

interface Searched {
  /** What the cheapest were searched for among. Undefined: not known. */
  readonly groups?: readonly SearchGroup[] | undefined;
  /** False: the cheapest were searched for in another view than the one that is shown. */
  readonly isSearched?: boolean;
}

/**
 * `24 of 1,860 offers priced. At the lowest charges seen in these quotes, none of the 1,836 others would rank above number 10`. Undefined
 * if every offer was priced and every trip was asked for.
 */
export function pricingInWords(document: Comparison, { groups = [], isSearched = true }: Searched): string | undefined {
  const { pricing, partial, interrupted } = document;
  if (pricing === undefined || (partial && pricing.offers === 0)) return undefined;
  const { priced } = pricing;
  const count = `${countInWords(priced)} of ${offersInWords(pricing)} priced`;
  // What could be said of the rest holds only for a search that came to its end.
  const why = interrupted ? 'the comparison was stopped early' : 'some requests were not answered or not sent';
  if (partial) return sentences([count, priced > 0 && `Cheaper ones are possible, because ${why}`]);
  const last = lastInWords(document, groups);
  return sentences([
    count,
    isSearched && othersInWords(pricing, last),
    tripsInWords(document, pricing, last),
    vehiclesInWords(pricing),
    !isSearched && priced > 0 && 'Cheaper ones are possible, because the cheapest were searched for in another view',
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
function othersInWords({ offers, priced, couldBeBelow, couldBeEqual = 0 }: Pricing, last: string): string | undefined {
  const others = offers - priced;
  if (others === 0 || priced === 0) return undefined;
  if (couldBeBelow === undefined) return `${others === 1 ? 'The other' : 'Any of the others'} may be cheaper`;
  const above = `At the lowest charges seen in these quotes, ${couldInWords(couldBeBelow, others, 'rank above')} ${last}`;
  if (couldBeEqual === 0) return above;
  return `${above}; ${others === 1 ? 'it' : countInWords(couldBeEqual)} could equal it`;
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

/** What a cheaper offer would rank above: `number 10`, `the cheapest found of its vehicle`. */
function lastInWords(document: Comparison, [group, ...others]: readonly SearchGroup[]): string {
  const { plan, offers, pricing } = document;
  const isCounted = (pricing?.couldBeBelow ?? 0) > 0;
  if (group === undefined || others.length > 0) return `${isCounted ? 'one' : 'any'} of the cheapest found`;
  // Each pair of depots has a calendar.
  const hasPlaces = group === 'calendar' && isSeveral(offers, labelsIn(document).placeLabel);
  if (hasPlaces) return 'the cheapest found of its start, length and depots';
  if (group !== 'all') return `the cheapest found of its ${groupWords[group]}`;
  const count = bestCount(plan.quote);
  const last = count === undefined || count === 1 ? 'the cheapest found' : `number ${countInWords(count)}`;
  // A ranking also searches for the best of each pair of depots.
  const isOfDepots = isSeveral(offers, (offer) => {
    const { pickUpDepotId, dropOffDepotId } = tripOf(offer);
    return `${offer.operator} ${pickUpDepotId} ${dropOffDepotId}`;
  });
  return isCounted && isOfDepots ? `${last} or the cheapest found of its depots` : last;
}

/** The trips that were not asked for, with the daily rate that the nearest to the cheapest would need. */
function tripsInWords({ dates }: Comparison, pricing: Pricing, last: string): string | undefined {
  const { tripsNotAsked = 0, neededRate = null, lowestRate = null, priced } = pricing;
  if (tripsNotAsked === 0) return undefined;
  const all = dates.reduce((sum, { trips }) => sum + trips, 0);
  const trips = `${countInWords(tripsNotAsked)} of ${plural(all, 'trip')} ${tripsNotAsked === 1 ? 'was' : 'were'} not asked for`;
  if (priced === 0 || (neededRate === null && lowestRate === null)) return trips;
  const which = tripsNotAsked === 1 ? 'it' : 'the most promising';
  if (neededRate === null) return `${trips}: ${which} could rank above ${last}`;
  const needed = `a daily rate below ${moneyInWords(neededRate)}`;
  const lowest =
    lowestRate === null
      ? 'no rate of its start was seen'
      : `the lowest seen for its start is ${moneyInWords(lowestRate)}`;
  return lowestRate === null || neededRate > lowestRate
    ? `${trips}: with ${needed}, ${which} could rank above ${last}; ${lowest}`
    : `${trips}: ${which} would need ${needed} to rank above ${last}; ${lowest}`;
}

function vehiclesInWords({ vehiclesNotQuoted = 0, priced }: Pricing): string | undefined {
  if (vehiclesNotQuoted === 0 || priced === 0) return undefined;
  return `${plural(vehiclesNotQuoted, 'vehicle')} ${vehiclesNotQuoted === 1 ? 'was' : 'were'} never quoted`;
}
