/** What has changed between two answers to the same question. Differences are of the service's own amounts. */
import { addMoney, subtractMoney } from '../base/money.ts';
import { fees } from '../planner/receipt.ts';
import { bestOf, type Best } from './answer.ts';
import type { Answered } from './trip.ts';

/** Undefined means that there is no price. There is a difference only of two amounts in one currency. */
export function changesBetween(one: Answered | undefined, other: Answered | undefined) {
  const [before, after] = [one, other].map((asked) => asked && partsOf(bestOf(asked)));
  const isComparable = before?.['currency'] === after?.['currency'];
  const fields = before && after ? Object.keys({ ...before, ...after }) : ['totalAmount'];
  return fields.flatMap((field) => {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
    if (was === is) return [];
    const areAmounts = isComparable && typeof was === 'number' && typeof is === 'number';
    return { field, before: was, after: is, difference: areAmounts ? (subtractMoney(is, was) ?? null) : null };
  });
}

/**
 * What a price is made of, and of what it is the price: `totalAmount`, `routeFee`, `accessories.Child seat`, `vehicle`. Of several extras
 * with one name, the costs are one part.
 */
function partsOf(best: ReturnType<typeof bestOf>): Readonly<Record<string, number | string>> | undefined {
  if ('end' in best) return undefined;
  const { priced, vehicle, operator, trip }: Best = best;
  const { accessories, insurance } = priced.priceBreakdown;
  const costs: Record<string, number> = {};
  for (const { key } of fees) costs[key] = priced.priceBreakdown[key];
  for (const { name, cost } of accessories) {
    const field = `accessories.${name}`;
    costs[field] = addMoney([costs[field] ?? 0, cost]) ?? cost;
  }
  if (insurance !== null) costs[`insurance.${insurance.name}`] = insurance.cost;
  const { pickUpDate, dropOffDate } = trip;
  const words = { currency: priced.currency, vehicle, ...(operator && { operator }), pickUpDate, dropOffDate };
  return { totalAmount: priced.totalAmount, ...costs, ...words };
}
