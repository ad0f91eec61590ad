/**
 * What a comparison knows about the offers without a price: decided here, once, from its document.
 * Tables, pages, notes and tools only choose the words.
 */
import { hasAllExtras, isPriced, type Comparison } from '../documents/offers.ts';
import type { SearchGroup } from '../planner/groupings.ts';

export type SearchVerdict =
  /** Every offer was priced. */
  | { readonly kind: 'complete' }
  /** Every offer that is known to have the extras was priced; others were not looked up. */
  | { readonly kind: 'extras-unchecked' }
  /** Requests failed or were not sent. `counts`: undefined if all that was listed was priced. */
  | {
      readonly kind: 'incomplete';
      readonly why: 'stopped' | 'failed';
      readonly counts?: SearchCounts | undefined;
    }
  /** The cheapest were searched for. The quotes show what the others may cost. */
  | {
      readonly kind: 'searched';
      readonly counts: SearchCounts;
      readonly others: OthersVerdict;
      readonly trips: TripsVerdict;
    };

/** Without offers that lack an extra, which have tables of their own. */
export interface SearchCounts {
  readonly offers: number;
  readonly priced: number;
  readonly trips: number;
  readonly tripsNotAsked: number;
  readonly vehiclesNotQuoted: number;
}

/** Whether an offer that was not priced is among the cheapest. */
export type OthersVerdict =
  /** Neither an offer nor a trip that was not looked up is likely to be. */
  | { readonly kind: 'unlikely'; readonly couldBeEqual: number }
  /** `couldBeBelow` of the offers could be; a trip that was not looked up may be, too. */
  | { readonly kind: 'counted'; readonly couldBeBelow: number; readonly couldBeEqual: number }
  /** Documents of earlier versions do not say it. */
  | { readonly kind: 'unknown' }
  /** All offers of the trips that were looked up have a price. */
  | { readonly kind: 'none' };

/** Whether a trip that was not looked up is among the cheapest. */
export type TripsVerdict =
  | { readonly kind: 'all-asked' }
  /** No daily rate was seen to judge them by. */
  | { readonly kind: 'unknown' }
  /** Without `need`, at any daily rate. */
  | { readonly kind: 'possible'; readonly need?: RateNeed }
  | { readonly kind: 'unlikely'; readonly need: RateNeed };

interface RateNeed {
  /** The trip is among the cheapest if its daily rate is lower. */
  readonly below: number;
  /** The lowest daily rate that was seen of its vehicle. */
  readonly lowestSeen: number;
  /** Whether `lowestSeen` is for the same start. */
  readonly isOfStart: boolean;
}

type Pricing = NonNullable<Comparison['pricing']>;

export function searchVerdict(document: Comparison): SearchVerdict {
  const { pricing, partial, interrupted, uncheckedExtras } = document;
  if (partial) {
    const counts =
      pricing === undefined || pricing.offers === 0 ? undefined : countsIn(document, pricing);
    return { kind: 'incomplete', why: interrupted ? 'stopped' : 'failed', counts };
  }
  if (pricing !== undefined) {
    const counts = countsIn(document, pricing);
    const trips = tripsVerdict(pricing);
    return { kind: 'searched', counts, others: othersVerdict(pricing, counts, trips), trips };
  }
  return { kind: uncheckedExtras === undefined ? 'complete' : 'extras-unchecked' };
}

/** Whether the first offer is the cheapest of all, and not only of those that were priced. */
export function isBestCertain(document: Comparison): boolean {
  return searchVerdict(document).kind === 'complete';
}

/**
 * Whether the best offer of each set of this group was searched for, and not only that of the groups
 * of the question. If all was priced, every group has its best offers.
 */
export function isSearchedFor(
  group: SearchGroup,
  { pricing }: Pick<Comparison, 'pricing'>,
  searched: readonly SearchGroup[] = [],
): boolean {
  return pricing === undefined || searched.includes(group);
}

function countsIn({ offers, dates }: Comparison, pricing: Pricing): SearchCounts {
  const { tripsNotAsked = 0, vehiclesNotQuoted = 0 } = pricing;
  const rankable = offers.filter(hasAllExtras);
  return {
    offers: rankable.length,
    priced: rankable.filter(isPriced).length,
    trips: dates.reduce((sum, { trips }) => sum + trips, 0),
    tripsNotAsked,
    vehiclesNotQuoted,
  };
}

function othersVerdict(
  { couldBeBelow, couldBeEqual = 0 }: Pricing,
  { offers, priced }: SearchCounts,
  trips: TripsVerdict,
): OthersVerdict {
  const hasOthers = offers > priced;
  const canNoTrip = trips.kind === 'all-asked' || trips.kind === 'unlikely';
  if (couldBeBelow === 0 && canNoTrip) return { kind: 'unlikely', couldBeEqual };
  if (!hasOthers) return { kind: 'none' };
  return couldBeBelow === undefined
    ? { kind: 'unknown' }
    : { kind: 'counted', couldBeBelow, couldBeEqual };
}

function tripsVerdict({
  tripsNotAsked = 0,
  neededRate = null,
  lowestRate = null,
  isRateOfStart: isOfStart = true,
}: Pricing): TripsVerdict {
  if (tripsNotAsked === 0) return { kind: 'all-asked' };
  if (lowestRate === null) return { kind: 'unknown' };
  if (neededRate === null) return { kind: 'possible' };
  const need = { below: neededRate, lowestSeen: lowestRate, isOfStart };
  return { kind: lowestRate < neededRate ? 'possible' : 'unlikely', need };
}
