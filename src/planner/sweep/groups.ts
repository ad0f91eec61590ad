/** Offers put together: the cheapest of each vehicle, date, length, pair of depots or operator, and offers that are equal but for their start or depots. */
import type { CalendarDate } from '../../api/types.ts';
import { fees } from '../receipt.ts';
import { nights } from '../calendar.ts';
import { namedVehicle } from '../selection.ts';
import type { SweepOutcome } from './events.ts';
import { identityOf, type Identity } from './identity.ts';
import { groupBy, inOrder, isQuoted, totalRange, unranked } from './rank.ts';
import type { Offer, QuotedOffer, Ranked, RankedQuote, Ranking } from './rank.ts';
import { vehicleName } from './vehicles.ts';

export const groupings = ['vehicle', 'date', 'nights', 'depots', 'operator'] as const;
export type Grouping = (typeof groupings)[number];

export interface OfferGroup {
  readonly best: RankedQuote;
  /** Undefined if some of the group were not priced. */
  readonly highest: QuotedOffer | undefined;
  readonly count: number;
}

/** `offers` are of one currency, best first; so are the groups. `unpriced` belong to them, too. */
export function groupOffers(
  offers: readonly RankedQuote[],
  unpriced: readonly Offer[],
  keyOf: (offer: Offer) => string,
): OfferGroup[] {
  const groups = groupBy(offers, ({ offer }) => keyOf(offer));
  const others = groupBy(unpriced, keyOf);
  return [...groups].flatMap(([key, list]) => {
    const [best, range] = [list[0], totalRange(list.map(({ offer }) => offer))];
    if (best === undefined) return [];
    const more = others.get(key)?.length ?? 0;
    return [{ best, highest: more > 0 ? undefined : range?.high, count: list.length + more }];
  });
}

/** With all that is wanted, but without a quote: each could be in any currency. */
export function unpricedOf({ offers }: Pick<SweepOutcome, 'offers'>): Offer[] {
  return offers.filter((offer) => !isQuoted(offer) && offer.missing.length === 0);
}

export type ListedOffer = Ranked & { readonly group?: OfferGroup };

/** Every offer or, with `by`, the best of each group; then what cannot be ranked. */
export function listOffers(
  { outcome, ranking }: { readonly outcome: SweepOutcome; readonly ranking: Ranking },
  by: Grouping | undefined,
): ListedOffer[] {
  if (by === undefined) return inOrder(ranking);
  const identity = identityOf(outcome);
  const groups = ranking.byCurrency.flatMap(({ offers }) =>
    groupOffers(offers, unpricedOf(outcome), (offer) => groupKey(offer, by, identity)),
  );
  const rest = [...ranking.incomplete, ...ranking.unquoted].map(unranked);
  return [...groups.map((group) => ({ ...group.best, group })), ...rest];
}

/** A vehicle belongs to one operator, where its id can be another vehicle's on other dates: then it has another name. */
export function vehicleKey({ operator, vehicle }: Pick<Offer, 'operator' | 'vehicle'>): string {
  return JSON.stringify([operator, vehicleName(namedVehicle(vehicle))]);
}

export function groupKey(offer: Offer, by: Grouping, { placeKey }: Identity): string {
  switch (by) {
    case 'vehicle':
      return vehicleKey(offer);
    case 'date':
      return offer.pickUpDate;
    case 'nights':
      return String(nights(offer.pickUpDate, offer.dropOffDate));
    case 'depots':
      return placeKey(offer);
    case 'operator':
      return offer.operator;
  }
}

/** Every route of a bundle is offered on every one of its starts, at the same total. */
export interface Bundle<R extends Ranked = Ranked> {
  readonly first: R;
  readonly all: readonly R[];
  /** Sorted. */
  readonly starts: readonly CalendarDate[];
  /** An offer for each pair of depots. */
  readonly routes: readonly Offer[];
  /** The first of the times at which its quotes expire. */
  readonly expiresAt: string | undefined;
}

/** In the order of their first offers. */
export function bundleOffers<R extends Ranked>(offers: readonly R[]): Bundle<R>[] {
  const byRoute = groupBy(offers, ({ offer }) => routeKey(offer));
  // Only routes with the same starts: otherwise the row would tell of offers that do not exist.
  const alike = groupBy(byRoute.values(), (list) => {
    return `${list[0] && likeness(list[0].offer)} ${startsOf(list).join()}`;
  });
  return [...alike.values()].flatMap(bundleOf);
}

/** `lists` has a list for each pair of depots. */
function bundleOf<R extends Ranked>(lists: readonly (readonly R[])[]): Bundle<R>[] {
  const all = lists.flat();
  const [first] = all;
  if (first === undefined) return [];
  const routes = lists.flatMap((list) => list.slice(0, 1).map(({ offer }) => offer));
  return [{ first, all, starts: startsOf(all), routes, expiresAt: firstExpiry(all) }];
}

/** Undefined without a quote. */
export function firstExpiry(offers: readonly Ranked[]): string | undefined {
  const expiries = offers.flatMap(({ offer: { quote } }) => (quote === undefined ? [] : [quote.expiresAt]));
  return [...new Set(expiries)].sort((a, b) => Date.parse(a) - Date.parse(b))[0];
}

function startsOf(offers: readonly Ranked[]): CalendarDate[] {
  return [...new Set(offers.map(({ offer }) => offer.pickUpDate))].sort();
}

/** The same text for offers whose every amount is the same, for the same vehicle and as many nights. */
function likeness({ operator, vehicle, quote, missing, closed, pickUpDate, dropOffDate }: Offer): string {
  const price =
    quote === undefined
      ? [vehicle.rentalDailyRate]
      : [quote.currency, quote.totalAmount, ...fees.map(({ key }) => quote.priceBreakdown[key])];
  const purposes = closed.map(({ purpose }) => purpose);
  return JSON.stringify([vehicleKey({ operator, vehicle }), nights(pickUpDate, dropOffDate), missing, purposes, price]);
}

function routeKey(offer: Offer): string {
  return `${likeness(offer)} ${offer.pickUpDepotId} ${offer.dropOffDepotId}`;
}

/** Whether each day from the first to the last is among the sorted dates. */
export function areConsecutive(dates: readonly CalendarDate[]): boolean {
  const [first, last] = [dates[0], dates.at(-1)];
  return first !== undefined && last !== undefined && nights(first, last) === dates.length - 1;
}
