/** The cheapest offer of each vehicle, date, pair of depots or operator. */
import { fold } from '../fold.ts';
import { collect } from './collect.ts';
import type { Quoted } from './rank.ts';

export const groupings = ['vehicle', 'date', 'depots', 'operator'] as const;
export type Grouping = (typeof groupings)[number];

export interface OfferGroup {
  readonly best: Quoted;
  readonly dearest: Quoted;
  readonly count: number;
}

/** `offers` cheapest first, of one currency; so are the groups. Depots are told apart by name across operators. */
export function groupOffers(
  offers: readonly Quoted[],
  by: Grouping,
  depotName: (operator: string, id: number) => string,
): OfferGroup[] {
  const groups = collect(offers, (offer) => groupKey(offer, by, depotName));
  return [...groups.values()].flatMap((list) => {
    const [best, dearest] = [list[0], list.at(-1)];
    return best === undefined || dearest === undefined ? [] : [{ best, dearest, count: list.length }];
  });
}

/** A vehicle is one operator's: the same name elsewhere is another vehicle. */
export function groupKey(offer: Quoted, by: Grouping, depotName: (operator: string, id: number) => string): string {
  switch (by) {
    case 'vehicle':
      return `${offer.operator} ${offer.vehicle.vehicleId}`;
    case 'date':
      return offer.pickUpDate;
    case 'depots':
      return [offer.pickUpDepotId, offer.dropOffDepotId].map((id) => fold(depotName(offer.operator, id))).join(' → ');
    case 'operator':
      return offer.operator;
  }
}
