/** The highest amount that is good enough: of `--max-total` and of `--target`. */
import type { Quote } from '../api/types.ts';
import { exitCodes, UsageError, type ExitCode } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import { moneyInWords } from '../base/money.ts';
import { shorten } from '../base/words.ts';

export interface MaxAmount {
  readonly amount: number;
  readonly currency: string;
}

type Price = Pick<Quote, 'totalAmount' | 'currency'>;

/** `1500`, `1499.95`, `1500 AUD`; NZD unless given. Throws UsageError naming the field. */
export function parseMaxAmount(text: string, field: 'maxTotal' | 'target'): MaxAmount {
  const [, amount, currency = 'NZD'] =
    /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]{3})?\s*$/i.exec(text) ?? [];
  if (amount === undefined) {
    throw new UsageError(
      fieldText(`{${field}} takes an amount such as 1500, not "{given}"`, {
        given: shorten(text, 40),
      }),
      { hint: 'write 1500 or 1499.95, and the currency after it if it is not NZD: "1500 AUD"' },
    );
  }
  return { amount: Number(amount), currency: currency.toUpperCase() };
}

/** Whether the total is in the currency of `max`, and at or under it. */
export function isWithin(price: Price, max: MaxAmount): boolean {
  return isComparable(price, max) && price.totalAmount <= max.amount;
}

export function isComparable({ currency }: Pick<Price, 'currency'>, max: MaxAmount): boolean {
  return currency.toUpperCase() === max.currency;
}

/**
 * `ok` without `max`, or if a total is within it; `no` if no total can be compared with it; else
 * `aboveMaxTotal`.
 */
export function maxTotalCode(totals: readonly Price[], max: MaxAmount | undefined): ExitCode {
  if (max === undefined || totals.some((total) => isWithin(total, max))) return exitCodes.ok;
  return totals.some((total) => isComparable(total, max)) ? exitCodes.aboveMaxTotal : exitCodes.no;
}

/** A warning for a total that is not within `max`; else empty. */
export function aboveMaxAmount(price: Price, max: MaxAmount | undefined): FieldText[] {
  if (max === undefined || isWithin(price, max)) return [];
  const total = `${moneyInWords(price.totalAmount)} ${price.currency}`;
  const limit = `${moneyInWords(max.amount)} ${max.currency}`;
  if (isComparable(price, max))
    return [fieldText('the total of {total} is above {maxTotal} {limit}', { total, limit })];
  return [
    fieldText(
      'the total of {total} cannot be compared with {maxTotal} {limit}: the currencies differ',
      {
        total,
        limit,
      },
    ),
  ];
}
