/**
 * Ranks offers by price. Totals are compared only within one currency and for the whole basket. Offers with a day on which a depot lists no
 * times come after the others: the service may still accept them, but nobody should take one for the best without a look.
 */
import { checkoutLink } from '../../api/links.ts';
import type { Quote, RentalDates, Selection, Trip, Vehicle } from '../../api/types.ts';
import { groupBy } from '../../group-by.ts';
import { nights } from '../calendar.ts';
import type { ClosedDay } from '../closed-days.ts';
import { divideMoney, multiplyMoney } from '../money.ts';
import type { FilledBasket } from './wanted-extras.ts';

/** One vehicle for one trip at one operator. */
export interface Offer extends Trip {
  readonly operator: string;
  /** Names of the depots if they were looked up, else `depot 1`. */
  readonly pickUp: string;
  readonly dropOff: string;
  readonly vehicle: Vehicle;
  /** In the vehicle's own ids. */
  readonly basket: FilledBasket;
  /** Undefined if there is none: not asked for, or refused. */
  readonly quote: Quote | undefined;
  /** Without a quote: the total to expect, in the unit of the daily rate. */
  readonly estimate: number | undefined;
  /** Extras of the basket that this vehicle does not have, as given, and those that the quote does not show as asked for. */
  readonly missing: readonly string[];
  /** Its days on which a depot lists no times. */
  readonly closed: readonly ClosedDay[];
  /** The quote was stored by an earlier run. */
  readonly reused: boolean;
  /** Of the operator's booking page. */
  readonly siteUrl: URL;
}

/** What the quote and the link of an offer are for. */
export function selectionOf({ basket, vehicle, ...offer }: Offer): Selection {
  const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate } = offer;
  const { accessoryIds, insuranceId } = basket.ids;
  const { vehicleId } = vehicle;
  return { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate, vehicleId, accessoryIds, insuranceId };
}

/** Made for those that are shown: a sweep can have thousands. */
export function checkoutUrlOf(offer: Offer): string {
  return checkoutLink(offer.siteUrl, selectionOf(offer));
}

/** Daily rate × nights: the interface does not say how a price is made. */
export function estimateOf({ vehicle, pickUpDate, dropOffDate }: RentalDates & Pick<Offer, 'vehicle'>): number {
  return multiplyMoney(vehicle.rentalDailyRate, nights(pickUpDate, dropOffDate));
}

export type QuotedOffer = Offer & { readonly quote: Quote };

export interface Ranked {
  /** From 1; equal offers share a rank. Undefined if the offer cannot be compared. */
  readonly rank: number | undefined;
  readonly offer: Offer;
}

export type RankedQuote = Ranked & { readonly offer: QuotedOffer };

export interface Ranking {
  /** Offers with the whole basket, best first, one list per currency; the currency with the most offers comes first. */
  readonly byCurrency: readonly { readonly currency: string; readonly offers: readonly RankedQuote[] }[];
  /** Offers without some wanted extra: cheapest first, not ranked. */
  readonly incomplete: readonly Offer[];
  /** Offers without a quote: lowest estimate first. */
  readonly unquoted: readonly Offer[];
}

export function rankOffers(offers: readonly Offer[]): Ranking {
  const quoted = offers.filter(isQuoted);
  const whole = groupBy(quoted.filter(hasBasket), ({ quote }) => quote.currency);
  return {
    byCurrency: [...whole]
      .sort(([a, some], [b, others]) => others.length - some.length || compareText(a, b))
      .map(([currency, list]) => ({ currency, offers: withRanks(list.sort(byTotal)) })),
    incomplete: quoted
      .filter((offer) => !hasBasket(offer))
      .sort((a, b) => compareText(a.quote.currency, b.quote.currency) || byTotal(a, b)),
    unquoted: offers.filter((offer) => !isQuoted(offer)).sort(byEstimate),
  };
}

/** Ranked offers, then incomplete ones, then those without a quote. */
export function inOrder({ byCurrency, incomplete, unquoted }: Ranking): Ranked[] {
  return [...byCurrency.flatMap(({ offers }) => offers), ...[...incomplete, ...unquoted].map(unranked)];
}

function hasBasket({ missing }: Offer): boolean {
  return missing.length === 0;
}

export function isQuoted(offer: Offer): offer is QuotedOffer {
  return offer.quote !== undefined;
}

/** The total divided by nights, to the cent; undefined for a rental of one day, or without a quote. */
export function perNight({
  pickUpDate,
  dropOffDate,
  quote,
}: Pick<Offer, keyof RentalDates | 'quote'>): number | undefined {
  const count = nights(pickUpDate, dropOffDate);
  return count < 1 || quote === undefined ? undefined : divideMoney(quote.totalAmount, count);
}

export function unranked(offer: Offer): Ranked {
  return { rank: undefined, offer };
}

function withRanks(offers: readonly QuotedOffer[]): RankedQuote[] {
  let rank = 0;
  let before: QuotedOffer | undefined;
  return offers.map((offer, index) => {
    if (before === undefined || byRank(before, offer) !== 0) rank = index + 1;
    before = offer;
    return { rank, offer };
  });
}

/** The lowest total first, and those with days without times after the others. */
function byRank(a: QuotedOffer, b: QuotedOffer): number {
  return byTimes(a, b) || a.quote.totalAmount - b.quote.totalAmount;
}

function byTimes(a: Offer, b: Offer): number {
  return Number(a.closed.length > 0) - Number(b.closed.length > 0);
}

function byTotal(a: QuotedOffer, b: QuotedOffer): number {
  return byRank(a, b) || byPlace(a, b);
}

function byEstimate(a: Offer, b: Offer): number {
  return (
    byTimes(a, b) ||
    (a.estimate ?? 0) - (b.estimate ?? 0) ||
    a.vehicle.rentalDailyRate - b.vehicle.rentalDailyRate ||
    byPlace(a, b)
  );
}

/** Makes the order independent of the order of the answers. */
function byPlace(a: Offer, b: Offer): number {
  return (
    compareText(a.pickUpDate, b.pickUpDate) ||
    compareText(a.dropOffDate, b.dropOffDate) ||
    compareText(a.operator, b.operator) ||
    a.pickUpDepotId - b.pickUpDepotId ||
    a.dropOffDepotId - b.dropOffDepotId ||
    a.vehicle.vehicleId - b.vehicle.vehicleId
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
