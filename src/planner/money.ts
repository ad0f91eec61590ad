/** Amounts of money, in whole units of a currency, such as dollars. */
import type { Quote } from '../api/types.ts';
import { UsageError, type FieldText } from '../errors.ts';
import { shorten, showMoney } from '../text.ts';

/** These four are undefined if the result is beyond the largest number. */
export function addMoney(amounts: readonly number[]): number | undefined {
  return exact(amounts.reduce((sum, amount) => sum + amount, 0));
}

export function subtractMoney(a: number, b: number): number | undefined {
  return exact(a - b);
}

export function multiplyMoney(amount: number, count: number): number | undefined {
  return exact(amount * count);
}

/** To the cent. `count` is a whole number above 0. */
export function divideMoney(amount: number, count: number): number | undefined {
  return roundMoney(amount / count);
}

/** To the cent; undefined for what is not finite. */
export function roundMoney(amount: number): number | undefined {
  const cents = exact(amount * 100);
  // An amount so large has no cents.
  return cents === undefined ? exact(amount) : Math.round(cents) / 100;
}

/** Without the error of floating point: 0.1 + 0.2 is 0.3. */
function exact(amount: number): number | undefined {
  return Number.isFinite(amount) ? Number(amount.toFixed(6)) : undefined;
}

/** `1234.5` → `1234.50`: two decimals, or more if the amount has more. */
export function formatMoney(amount: number): string {
  const text = amount.toFixed(2);
  return Number(text) === amount ? text : String(amount);
}

/** `1234.5` → `1,234.50`, for people. */
export function moneyInWords(amount: number): string {
  return showMoney(formatMoney(amount));
}

/** `50` → `+50.00`, `-7` → `-7.00`: a change. */
export function changeOfMoney(amount: number): string {
  return `${amount < 0 ? '' : '+'}${moneyInWords(amount)}`;
}

/** The highest amount that is good enough. */
export interface Most {
  readonly amount: number;
  readonly currency: string;
}

type Price = Pick<Quote, 'totalAmount' | 'currency'>;

/** `1500`, `1499.95`, `1500 AUD`; NZD unless given. Throws UsageError naming the field. */
export function parseMost(text: string, field: 'maxTotal' | 'target'): Most {
  const [, amount, currency = 'NZD'] = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]{3})?\s*$/i.exec(text) ?? [];
  if (amount === undefined) {
    throw new UsageError((name) => `${name(field)} takes an amount such as 1500, not "${shorten(text, 40)}"`, {
      hint: 'write digits alone, and a currency if it is not NZD: 1499.95 AUD',
    });
  }
  return { amount: Number(amount), currency: currency.toUpperCase() };
}

/** Whether the total is in the currency of `most`, and at or under it. */
export function isWithin(price: Price, most: Most): boolean {
  return price.currency.toUpperCase() === most.currency && price.totalAmount <= most.amount;
}

/** What to say of a total that is not within `most`; empty if it is. */
export function aboveMost(price: Price, most: Most | undefined): FieldText[] {
  if (most === undefined || isWithin(price, most)) return [];
  const total = `${moneyInWords(price.totalAmount)} ${price.currency}`;
  const limit = `${moneyInWords(most.amount)} ${most.currency}`;
  if (price.currency.toUpperCase() === most.currency)
    return [(name) => `the total is too high: ${total} is above ${name('maxTotal')}, ${limit}`];
  return [(name) => `the total is ${total}: ${name('maxTotal')}, ${limit}, is in another currency`];
}
