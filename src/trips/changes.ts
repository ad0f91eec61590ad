/** What has changed between two answers to the same question, as data. Differences of the service's own amounts. */
import { addMoney, subtractMoney } from '../planner/money.ts';
import { fees } from '../planner/receipt.ts';
import type { PriceInFull } from './answer.ts';

/** `before` and `after` are amounts or words; there is a difference only of two amounts in one currency. */
interface Change {
  readonly field: string;
  readonly before: number | string | null;
  readonly after: number | string | null;
  readonly difference: number | null;
}

/** `field` is the name in the quote: `totalAmount`, `routeFee`, `accessories.Child seat`. Undefined means that there is no price. */
export function changesBetween(before: PriceInFull | undefined, after: PriceInFull | undefined): Change[] {
  if (before === undefined || after === undefined) {
    const [then = null, now = null] = [before?.totalAmount, after?.totalAmount];
    return then === now ? [] : [{ field: 'totalAmount', before: then, after: now, difference: null }];
  }
  const isComparable = before.currency === after.currency;
  const [then, now] = [partsOf(before), partsOf(after)];
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((field) => {
    const [one, other] = [then.get(field) ?? null, now.get(field) ?? null];
    if (one === other) return [];
    const areAmounts = typeof one === 'number' && typeof other === 'number';
    return {
      field,
      before: one,
      after: other,
      difference: isComparable && areAmounts ? subtractMoney(other, one) : null,
    };
  });
}

/** The total, its parts, each extra, of which several of one name are one, and what has the price. */
function partsOf({ totalAmount, priceBreakdown, currency, vehicle, operator, trip }: PriceInFull) {
  const { accessories, insurance } = priceBreakdown;
  const parts = new Map<string, number | string | undefined>([['totalAmount', totalAmount]]);
  for (const { key } of fees) parts.set(key, priceBreakdown[key]);
  for (const { name, cost } of accessories) {
    const field = `accessories.${name}`;
    parts.set(field, addMoney([Number(parts.get(field) ?? 0), cost]));
  }
  if (insurance !== null) parts.set(`insurance.${insurance.name}`, insurance.cost);
  const { pickUpDate, dropOffDate } = trip;
  const words = { currency, vehicle: vehicle.name, operator, pickUpDate, dropOffDate };
  for (const [field, word] of Object.entries(words)) parts.set(field, word);
  return parts;
}
