/** The ranks of offers by price, within one currency. */
import { groupBy } from '../../base/group-by.ts';
import { hasAllExtras, type Offer, type QuotedOffer } from './offer.ts';

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

/** The one that ranks first. An offer in another currency than `best` cannot be compared. */
export function betterOf(best: QuotedOffer | undefined, other: QuotedOffer): QuotedOffer {
  if (best === undefined) return other;
  if (best.quote.currency !== other.quote.currency) return best;
  return compareSortKeys(rankingKey(other, 0), rankingKey(best, 0)) < 0 ? other : best;
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

function currencyOf({ quote }: Offer): string {
  return quote?.currency ?? '';
}
