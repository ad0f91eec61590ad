/** `--max-total`: whether anything is cheap enough. */
import { UsageError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { compareMoney } from '../money.ts';
import type { Ranking } from './rank.ts';

export interface MaxTotal {
  readonly amount: string;
  readonly currency: string;
}

/** `1500`, `1499.95`, `1500 AUD`; NZD unless said. Throws UsageError. */
export function parseMaxTotal(text: string): MaxTotal {
  const [, amount, currency = 'NZD'] = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]{3})?\s*$/i.exec(text) ?? [];
  if (amount === undefined)
    throw new UsageError(`--max-total takes an amount such as 1500, not "${shorten(text, 40)}"`);
  return { amount, currency: currency.toUpperCase() };
}

/** How many whole baskets of the amount's own currency are at or under it. */
export function countWithin({ byCurrency }: Ranking, { amount, currency }: MaxTotal): number {
  const offers = byCurrency.find((list) => list.currency.toUpperCase() === currency)?.offers ?? [];
  const above = offers.findIndex(({ offer }) => compareMoney(offer.quote.totalAmount, amount) > 0);
  return above === -1 ? offers.length : above;
}
