/** How much of a comparison was priced, and what the rest may cost. */
import { formatDuration } from '../base/durations.ts';
import { moneyInWords } from '../base/money.ts';
import { hasSeveral } from '../base/group-by.ts';
import { countInWords, plural } from '../base/words.ts';
import type { SearchGroup } from '../planner/groupings.ts';
import { bestCount } from '../planner/question.ts';
import { hasPairCalendars } from './calendar.ts';
import { labelsIn } from './labels.ts';
import {
  hasAllExtras,
  isPriced,
  ranksLast,
  rankedByCurrency,
  offerTrip,
  type Comparison,
} from '../documents/offers.ts';

type Pricing = NonNullable<Comparison['pricing']>;

interface Searched {
  /** The groups whose cheapest offers were searched for. Undefined: not known. */
  readonly groups?: readonly SearchGroup[] | undefined;
  /** Whether the cheapest were searched for in the view that is shown. */
  readonly isSearchedView?: boolean;
  /** False: the text stands alone, without a table of the cheapest. */
  readonly hasTable?: boolean;
}

/** `24 of 1,860 offers priced. Judging by these quotes, …`; undefined if all were priced. */
export function pricingInWords(
  document: Comparison,
  { groups = [], isSearchedView = true, hasTable = true }: Searched,
): string | undefined {
  const { pricing, partial, interrupted } = document;
  if (pricing === undefined || (partial && pricing.offers === 0)) return undefined;
  const counts = countsIn(document, pricing);
  const { priced } = counts;
  const count = [
    `${countInWords(priced)} of ${offersInWords(counts)} priced`,
    ...tripsInWords(document),
  ].join(', ');
  const why = interrupted
    ? 'the comparison was stopped early'
    : 'some requests failed or were not sent';
  if (partial) return sentences([count, priced > 0 && `There may be cheaper ones, because ${why}`]);
  const threshold = thresholdInWords(document, groups, hasTable);
  return sentences([
    count,
    isSearchedView && priced > 0 && othersInWords(counts, threshold),
    isSearchedView && priced > 0 && neededInWords(pricing, threshold),
    vehiclesInWords(pricing),
    !isSearchedView &&
      priced > 0 &&
      'There may be cheaper ones, because the search was for another view',
  ]);
}

/** Without offers that lack an extra, which have tables of their own. */
function countsIn({ offers }: Comparison, pricing: Pricing): Pricing {
  const rankable = offers.filter(hasAllExtras);
  return { ...pricing, offers: rankable.length, priced: rankable.filter(isPriced).length };
}

/** `381 offers`; `381 listed offers` if other trips were not asked for. */
export function offersInWords({
  offers,
  tripsNotAsked = 0,
}: Pick<Pricing, 'offers' | 'tripsNotAsked'>): string {
  return `${countInWords(offers)} ${tripsNotAsked > 0 ? 'listed ' : ''}${offers === 1 ? 'offer' : 'offers'}`;
}

/** `about 1,706 requests, 17 min`: of a run that prices everything, judged by what was listed. */
export function costOfAll({ dates, pricing, offers, plan }: Comparison): string {
  const { tripsNotAsked = 0 } = pricing ?? {};
  const trips = dates.reduce((sum, one) => sum + one.trips, 0);
  const asked = Math.max(1, trips - tripsNotAsked);
  const requests = trips + Math.round((offers.length / asked) * trips);
  const perMs = plan.operators.reduce((sum, { limit, windowMs }) => sum + limit / windowMs, 0);
  const atOnce = plan.operators.reduce((sum, { limit }) => sum + limit, 0);
  const time = requests <= atOnce || perMs === 0 ? '' : `, ${formatDuration(requests / perMs)}`;
  return `about ${countInWords(requests)} requests${time}`;
}

/** Joins sentences; the last one has no full stop, as in other notes. */
function sentences(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined).join('. ');
}

/** What the unpriced offers may cost. Documents of earlier versions have no `couldBeBelow`. */
function othersInWords(pricing: Pricing, { beat, tie }: Threshold): string | undefined {
  const { offers, priced, couldBeBelow, couldBeEqual = 0 } = pricing;
  const others = offers - priced;
  if (others > 0 && couldBeBelow === undefined)
    return `${others === 1 ? 'The other' : 'Any of the others'} may be cheaper`;
  // Offers that were not listed can also be cheaper.
  const isNone = canNoneBeat(pricing);
  if (others === 0 && !isNone) return undefined;
  const could = isNone
    ? `no other is likely to ${beat}`
    : couldInWords(couldBeBelow ?? 0, others, beat);
  const text = `Judging by these quotes, ${could}`;
  return couldBeEqual === 0 || tie === undefined
    ? text
    : `${text}; ${countInWords(couldBeEqual)} could ${tie}`;
}

/** Whether no offer, listed or not, is likely to be among the cheapest. */
function canNoneBeat(pricing: Pricing | undefined): boolean {
  return pricing?.couldBeBelow === 0 && canNoTripBeat(pricing);
}

/** Whether none of the daily rates that were seen is below the one that a trip would need. */
function canNoTripBeat({
  tripsNotAsked = 0,
  neededRate = null,
  lowestRate = null,
}: Pricing): boolean {
  return (
    tripsNotAsked === 0 || (neededRate !== null && lowestRate !== null && lowestRate >= neededRate)
  );
}

/** `none of the 1,836 others would be`: `what` is `be`; `12 of the 1,836 others could cost less`. */
export function couldInWords(count: number, others: number, what: string): string {
  if (others === 1) return count === 0 ? `the other would not ${what}` : `the other could ${what}`;
  const ofOthers = `of the ${countInWords(others)} others`;
  return count === 0
    ? `none ${ofOthers} would ${what}`
    : `${countInWords(count)} ${ofOthers} could ${what}`;
}

/** What users call the groupings. */
const groupWords: Readonly<Record<Exclude<SearchGroup, 'all'>, string>> = {
  calendar: 'start and length',
  vehicle: 'vehicle',
  date: 'start',
  nights: 'length',
  depots: 'depots',
  operator: 'operator',
};

interface Threshold {
  /** What another offer would have to do to be among the cheapest. */
  readonly beat: string;
  /** What it would have to do to be equal to the last of them, if a few words can say it. */
  readonly tie?: string;
}

/** `cost less than 165.75`, `cost less than the cheapest found for its vehicle`. */
function thresholdInWords(
  document: Comparison,
  [group, ...others]: readonly SearchGroup[],
  hasTable: boolean,
): Threshold {
  if (group === undefined || others.length > 0) {
    const someCould = (document.pricing?.couldBeBelow ?? 0) > 0;
    return { beat: `rank above ${someCould ? 'one' : 'any'} of the cheapest found` };
  }
  // An offer that ranks last can cost less than those before it.
  const someRankLast = document.offers.some(ranksLast);
  const less = someRankLast ? 'rank above' : 'cost less than';
  const tie = someRankLast ? 'rank the same' : 'cost the same';
  if (group === 'all') {
    const { beat, hasTie } = rankingThreshold(document, hasTable, someRankLast);
    return hasTie ? { beat, tie } : { beat };
  }
  // Each pair of depots has a calendar.
  const hasPairs = group === 'calendar' && hasPairCalendars(document, labelsIn(document));
  const words = hasPairs ? 'start, length and depots' : groupWords[group];
  return { beat: `${less} the cheapest found for its ${words}`, tie };
}

/** The threshold of a search for the cheapest of all. */
function rankingThreshold(
  { plan, offers, pricing }: Comparison,
  hasTable: boolean,
  someRankLast: boolean,
): { readonly beat: string; readonly hasTie: boolean } {
  const count = bestCount(plan.quote) ?? 1;
  // Without a table the text names the first, because a reader would take the last of ten for the
  // cheapest. That is right: if none beats the last, none beats the first.
  const rank = !hasTable && canNoneBeat(pricing) ? 1 : count;
  const hasTie = count === 1 || rank > 1;
  const total = someRankLast ? undefined : totalAt(rank, offers);
  const beat = total === undefined ? rankInWords(rank) : costInWords(total, rank, hasTable);
  // A ranking also searches for the best of each pair of depots.
  if ((pricing?.couldBeBelow ?? 0) === 0 || !hasSeveralPairs(offers)) return { beat, hasTie };
  const than = total === undefined ? 'cost less than' : 'than';
  return { beat: `${beat} or ${than} the cheapest found for the same depots`, hasTie };
}

/** Undefined if the offers have several currencies, or fewer are ranked. */
function totalAt(rank: number, offers: Comparison['offers']): number | undefined {
  const [ranked = [], ...otherCurrencies] = rankedByCurrency(offers);
  return otherCurrencies.length === 0 ? ranked[rank - 1]?.totalAmount : undefined;
}

function rankInWords(rank: number): string {
  return rank === 1 ? 'rank first' : `rank among the first ${countInWords(rank)}`;
}

/** `cost less than 165.75`; without a table of the cheapest, also which of them costs that. */
function costInWords(total: number, rank: number, hasTable: boolean): string {
  const cost = `cost less than ${moneyInWords(total)}`;
  if (hasTable) return cost;
  return rank === 1
    ? `${cost}, the cheapest found`
    : `${cost}, the last of the ${countInWords(rank)} cheapest found`;
}

function hasSeveralPairs(offers: Comparison['offers']): boolean {
  return hasSeveral(offers, (offer) => {
    const { pickUpDepotId, dropOffDepotId } = offerTrip(offer);
    return `${offer.operator} ${pickUpDepotId} ${dropOffDepotId}`;
  });
}

/** `45 of 155 trips looked up`. */
function tripsInWords({ dates, pricing }: Comparison): string[] {
  const { tripsNotAsked = 0 } = pricing ?? {};
  if (tripsNotAsked === 0) return [];
  const all = dates.reduce((sum, { trips }) => sum + trips, 0);
  return [`${countInWords(all - tripsNotAsked)} of ${plural(all, 'trip')} looked up`];
}

/** The daily rate that the most promising of the trips that were not asked for would need. */
function neededInWords(pricing: Pricing, { beat }: Threshold): string | undefined {
  const { tripsNotAsked = 0, neededRate = null, lowestRate = null, isRateOfStart = true } = pricing;
  if (tripsNotAsked === 0 || lowestRate === null) return undefined;
  if (neededRate === null) return `Trips that were not looked up could ${beat}`;
  const seen = `the lowest seen for its vehicle ${isRateOfStart ? 'and start' : 'on other days'}`;
  const [needed, lowest] = [moneyInWords(neededRate), moneyInWords(lowestRate)];
  return lowestRate < neededRate
    ? `A trip that was not looked up could be among the cheapest: it needs a daily rate below ${needed}, and ${seen} is ${lowest}`
    : `A trip that was not looked up would need a daily rate below ${needed} to be among the cheapest; ${seen} is ${lowest}`;
}

function vehiclesInWords({ vehiclesNotQuoted = 0, priced }: Pricing): string | undefined {
  if (vehiclesNotQuoted === 0 || priced === 0) return undefined;
  return `${plural(vehiclesNotQuoted, 'vehicle')} ${vehiclesNotQuoted === 1 ? 'has' : 'have'} no quote yet`;
}
