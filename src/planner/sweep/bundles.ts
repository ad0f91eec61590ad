/** Offers that are equal but for their start or their depots, put together as one. */
import type { CalendarDate } from '../../api/types.ts';
import { stringifyJson } from '../../json.ts';
import { nights } from '../calendar.ts';
import { fees } from '../fees.ts';
import { groupBy, type Offer, type Ranked } from './rank.ts';

/** Every route of a bundle is offered on every one of its starts, at the same total. */
export interface Bundle<R extends Ranked = Ranked> {
  readonly first: R;
  /** Of all its offers. */
  readonly count: number;
  /** Sorted. */
  readonly starts: readonly CalendarDate[];
  /** An offer for each pair of depots. */
  readonly routes: readonly Offer[];
  /** The first of the times at which its quotes expire. */
  readonly expiresAt: string | undefined;
}

/** In the order of their first offers. */
export function bundleOffers<R extends Ranked>(offers: readonly R[]): Bundle<R>[] {
  const byRoute = groupBy(offers, ({ offer }) => `${likeness(offer)} ${offer.pickUpDepotId} ${offer.dropOffDepotId}`);
  // Only routes with the same starts: otherwise the row would tell of offers that do not exist.
  const alike = groupBy(byRoute.values(), (list) => {
    return `${list
      .slice(0, 1)
      .map(({ offer }) => likeness(offer))
      .join()} ${startsOf(list).join()}`;
  });
  return [...alike.values()].flatMap((lists) => bundleOf(lists));
}

/** `lists` has a list for each pair of depots. */
function bundleOf<R extends Ranked>(lists: readonly (readonly R[])[]): Bundle<R>[] {
  const all = lists.flat();
  const [first] = all;
  if (first === undefined) return [];
  const expiries = all.flatMap(({ offer: { quote } }) => (quote === undefined ? [] : [quote.expiresAt]));
  const [expiresAt] = expiries.sort((a, b) => Date.parse(a) - Date.parse(b));
  const routes = lists.flatMap((list) => list.slice(0, 1).map(({ offer }) => offer));
  return [{ first, count: all.length, starts: startsOf(all), routes, expiresAt }];
}

function startsOf(offers: readonly Ranked[]): CalendarDate[] {
  return [...new Set(offers.map(({ offer }) => offer.pickUpDate))].sort();
}

/** The same text for offers whose every amount is the same, for the same vehicle and as many nights. */
function likeness({ operator, vehicle, quote, missing, instead, pickUpDate, dropOffDate }: Offer): string {
  const price =
    quote === undefined
      ? [vehicle.rentalDailyRate]
      : [quote.currency, quote.totalAmount, ...fees.map(({ key }) => quote.priceBreakdown[key])];
  return stringifyJson([operator, vehicle.vehicleId, nights(pickUpDate, dropOffDate), missing, instead, price]);
}

/** Whether each day from the first to the last is among the sorted dates. */
export function areConsecutive(dates: readonly CalendarDate[]): boolean {
  const [first, last] = [dates[0], dates.at(-1)];
  return first !== undefined && last !== undefined && nights(first, last) === dates.length - 1;
}
