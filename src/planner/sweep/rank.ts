/** Offers by price, compared only where they can be. */
import type { Quote, Trip, Vehicle } from '../../api/types.ts';
import { nights } from '../calendar.ts';
import { compareMoney, divideMoney } from '../money.ts';
import { collect } from './collect.ts';

/** One vehicle for one trip at one operator. */
export interface Offer extends Trip {
  readonly operator: string;
  readonly vehicle: Vehicle;
  /** Undefined where none was asked for. */
  readonly quote: Quote | undefined;
  /** What of the basket this vehicle does not have, as it was asked for. */
  readonly missing: readonly string[];
  /** The quote was stored by an earlier run. */
  readonly reused: boolean;
  readonly checkoutUrl: string;
}

export type Quoted = Offer & { readonly quote: Quote };

export interface Ranked {
  /** From 1; equal totals have the same. Undefined for what is not comparable. */
  readonly rank: number | undefined;
  readonly offer: Offer;
}

export interface Ranking {
  /** Whole baskets, cheapest first, one list a currency; the currency with the most offers comes first. */
  readonly byCurrency: readonly {
    readonly currency: string;
    readonly offers: readonly (Ranked & { offer: Quoted })[];
  }[];
  /** Without something that was asked for: cheapest first, not ranked. */
  readonly apart: readonly Offer[];
  /** Not quoted: lowest daily rate first. */
  readonly unquoted: readonly Offer[];
}

export function rankOffers(offers: readonly Offer[]): Ranking {
  const quoted = offers.filter(isQuoted);
  const whole = collect(
    quoted.filter(({ missing }) => missing.length === 0),
    ({ quote }) => quote.currency,
  );
  return {
    byCurrency: [...whole]
      .sort(([a, some], [b, others]) => others.length - some.length || compareText(a, b))
      .map(([currency, list]) => ({ currency, offers: withRanks(list.sort(byTotal)) })),
    apart: quoted
      .filter(({ missing }) => missing.length > 0)
      .sort((a, b) => compareText(a.quote.currency, b.quote.currency) || byTotal(a, b)),
    unquoted: offers.filter((offer) => !isQuoted(offer)).sort(byRate),
  };
}

/** Ranked, then apart, then unquoted. */
export function inOrder({ byCurrency, apart, unquoted }: Ranking): Ranked[] {
  return [...byCurrency.flatMap(({ offers }) => offers), ...[...apart, ...unquoted].map(unranked)];
}

export function isQuoted(offer: Offer): offer is Quoted {
  return offer.quote !== undefined;
}

/** NZD a night to the cent; undefined for a rental of one day, or without a quote. */
export function perNight(offer: Offer): string | undefined {
  const count = nights(offer.pickUpDate, offer.dropOffDate);
  return count < 1 || offer.quote === undefined ? undefined : divideMoney(offer.quote.totalAmount, count);
}

function unranked(offer: Offer): Ranked {
  return { rank: undefined, offer };
}

function withRanks(offers: readonly Quoted[]): (Ranked & { offer: Quoted })[] {
  let rank = 0;
  let before: Quoted | undefined;
  return offers.map((offer, index) => {
    if (before === undefined || compareMoney(before.quote.totalAmount, offer.quote.totalAmount) !== 0) rank = index + 1;
    before = offer;
    return { rank, offer };
  });
}

function byTotal(a: Quoted, b: Quoted): number {
  return compareMoney(a.quote.totalAmount, b.quote.totalAmount) || byPlace(a, b);
}

function byRate(a: Offer, b: Offer): number {
  return compareMoney(a.vehicle.rentalDailyRate, b.vehicle.rentalDailyRate) || byPlace(a, b);
}

/** The same order whatever order the answers came in. */
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
