/** What an offer in the document of a comparison is: priced, complete, ranked. */
import type { CalendarDate, Trip } from '../api/types.ts';
import { groupBy } from '../base/group-by.ts';
import type { ValueOf } from '../shape.ts';
import type { comparisonShape, OfferDocument } from './compare.ts';

export type Comparison = ValueOf<typeof comparisonShape.value>;
export type PricedOffer = Extract<OfferDocument, { readonly quoteId: string }>;

export function isPriced(offer: OfferDocument): offer is PricedOffer {
  return offer.totalAmount !== null;
}

/** Whether the offer has no quote but all extras, so that a quote could give it a rank. */
export function awaitsQuote(offer: OfferDocument): boolean {
  return !isPriced(offer) && hasAllExtras(offer);
}

/** Whether the offer is known to have all requested extras. */
export function hasAllExtras(offer: OfferDocument): boolean {
  return offer.missing.length === 0 && !isUnchecked(offer);
}

/** Whether a requested extra was not looked up. */
export function isUnchecked({ unchecked = [] }: OfferDocument): boolean {
  return unchecked.length > 0;
}

/** Whether the offer ranks last: a depot lists no times on one of its days, or none that fits. */
export function ranksLast({ warnings = [] }: OfferDocument): boolean {
  return warnings.length > 0;
}

/** Whether a depot's listed times may not fit, which is not known. */
export function hasUnsureTimes({ unsureTimes = [] }: OfferDocument): boolean {
  return unsureTimes.length > 0;
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

/** Without offers that rank last, unless all of their currency do. */
export function offersForMaxTotal(offers: readonly OfferDocument[]): PricedOffer[] {
  return rankedByCurrency(offers).flatMap((list) => {
    const allRankLast = list.every(ranksLast);
    return list.filter((offer) => ranksLast(offer) === allRankLast);
  });
}
