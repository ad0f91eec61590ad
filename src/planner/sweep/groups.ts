/** Offers in groups: the cheapest and the dearest of each vehicle, date, pair of depots or operator. */
import type { Identity } from './identity.ts';
import { groupBy, type Offer, type QuotedOffer, type Ranked } from './rank.ts';

export const groupings = ['vehicle', 'date', 'depots', 'operator'] as const;
export type Grouping = (typeof groupings)[number];

export interface OfferGroup {
  readonly best: Ranked & { readonly offer: QuotedOffer };
  readonly highest: QuotedOffer;
  readonly count: number;
}

/** `offers` are of one currency, cheapest first; so are the groups. */
export function groupOffers(
  offers: readonly (Ranked & { readonly offer: QuotedOffer })[],
  keyOf: (offer: Offer) => string,
): OfferGroup[] {
  const groups = groupBy(offers, ({ offer }) => keyOf(offer));
  return [...groups.values()].flatMap((list) => {
    const [best, last] = [list[0], list.at(-1)];
    return best === undefined || last === undefined ? [] : [{ best, highest: last.offer, count: list.length }];
  });
}

/** A vehicle belongs to one operator: the same name at another operator is another vehicle. */
export function vehicleKey({ operator, vehicle }: Pick<Offer, 'operator' | 'vehicle'>): string {
  return JSON.stringify([operator, vehicle.vehicleId]);
}

export function groupKey(offer: Offer, by: Grouping, { placeKey }: Identity): string {
  switch (by) {
    case 'vehicle':
      return vehicleKey(offer);
    case 'date':
      return offer.pickUpDate;
    case 'depots':
      return placeKey(offer);
    case 'operator':
      return offer.operator;
  }
}
