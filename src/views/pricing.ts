/** How much of a comparison was priced, and what the rest may cost, in words. */
import { formatDuration } from '../base/durations.ts';
import { moneyInWords } from '../base/money.ts';
import { hasSeveral } from '../base/group-by.ts';
import { countInWords, plural } from '../base/words.ts';
import type { SearchGroup } from '../planner/groupings.ts';
import { bestCount } from '../planner/question.ts';
import { hasPairCalendars } from './calendar.ts';
import { labelsIn } from './labels.ts';
import {
  searchVerdict,
  type OthersVerdict,
  type SearchCounts,
  type SearchVerdict,
  type TripsVerdict,
} from './search-verdict.ts';
import { ranksLast, rankedByCurrency, offerTrip, type Comparison } from '../documents/offers.ts';

interface Searched {
  /** The groups whose cheapest offers were searched for. Undefined: not known. */
  readonly groups?: readonly SearchGroup[] | undefined;
  /** Whether the cheapest were searched for in the view that is shown. */
  readonly isSearchedView?: boolean;
  /** False: the text stands alone, without a table of the cheapest. */
  readonly hasTable?: boolean;
}

/** `24 of 1,860 offers priced. Judging by these quotes, …`; undefined if there is no doubt. */
export function pricingInWords(document: Comparison, searched: Searched): string | undefined {
  const verdict = searchVerdict(document);
  switch (verdict.kind) {
    case 'complete':
    case 'extras-unchecked':
      return undefined;
    case 'incomplete': {
      const { counts, why } = verdict;
      return counts && sentences([pricedInWords(counts), doubtIn(counts, reasons[why])]);
    }
    case 'searched':
      return searchInWords(verdict, document, searched);
  }
}

function searchInWords(
  { counts, others, trips }: Extract<SearchVerdict, { readonly kind: 'searched' }>,
  document: Comparison,
  { groups = [], isSearchedView = true, hasTable = true }: Searched,
): string {
  const priced = pricedInWords(counts);
  if (counts.priced === 0) return priced;
  const vehicles = vehiclesInWords(counts);
  if (!isSearchedView) return sentences([priced, vehicles, doubtIn(counts, reasons.otherView)]);
  const threshold = thresholdInWords(document, groups, { hasTable, others });
  return sentences([
    priced,
    othersInWords(others, counts, threshold),
    tripsInWords(trips, threshold),
    vehicles,
  ]);
}

/** Why an offer that is not shown can be cheaper. */
const reasons = {
  stopped: 'the comparison was stopped early',
  failed: 'some requests failed or were not sent',
  otherView: 'the search was for another view',
};

function doubtIn({ priced }: SearchCounts, reason: string): string | undefined {
  return priced === 0 ? undefined : `There may be cheaper ones, because ${reason}`;
}

/** `24 of 381 listed offers priced, 45 of 155 trips looked up`. */
function pricedInWords(counts: SearchCounts): string {
  const { priced, trips, tripsNotAsked } = counts;
  const offers = `${countInWords(priced)} of ${offersInWords(counts)} priced`;
  if (tripsNotAsked === 0) return offers;
  return `${offers}, ${countInWords(trips - tripsNotAsked)} of ${plural(trips, 'trip')} looked up`;
}

/** `381 offers`; `381 listed offers` if other trips were not asked for. */
export function offersInWords({
  offers,
  tripsNotAsked = 0,
}: Pick<SearchCounts, 'offers'> & Partial<Pick<SearchCounts, 'tripsNotAsked'>>): string {
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
function sentences(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('. ');
}

/** What the unpriced offers may cost. */
function othersInWords(
  verdict: OthersVerdict,
  { offers, priced }: SearchCounts,
  { beat, tie }: Threshold,
): string | undefined {
  const others = offers - priced;
  if (verdict.kind === 'none') return undefined;
  if (verdict.kind === 'unknown')
    return `${others === 1 ? 'The other' : 'Any of the others'} may be cheaper`;
  const could =
    verdict.kind === 'unlikely'
      ? `no other is likely to ${beat}`
      : couldInWords(verdict.couldBeBelow, others, beat);
  const text = `Judging by these quotes, ${could}`;
  const { couldBeEqual } = verdict;
  return couldBeEqual === 0 || tie === undefined
    ? text
    : `${text}; ${countInWords(couldBeEqual)} could ${tie}`;
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

interface Search {
  readonly hasTable: boolean;
  readonly others: OthersVerdict;
}

/** `cost less than 165.75`, `cost less than the cheapest found for its vehicle`. */
function thresholdInWords(
  document: Comparison,
  [group, ...moreGroups]: readonly SearchGroup[],
  search: Search,
): Threshold {
  if (group === undefined || moreGroups.length > 0)
    return { beat: `rank above ${someCould(search.others) ? 'one' : 'any'} of the cheapest found` };
  // An offer that ranks last can cost less than those before it.
  const someRankLast = document.offers.some(ranksLast);
  const less = someRankLast ? 'rank above' : 'cost less than';
  const tie = someRankLast ? 'rank the same' : 'cost the same';
  if (group === 'all') {
    const { beat, hasTie } = rankingThreshold(document, search, someRankLast);
    return hasTie ? { beat, tie } : { beat };
  }
  // Each pair of depots has a calendar.
  const hasPairs = group === 'calendar' && hasPairCalendars(document, labelsIn(document));
  const words = hasPairs ? 'start, length and depots' : groupWords[group];
  return { beat: `${less} the cheapest found for its ${words}`, tie };
}

/** The threshold of a search for the cheapest of all. */
function rankingThreshold(
  { plan, offers }: Comparison,
  { hasTable, others }: Search,
  someRankLast: boolean,
): { readonly beat: string; readonly hasTie: boolean } {
  const count = bestCount(plan.quote) ?? 1;
  // Without a table the text names the first, because a reader would take the last of ten for the
  // cheapest. That is right: if none beats the last, none beats the first.
  const rank = !hasTable && others.kind === 'unlikely' ? 1 : count;
  const hasTie = count === 1 || rank > 1;
  const total = someRankLast ? undefined : totalAt(rank, offers);
  const beat = total === undefined ? rankInWords(rank) : costInWords(total, rank, hasTable);
  // A ranking also searches for the best of each pair of depots.
  if (!someCould(others) || !hasSeveralPairs(offers)) return { beat, hasTie };
  const than = total === undefined ? 'cost less than' : 'than';
  return { beat: `${beat} or ${than} the cheapest found for the same depots`, hasTie };
}

function someCould(others: OthersVerdict): boolean {
  return others.kind === 'counted' && others.couldBeBelow > 0;
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

/** The daily rate that the most promising of the trips that were not looked up would need. */
function tripsInWords(verdict: TripsVerdict, { beat }: Threshold): string | undefined {
  if (verdict.kind === 'all-asked' || verdict.kind === 'unknown') return undefined;
  const { kind, need } = verdict;
  if (need === undefined) return `Trips that were not looked up could ${beat}`;
  const seen = `the lowest seen for its vehicle ${need.isOfStart ? 'and start' : 'on other days'}`;
  const [below, lowest] = [moneyInWords(need.below), moneyInWords(need.lowestSeen)];
  return kind === 'possible'
    ? `A trip that was not looked up could be among the cheapest: it needs a daily rate below ${below}, and ${seen} is ${lowest}`
    : `A trip that was not looked up would need a daily rate below ${below} to be among the cheapest; ${seen} is ${lowest}`;
}

function vehiclesInWords({ vehiclesNotQuoted }: SearchCounts): string | undefined {
  if (vehiclesNotQuoted === 0) return undefined;
  return `${plural(vehiclesNotQuoted, 'vehicle')} ${vehiclesNotQuoted === 1 ? 'has' : 'have'} no quote yet`;
}
