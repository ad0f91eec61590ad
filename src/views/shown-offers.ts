/** Which offers of a comparison are shown, and in which groups. */
import type { CalendarDate } from '../api/types.ts';
import { groupBy } from '../base/group-by.ts';
import type { OfferDocument } from '../documents/compare.ts';
import {
  isPriced,
  awaitsQuote,
  offerTrip,
  rankedByCurrency,
  startOf,
  type Comparison,
  type PricedOffer,
} from '../documents/offers.ts';
import { groupKey, type Grouping } from '../planner/groupings.ts';
import { receiptFees } from './receipt.ts';
import { shortStarts } from './trip-words.ts';

/** The document without unpriced offers, unless nothing was to be priced (`--quote none`). */
export function withPrices(document: Comparison): Comparison {
  if (document.plan.quote === 'none') return document;
  return { ...document, offers: document.offers.filter((offer) => !awaitsQuote(offer)) };
}

/** The best offer of each group, with the number of its offers and their highest total. */
export function groupOffers(
  ranked: readonly PricedOffer[],
  unpriced: readonly OfferDocument[],
  by: Grouping,
): PricedOffer[] {
  const others = groupBy(unpriced, (offer) => groupKeyOf(offer, by));
  return [...groupBy(ranked, (offer) => groupKeyOf(offer, by))].map(([key, list]) => {
    const more = others.get(key)?.length ?? 0;
    // While some are unpriced, the highest is not known.
    const highest = more > 0 ? null : Math.max(...list.map(({ totalAmount }) => totalAmount));
    return { ...list[0], count: list.length + more, highest };
  });
}

function groupKeyOf(offer: OfferDocument, by: Grouping): string {
  const { operator, vehicle } = offer;
  return groupKey({ operator, vehicle, ...offerTrip(offer) }, by);
}

/** Lists of offers that are equal but for their start, in the order of their first offers. */
export function alikeOffers<T extends OfferDocument>(offers: readonly T[]): [T, ...T[]][] {
  return [
    ...groupBy(offers, (offer) => `${likeness(offer)} ${groupKeyOf(offer, 'depots')}`).values(),
  ];
}

/** The title of the best of each other vehicle. `isBestCertain`: no offer can be cheaper. */
export function otherVehiclesTitle({ isBestCertain }: { readonly isBestCertain: boolean }): string {
  return isBestCertain ? 'Other vehicles, from:' : 'Other vehicles, cheapest found:';
}

/**
 * For each vehicle that is not shown: its best offers, which are alike but for their start. `ranked`
 * are best first.
 */
export function otherVehicles(
  ranked: readonly PricedOffer[],
  shown: readonly OfferDocument[],
): [PricedOffer, ...PricedOffer[]][] {
  const seen = new Set(shown.map((offer) => groupKeyOf(offer, 'vehicle')));
  const others = groupBy(
    ranked.filter((offer) => !seen.has(groupKeyOf(offer, 'vehicle'))),
    (offer) => groupKeyOf(offer, 'vehicle'),
  );
  return [...others.values()].flatMap((list) => alikeOffers(list).slice(0, 1));
}

/** The same for offers of a vehicle that differ only in start and depots. */
function likeness(offer: OfferDocument): string {
  const { vehicle, nights, insurance, missing, unchecked, warnings = [], unsureTimes = [] } = offer;
  const price = isPriced(offer)
    ? [
        offer.currency,
        offer.totalAmount,
        ...receiptFees.map(({ key }) => offer.priceBreakdown[key]),
      ]
    : [vehicle.rentalDailyRate];
  const purposesOf = (list: readonly { readonly purpose: string }[]): string[] =>
    list.map(({ purpose }) => purpose);
  return JSON.stringify([
    groupKeyOf(offer, 'vehicle'),
    nights,
    insurance,
    missing,
    unchecked,
    purposesOf(warnings),
    purposesOf(unsureTimes),
    price,
  ]);
}

export function startsOf(offers: readonly OfferDocument[]): CalendarDate[] {
  return [...new Set(offers.map(startOf))].sort();
}

/**
 * `starts with nothing available: Fri 1 Jan 2027`: on these, each trip was answered, without an
 * offer. Undefined if all starts have offers, or none.
 */
export function unavailableStarts({ dates, offers, failures }: Comparison): string | undefined {
  const incomplete = dates.filter(({ trips, answered }) => answered < trips);
  const otherStarts = new Set<CalendarDate | null>([
    ...offers.map(startOf),
    ...[...failures, ...incomplete].map((one) => one.pick_up_date),
  ]);
  const starts = [...new Set(dates.map((one) => one.pick_up_date))]
    .filter((date) => !otherStarts.has(date))
    .sort();
  if (offers.length === 0 || starts.length === 0) return undefined;
  return `starts with nothing available: ${shortStarts(starts, { withYear: true })}`;
}

interface Shown {
  readonly groupBy: Grouping | undefined;
  /** Undefined: all. */
  readonly limit: number | undefined;
}

/** The best of each group, then what is not ranked; and no more than the limit. */
export function shownOf(document: Comparison, { groupBy, limit }: Shown): Comparison {
  const { offers } = document;
  if (groupBy === undefined) return { ...document, offers: offers.slice(0, limit) };
  const unpriced = offers.filter(awaitsQuote);
  const groups = rankedByCurrency(offers).flatMap((ranked) =>
    groupOffers(ranked, unpriced, groupBy),
  );
  const others = offers
    .filter(({ rank }) => rank === null)
    .map((offer) => ({ ...offer, count: null, highest: null }));
  return { ...document, offers: [...groups, ...others].slice(0, limit) };
}
