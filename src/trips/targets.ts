/** Which targets of a trip were reported: each once, until a price is above it. Pure. */
import { isWithin, type MaxAmount } from '../planner/max-amount.ts';
import { pricesOf, type Price, type Trip } from './trip.ts';

export type Target = NonNullable<Trip['reportedTargets']>[number];

/** Whether to report that the price is at or under the target. */
export function isNewlyMet(reported: readonly Target[] = [], price: Price, target: Target): boolean {
  return isMet(price, target) && !reported.some((other) => isSame(other, target));
}

/** After one more answer, with which `target` was reported if it is given. An answer without a price changes nothing. */
export function reportedAfter(
  reported: readonly Target[] = [],
  { price }: { readonly price?: Price | undefined },
  target?: Target,
): readonly Target[] {
  const left = reported.filter((other) => price === undefined || !isAbove(price, other));
  return target === undefined || left.some((other) => isSame(other, target)) ? left : [...left, target];
}

/** Those of its prices so far. None is known of a trip that never had a price. */
export function currenciesOf({ answers, document }: Pick<Trip, 'answers' | 'document'>): ReadonlySet<string> {
  const offered = 'offers' in document ? document.offers : [document];
  const all = [...pricesOf({ answers }), ...offered].map(({ currency }) => currency?.toUpperCase());
  return new Set(all.filter((currency) => currency !== undefined));
}

function isMet({ total: totalAmount, currency }: Price, target: MaxAmount): boolean {
  return isWithin({ totalAmount, currency }, target);
}

/** A price in another currency is neither above the target nor under it. */
function isAbove(price: Price, target: Target): boolean {
  return price.currency.toUpperCase() === target.currency && !isMet(price, target);
}

function isSame(one: Target, other: Target): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}
