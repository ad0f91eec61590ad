/** NZD amounts, exactly as served: decimals are computed with big.js, never as floating point numbers. */
import Big from 'big.js';
import type { Vehicle } from '../api/types.ts';
import { UsageError } from '../errors.ts';
import type { Numeric } from '../json.ts';
import { shorten } from '../text.ts';

/** A number as served, or a decimal such as `1234.5`. */
export type Amount = Numeric | string;

/** The exact sum, with at least two decimals. Throws RangeError if an amount is not a finite decimal. */
export function addMoney(amounts: readonly Amount[]): string {
  return formatDecimal(amounts.reduce((sum, amount) => sum.plus(decimalOf(amount)), new Big(0)));
}

/** The exact difference `a` − `b`, with at least two decimals. Throws RangeError if an amount is not a finite decimal. */
export function subtractMoney(a: Amount, b: Amount): string {
  return formatDecimal(decimalOf(a).minus(decimalOf(b)));
}

/** Negative, 0 or positive, as for `sort`. Throws RangeError if an amount is not a finite decimal. */
export function compareMoney(a: Amount, b: Amount): number {
  // Numbers are in the same order as their decimals, and sorting thousands of offers compares often.
  if (Number.isFinite(a) && Number.isFinite(b)) return Number(a > b) - Number(a < b);
  return decimalOf(a).cmp(decimalOf(b));
}

/** `1234.5` → `1234.50`: two decimals, or more if the amount has more. Throws RangeError if it is not a finite decimal. */
export function formatMoney(amount: Amount): string {
  return formatDecimal(decimalOf(amount));
}

/** The amount times `count`, with at least two decimals. Throws RangeError if it is not a finite decimal. */
export function multiplyMoney(amount: Amount, count: number): string {
  return formatDecimal(decimalOf(amount).times(count));
}

/** The amount divided by `count` (a whole number above 0), to the cent; rounds half a cent away from zero. Throws RangeError. */
export function divideMoney(amount: Amount, count: number): string {
  return formatDecimal(decimalOf(amount).div(count).round(2, Big.roundHalfUp));
}

/** Whether `count` times `price` is exactly `total`. Throws RangeError if one is not a finite decimal. */
export function isProduct(total: Amount, count: number, price: Amount): boolean {
  return decimalOf(price).times(count).eq(decimalOf(total));
}

/** The highest amount that is good enough. */
export interface Most {
  readonly amount: string;
  readonly currency: string;
}

/** `1500`, `1499.95`, `1500 AUD`; NZD unless given. Throws UsageError naming the field. */
export function parseMost(text: string, field: 'maxTotal' | 'maxRate' | 'target' | 'minDrop'): Most {
  const [, amount, currency = 'NZD'] = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]{3})?\s*$/i.exec(text) ?? [];
  if (amount === undefined) {
    throw new UsageError((name) => `${name(field)} takes an amount such as 1500, not "${shorten(text, 40)}"`);
  }
  return { amount, currency: currency.toUpperCase() };
}

function decimalOf(amount: Amount): Big {
  const text = String(amount);
  if (/^-?\d+(?:\.\d+)?(?:e[+-]\d{1,3})?$/.test(text)) return new Big(text);
  throw new RangeError(`not an amount: ${text}`);
}

function formatDecimal(decimal: Big): string {
  const [whole = '', fraction = ''] = decimal.toFixed().split('.');
  // A result that rounds to zero has no sign.
  return `${decimal.eq(0) ? '0' : whole}.${fraction.padEnd(2, '0')}`;
}

/** The vehicle with the lowest daily rate; ties by name, then id. Undefined if the list is empty. */
export function cheapest<T extends Pick<Vehicle, 'name' | 'rentalDailyRate' | 'vehicleId'>>(
  vehicles: readonly T[],
): T | undefined {
  return byDailyRate(vehicles)[0];
}

/** The lowest daily rates first; ties by name, then id. */
export function byDailyRate<T extends Pick<Vehicle, 'name' | 'rentalDailyRate' | 'vehicleId'>>(
  vehicles: readonly T[],
): T[] {
  const names = new Intl.Collator('en');
  return [...vehicles].sort(
    (a, b) =>
      compareMoney(a.rentalDailyRate, b.rentalDailyRate) || names.compare(a.name, b.name) || a.vehicleId - b.vehicleId,
  );
}
