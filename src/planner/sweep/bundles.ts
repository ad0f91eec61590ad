/** Offers that are equal but for their start or their depots, put together as one. */
import type { CalendarDate } from '../../api/types.ts';
import { nights } from '../calendar.ts';
import { groupBy, type Offer, type Ranked } from './rank.ts';

/** Every route of a bundle is offered on every one of its starts, at the same total. */
export interface Bundle<R extends Ranked = Ranked> {
  readonly first: R;
  /** Of all its offers. */
  readonly count: number;
  /** Sorted. */
  readonly starts: readonly CalendarDate[];
  /** The number of pairs of depots. */
  readonly routes: number;
  /** The first of the times at which its quotes expire. */
  readonly expiresAt: string | undefined;
}

/** In the order of their first offers. */
export function bundleOffers<R extends Ranked>(offers: readonly R[]): Bundle<R>[] {
  const byRoute = groupBy(offers, ({ offer }) => `${likeness(offer)} ${offer.pickUpDepotId} ${offer.dropOffDepotId}`);
  const routes = [...byRoute.values()].map((list) => {
    const dates = list.map(({ offer }) => offer.pickUpDate);
    return { list, starts: [...new Set(dates)].sort() };
  });
  // Only routes with the same starts: otherwise the row would tell of offers that do not exist.
  const alike = groupBy(routes, ({ list: [first], starts }) => {
    return `${first === undefined ? '' : likeness(first.offer)} ${starts.join()}`;
  });
  const position = new Map(offers.map((ranked, index) => [ranked, index]));
  return [...alike.values()]
    .flatMap((group) =>
      bundleOf(
        group.flatMap(({ list }) => list),
        group[0]?.starts ?? [],
        group.length,
      ),
    )
    .sort((a, b) => (position.get(a.first) ?? 0) - (position.get(b.first) ?? 0));
}

function bundleOf<R extends Ranked>(list: readonly R[], starts: readonly CalendarDate[], routes: number): Bundle<R>[] {
  const [first] = list;
  if (first === undefined) return [];
  const expiries = list.flatMap(({ offer: { quote } }) => (quote === undefined ? [] : [quote.expiresAt]));
  const [expiresAt] = expiries.sort((a, b) => Date.parse(a) - Date.parse(b));
  return [{ first, count: list.length, starts, routes, expiresAt }];
}

/** The same text for offers whose every amount is the same, for the same vehicle and as many nights. */
function likeness({ operator, vehicle, quote, missing, pickUpDate, dropOffDate }: Offer): string {
  const { rentalFee, routeFee, accessoriesFee, insuranceFee } = quote?.priceBreakdown ?? {};
  const price =
    quote === undefined
      ? [vehicle.rentalDailyRate]
      : [quote.currency, quote.totalAmount, rentalFee, routeFee, accessoriesFee, insuranceFee];
  return JSON.stringify([operator, vehicle.vehicleId, nights(pickUpDate, dropOffDate), missing, price]);
}

/** Whether each day from the first to the last is among the sorted dates. */
export function areConsecutive(dates: readonly CalendarDate[]): boolean {
  const [first, last] = [dates[0], dates.at(-1)];
  return first !== undefined && last !== undefined && nights(first, last) === dates.length - 1;
}
