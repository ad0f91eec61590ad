/** Offers, and their ranks by price within one currency. */
import type { CalendarDate, Quote, Selection, Trip, Vehicle } from '../../api/types.ts';
import { groupBy } from '../../base/group-by.ts';
import type { DayWarning } from '../../planner/day-warnings.ts';
import type { Named } from '../../planner/names.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { RequestedExtra } from '../../planner/proof.ts';
import type { ExtraRef } from '../../planner/question.ts';

/** The extras of a vehicle on some of its dates. Thousands of offers share it. */
export interface VehicleExtras {
  readonly requested: readonly RequestedExtra[];
  /** Extras that the vehicle lacks on these dates, or that several of its extras match. */
  readonly missing: readonly string[];
  /** Extras that its lists of other dates lack; those of these dates were not looked up. */
  readonly unchecked: readonly string[];
  readonly ids: Pick<Selection, 'accessoryIds' | 'insuranceId'>;
  /**
   * The insurance plan that was taken of several, or `none`. Undefined without a choice, and if the
   * vehicle has none of them.
   */
  readonly takenPlan?: string | undefined;
}

/** Extras that a vehicle lacks on some dates, and that were not looked up on its others. */
export interface UncheckedExtras {
  readonly operator: string;
  readonly vehicle: Vehicle;
  readonly extras: readonly string[];
  /** The pick-up dates on which they were looked up. */
  readonly dates: readonly CalendarDate[];
}

/** One vehicle for one trip at one operator. */
export interface Offer extends Trip {
  readonly operator: string;
  /** Names of the depots if they were looked up, else `depot 1`. */
  readonly pickUp: string;
  readonly dropOff: string;
  readonly vehicle: Vehicle;
  /** In the vehicle's own ids. */
  readonly extras: VehicleExtras;
  /** Undefined if it was not requested, or was refused. */
  readonly quote: Quote | undefined;
  /** The expected total of an offer without a quote. Undefined beyond the largest number. */
  readonly estimate: number | undefined;
  /** Those of `extras`, and requested ones that the quote does not show as requested. */
  readonly missing: readonly string[];
  /** Requested extras that its lists of other dates lack. Those of its dates were not looked up. */
  readonly unchecked: readonly string[];
  /** When the user can be at its depots. */
  readonly wantedTimes?: WantedTimes;
  /** Why it ranks after others: the service may accept its days, but a person should check. */
  readonly ranksLastBecauseOf: readonly DayWarning[];
  /** When an earlier comparison stored the quote, epoch ms. Undefined: this one got it. */
  readonly quoteStoredAt: number | undefined;
  /** The operator's website. */
  readonly siteUrl: URL;
}

export function selectionOf({ extras, vehicle, ...offer }: Offer): Selection {
  const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = offer;
  const { accessoryIds, insuranceId } = extras.ids;
  const { vehicleId } = vehicle;
  return {
    pickUpDepotId,
    dropOffDepotId,
    pickUpDate,
    dropOffDate,
    vehicleId,
    accessoryIds,
    insuranceId,
  };
}

export interface Ranked {
  /**
   * From 1 in each currency; equal offers share a rank. Undefined if the offer cannot be compared.
   */
  readonly rank: number | undefined;
  readonly offer: Offer;
}

/**
 * Offers with all requested extras, cheapest first, by currency: the one with the most offers is
 * first. Then offers that lack an extra, and then those without a quote, lowest estimate first.
 */
export function rankOffers(offers: readonly Offer[]): Ranked[] {
  const whole = groupBy(offers.filter(isRanked), currencyOf);
  const sizeOf = (currency: string): number => whole.get(currency)?.length ?? 0;
  const currencies = [...new Set(offers.map(currencyOf))].sort(
    (a, b) => sizeOf(b) - sizeOf(a) || compareKeys([a], [b]),
  );
  const sorted = offers.map((offer) => {
    const currency = currencyOf(offer);
    return { offer, currency, key: rankingKey(offer, currencies.indexOf(currency)) };
  });
  sorted.sort((a, b) => compareSortKeys(a.key, b.key));
  let rank = 0;
  let firstIndex = 0;
  return sorted.map(({ offer, currency, key }, index) => {
    const before = sorted[index - 1];
    if (before?.currency !== currency) firstIndex = index;
    if (before === undefined || compareKeys(before.key.place, key.place) !== 0)
      rank = index - firstIndex + 1;
    return { rank: isRanked(offer) ? rank : undefined, offer };
  });
}

type Key = readonly (number | string)[];

interface SortKey {
  /** Offers with equal places share a rank. */
  readonly place: Key;
  /** The order within a place, which does not depend on the order of the answers. */
  readonly order: Key;
}

const tiers = { hasAllExtras: 0, lacksExtras: 1, unquoted: 2 } as const;

function rankingKey(offer: Offer, currency: number): SortKey {
  const { quote, estimate = Number.POSITIVE_INFINITY, ranksLastBecauseOf, vehicle } = offer;
  return {
    place: [
      quote === undefined
        ? tiers.unquoted
        : hasAllExtras(offer)
          ? tiers.hasAllExtras
          : tiers.lacksExtras,
      currency,
      Number(ranksLastBecauseOf.length > 0),
      quote === undefined ? estimate : quote.totalAmount,
    ],
    order: [
      quote === undefined ? vehicle.rentalDailyRate : 0,
      offer.pickUpDate,
      offer.dropOffDate,
      offer.operator,
      offer.pickUpDepotId,
      offer.dropOffDepotId,
      vehicle.vehicleId,
    ],
  };
}

function compareSortKeys(a: SortKey, b: SortKey): number {
  return compareKeys(a.place, b.place) || compareKeys(a.order, b.order);
}

function compareKeys(a: Key, b: Key): number {
  const index = a.findIndex((part, at) => part !== b[at]);
  if (index < 0) return 0;
  return (a[index] ?? 0) < (b[index] ?? 0) ? -1 : 1;
}

function isRanked(offer: Offer): boolean {
  return offer.quote !== undefined && hasAllExtras(offer);
}

/** It has every requested extra, as far as its lists and its quote show. */
export function hasAllExtras({
  missing,
  unchecked,
}: Pick<Offer, 'missing' | 'unchecked'>): boolean {
  return missing.length === 0 && unchecked.length === 0;
}

function currencyOf({ quote }: Offer): string {
  return quote?.currency ?? '';
}

/** An offer with a price. */
export type QuotedOffer = Offer & { readonly quote: Quote };

export function isQuoted(offer: Offer): offer is QuotedOffer {
  return offer.quote !== undefined;
}

/** The one that ranks first. An offer in another currency than `best` cannot be compared. */
export function betterOf(best: QuotedOffer | undefined, other: QuotedOffer): QuotedOffer {
  if (best === undefined) return other;
  if (best.quote.currency !== other.quote.currency) return best;
  return compareSortKeys(rankingKey(other, 0), rankingKey(best, 0)) < 0 ? other : best;
}

/** A thing with the same name as one of the comparison, at the same operator. */
export interface Namesake extends Named {
  readonly operator: string;
  readonly kind: 'depot' | 'vehicle' | ExtraRef['kind'];
}
