/** How much of a comparison was priced, and what can be said of the rest, in words. */
import { moneyInWords } from '../base/money.ts';
import { isSeveral } from '../base/group-by.ts';
import { countInWords, plural } from '../base/words.ts';
import { nights } from '../planner/calendar.ts';
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
 * `24 of 1,860 offers priced. At the lowest charges seen in these quotes, none of the 1,836 others would be among the 10 cheapest`. Undefined
 * if every offer was priced and every trip was asked for.
 */
export function pricingInWords(document: Comparison, { groups = [], isSearched = true }: Searched): string | undefined {
  const { pricing, partial, interrupted } = document;
  if (pricing === undefined || (partial && pricing.offers === 0)) return undefined;
  const { offers, priced } = pricing;
  const count = `${countInWords(priced)} of ${countInWords(offers)} ${offers === 1 ? 'offer' : 'offers'} priced`;
  // What could be said of the rest holds only for a search that came to its end.
  const why = interrupted ? 'the comparison was stopped early' : 'some requests were not answered or not sent';
  if (partial) return sentences([count, priced > 0 && `Cheaper ones are possible, because ${why}`]);
  const among = amongInWords(document, groups);
  return sentences([
    count,
    isSearched && othersInWords(pricing, among),
    tripsInWords(document, pricing, among),
    vehiclesInWords(pricing),
    !isSearched && priced > 0 && 'Cheaper ones are possible, because the cheapest were searched for in another view',
  ]);
}

/** Without the last stop, because notes end so. */
function sentences(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined).join('. ');
}

/** What the offers without a price can be, with charges that a person can look up in the quotes. Answers of earlier versions did not count them. */
function othersInWords({ offers, priced, couldBeBelow }: Pricing, among: string): string | undefined {
  const others = offers - priced;
  if (others === 0 || priced === 0) return undefined;
  if (couldBeBelow === undefined) return `${others === 1 ? 'The other' : 'Any of the others'} may be cheaper`;
  return `At the lowest charges seen in these quotes, ${couldBeInWords(couldBeBelow, others)} ${among}`;
}

/** `none of the 1,836 others would be`, `12 of the 1,836 others could be`. */
export function couldBeInWords(count: number, others: number): string {
  if (others === 1) return count === 0 ? 'the other would not be' : 'the other could be';
  const ofOthers = `of the ${countInWords(others)} others`;
  return count === 0 ? `none ${ofOthers} would be` : `${countInWords(count)} ${ofOthers} could be`;
}

const groupWords: Readonly<Record<Exclude<SearchGroup, 'all'>, string>> = {
  calendar: 'start and length',
  vehicle: 'vehicle',
  date: 'start',
  nights: 'length',
  depots: 'depots',
  operator: 'operator',
};

/** `among the 10 cheapest`, `the cheapest of its vehicle`. */
function amongInWords(document: Comparison, [group, ...others]: readonly SearchGroup[]): string {
  if (group === undefined || others.length > 0) return 'among the cheapest';
  const { plan, offers, pricing } = document;
  // Each pair of depots has a calendar.
  const hasPlaces = group === 'calendar' && isSeveral(offers, labelsIn(document).placeLabel);
  if (hasPlaces) return 'the cheapest of its start, length and depots';
  if (group !== 'all') return `the cheapest of its ${groupWords[group]}`;
  const count = bestCount(plan.quote);
  if (count === undefined) return 'among the cheapest';
  const among = count === 1 ? 'the cheapest' : `among the ${countInWords(count)} cheapest`;
  // A ranking also searches for the best of each pair of depots.
  const isOfDepots = isSeveral(offers, (offer) => {
    const { pickUpDepotId, dropOffDepotId } = tripOf(offer);
    return `${offer.operator} ${pickUpDepotId} ${dropOffDepotId}`;
  });
  const isCounted = (pricing?.couldBeBelow ?? 0) > 0;
  return isCounted && isOfDepots ? `${among} or the cheapest of their depots` : among;
}

/** The trips that were not asked for, with the daily rate that one would need. */
function tripsInWords(document: Comparison, pricing: Pricing, among: string): string | undefined {
  const { tripsNotAsked = 0, neededRate = null, lowestRate = null, priced } = pricing;
  if (tripsNotAsked === 0) return undefined;
  const noun = tripsNotAsked === 1 ? 'trip was' : 'trips were';
  const trips = `${countInWords(tripsNotAsked)} ${areLonger(document) ? 'longer ' : ''}${noun} not asked for`;
  if (priced === 0 || lowestRate === null) return trips;
  const which = tripsNotAsked === 1 ? 'it' : 'one';
  if (neededRate === null) return `${trips}, and ${which} could be ${among}`;
  const needed = `a daily rate below ${moneyInWords(neededRate)}`;
  const lowest = `the lowest seen for its start is ${moneyInWords(lowestRate)}`;
  if (neededRate > lowestRate) return `${trips}: at ${needed}, ${which} could be ${among}; ${lowest}`;
  return `${trips}: ${which} would need ${needed} to be ${among}; ${lowest}`;
}

/** Whether every trip that was not asked for is longer than the shortest one. */
function areLonger({ dates }: Comparison): boolean {
  const lengthOf = (one: Comparison['dates'][number]): number => nights(one.pick_up_date, one.drop_off_date);
  const shortest = Math.min(...dates.map(lengthOf));
  return dates.every((one) => (one.notAsked ?? 0) === 0 || lengthOf(one) > shortest);
}

function vehiclesInWords({ vehiclesNotQuoted = 0, priced }: Pricing): string | undefined {
  if (vehiclesNotQuoted === 0 || priced === 0) return undefined;
  return `${plural(vehiclesNotQuoted, 'vehicle')} ${vehiclesNotQuoted === 1 ? 'was' : 'were'} never quoted`;
}
