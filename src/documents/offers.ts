/** Questions that views ask about the offers of a comparison: order, groups, likeness. */
import type { CalendarDate, Trip } from '../api/types.ts';
import { groupBy } from '../base/group-by.ts';
import { receiptFees } from '../planner/receipt.ts';
import { groupKey, type Grouping } from '../planner/groupings.ts';
import { shortStarts } from '../planner/trip-words.ts';
import type { ValueOf } from '../shape.ts';
import type { comparisonShape, OfferDocument } from './compare.ts';

export type Comparison = ValueOf<typeof comparisonShape.value>;
export type PricedOffer = Extract<OfferDocument, { readonly quoteId: string }>;

export function isPriced(offer: OfferDocument): offer is PricedOffer {
  return offer.totalAmount !== null;
}

/** Whether the offer has all requested extras, but no quote. */
export function isUnpriced(offer: OfferDocument): boolean {
  return !isPriced(offer) && hasAllExtras(offer);
}

export function hasAllExtras(offer: OfferDocument): boolean {
  return offer.missing.length === 0 && !isUnchecked(offer);
}

/** Whether a requested extra was not looked up. */
export function isUnchecked({ unchecked = [] }: OfferDocument): boolean {
  return unchecked.length > 0;
}

/** The document without unpriced offers, unless nothing was to be priced (`--quote none`). */
export function withPrices(document: Comparison): Comparison {
  if (document.plan.quote === 'none') return document;
  return { ...document, offers: document.offers.filter((offer) => !isUnpriced(offer)) };
}

/** Whether the offer ranks last: a depot lists no times on one of its days, or none that fits. */
export function isPutBack({ warnings = [] }: OfferDocument): boolean {
  return warnings.length > 0;
}

/** The trip of an offer or a quote. */
export function offerTrip({ selection }: { readonly selection: TripSelection }): Trip {
  return {
    pickUpDepotId: selection.pick_up_depot_id,
    dropOffDepotId: selection.drop_off_depot_id,
    pickUpDate: selection.pick_up_date,
    dropOffDate: selection.drop_off_date,
  };
}

type TripSelection = Pick<
  OfferDocument['selection'],
  'pick_up_depot_id' | 'drop_off_depot_id' | 'pick_up_date' | 'drop_off_date'
>;

export function startOf({ selection }: OfferDocument): CalendarDate {
  return selection.pick_up_date;
}

/** The offers that have a rank, best first: a list for each currency. */
export function rankedByCurrency(offers: readonly OfferDocument[]): PricedOffer[][] {
  const ranked = offers.filter(isPriced).filter(({ rank }) => rank !== null);
  return [...groupBy(ranked, ({ currency }) => currency).values()];
}

/** Whether the first offer is the cheapest of all, and not only of those that were priced. */
export function isSure({ partial, pricing, uncheckedExtras }: Comparison): boolean {
  return !partial && pricing === undefined && uncheckedExtras === undefined;
}

/** For --max-total: leaves out offers that were put back, unless all of their currency were. */
export function comparable(offers: readonly OfferDocument[]): PricedOffer[] {
  return rankedByCurrency(offers).flatMap((list) => {
    const areAllPutBack = list.every(isPutBack);
    return list.filter((offer) => isPutBack(offer) === areAllPutBack);
  });
}

/** The best offer of each group, with the number of its offers and their highest total. */
export function groupOffers(
  ranked: readonly PricedOffer[],
  unpriced: readonly OfferDocument[],
  by: Grouping,
): PricedOffer[] {
  const others = groupBy(unpriced, (offer) => keyOf(offer, by));
  return [...groupBy(ranked, (offer) => keyOf(offer, by))].map(([key, list]) => {
    const more = others.get(key)?.length ?? 0;
    const highest = more > 0 ? null : Math.max(...list.map(({ totalAmount }) => totalAmount));
    return { ...list[0], count: list.length + more, highest };
  });
}

function keyOf(offer: OfferDocument, by: Grouping): string {
  const { operator, vehicle } = offer;
  return groupKey({ operator, vehicle, ...offerTrip(offer) }, by);
}

/** Lists of offers that are equal but for their start, in the order of their first offers. */
export function alikeOffers<T extends OfferDocument>(offers: readonly T[]): [T, ...T[]][] {
  return [...groupBy(offers, (offer) => `${likeness(offer)} ${keyOf(offer, 'depots')}`).values()];
}

/** The title of the best of each other vehicle; `isCheapest`: every offer was priced. */
export function otherVehiclesTitle(isCheapest: boolean): string {
  return isCheapest ? 'Other vehicles, from:' : 'Other vehicles, cheapest found:';
}

/** The best offers of each vehicle that is not shown; `ranked` are best first. */
export function otherVehicles(
  ranked: readonly PricedOffer[],
  shown: readonly OfferDocument[],
): [PricedOffer, ...PricedOffer[]][] {
  const seen = new Set(shown.map((offer) => keyOf(offer, 'vehicle')));
  const others = groupBy(
    ranked.filter((offer) => !seen.has(keyOf(offer, 'vehicle'))),
    (offer) => keyOf(offer, 'vehicle'),
  );
  return [...others.values()].flatMap((list) => alikeOffers(list).slice(0, 1));
}

/** The same for offers of a vehicle that differ only in start and depots. */
function likeness(offer: OfferDocument): string {
  const { vehicle, nights, insurance, missing, unchecked, warnings = [] } = offer;
  const price = isPriced(offer)
    ? [
        offer.currency,
        offer.totalAmount,
        ...receiptFees.map(({ key }) => offer.priceBreakdown[key]),
      ]
    : [vehicle.rentalDailyRate];
  const purposes = warnings.map(({ purpose }) => purpose);
  return JSON.stringify([
    keyOf(offer, 'vehicle'),
    nights,
    insurance,
    missing,
    unchecked,
    purposes,
    price,
  ]);
}

export function startsOf(offers: readonly OfferDocument[]): CalendarDate[] {
  return [...new Set(offers.map(startOf))].sort();
}

/** `starts with nothing available: Fri 1 Jan 2027`; undefined if all have offers, or none. */
export function unavailableStarts({ dates, offers, failures }: Comparison): string | undefined {
  const open = dates.filter(({ trips, answered }) => answered < trips);
  const others = new Set<CalendarDate | null>([
    ...offers.map(startOf),
    ...[...failures, ...open].map((one) => one.pick_up_date),
  ]);
  const starts = [...new Set(dates.map((one) => one.pick_up_date))]
    .filter((date) => !others.has(date))
    .sort();
  if (offers.length === 0 || starts.length === 0) return undefined;
  return `starts with nothing available: ${shortStarts(starts, true)}`;
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
  const unpriced = offers.filter(isUnpriced);
  const groups = rankedByCurrency(offers).flatMap((ranked) =>
    groupOffers(ranked, unpriced, groupBy),
  );
  const others = offers
    .filter(({ rank }) => rank === null)
    .map((offer) => ({ ...offer, count: null, highest: null }));
  return { ...document, offers: [...groups, ...others].slice(0, limit) };
}
