/**
 * How many days a rental is charged for. The interface does not say it: only the fee in a quote
 * shows it.
 */
import type { Quote, RentalDates, Vehicle } from '../api/types.ts';
import { multiplyMoney, roundMoney } from '../base/money.ts';
import { nights } from './calendar.ts';

/**
 * What the quotes of an operator have shown. It changes estimates that are shown, never what is
 * requested.
 */
export interface ChargedDays {
  /** The days that are charged for this number of nights; undefined if no quote showed it. */
  daysFor(nights: number): number | undefined;
  /** The newest quote counts. Nothing is learned without the vehicle and so its daily rate. */
  learn(
    dates: RentalDates,
    vehicle: Pick<Vehicle, 'rentalDailyRate'> | undefined,
    quote: Quote,
  ): void;
}

export const noChargedDays: ChargedDays = { daysFor: () => undefined, learn: () => {} };

/**
 * At most this many days are charged beyond the nights. Without a limit, every whole fee at a rate
 * of 1.00 would be a number of days.
 */
const maxDaysAdded = 30;

export function arePlausibleDays(days: unknown, nightCount: number): days is number {
  return (
    Number.isSafeInteger(days) && Number(days) > 0 && Number(days) <= nightCount + maxDaysAdded
  );
}

/** Undefined if the fee is not a whole number of days to the cent. */
export function daysInFee(
  rentalFee: number,
  dailyRate: number,
  nightCount: number,
): number | undefined {
  const days = Math.round(rentalFee / dailyRate);
  if (nightCount < 0 || dailyRate <= 0 || !arePlausibleDays(days, nightCount)) return undefined;
  const product = multiplyMoney(dailyRate, days);
  return product !== undefined && roundMoney(product) === roundMoney(rentalFee) ? days : undefined;
}

/** By how many days the daily rate is multiplied, before there is a quote. */
export interface EstimateBasis {
  readonly days: number;
  readonly nights: number;
  /** A quote showed the number of days. */
  readonly isFromQuote: boolean;
}

/** Undefined for a rental of no nights, unless a quote of one showed its charged days. */
export function estimateBasis(
  { pickUpDate, dropOffDate }: RentalDates,
  charged: ChargedDays,
): EstimateBasis | undefined {
  const count = nights(pickUpDate, dropOffDate);
  const days = charged.daysFor(count);
  if (days !== undefined) return { days, nights: count, isFromQuote: true };
  return count > 0 ? { days: count, nights: count, isFromQuote: false } : undefined;
}
