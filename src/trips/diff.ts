/** The differences between two answers to the same question, in the service's own amounts. */
import { addMoney, subtractMoney } from '../base/money.ts';
import { receiptFees } from '../planner/receipt.ts';
import { bestPrice } from './answer.ts';
import type { AnsweredQuestion } from './saved-trip.ts';

export interface Change {
  readonly field: string;
  readonly before: number | string | null;
  readonly after: number | string | null;
  /** Null unless both are amounts in one currency. */
  readonly difference: number | null;
}

/** Undefined instead of a question means that there is no price. */
export function diff(
  earlier: AnsweredQuestion | undefined,
  later: AnsweredQuestion | undefined,
): Change[] {
  const before = earlier && partsOf(earlier);
  const after = later && partsOf(later);
  const isComparable = before?.['currency'] === after?.['currency'];
  const fields = before && after ? Object.keys({ ...before, ...after }) : ['totalAmount'];
  return fields.flatMap((field) => {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
    if (was === is) return [];
    const areAmounts = isComparable && typeof was === 'number' && typeof is === 'number';
    return {
      field,
      before: was,
      after: is,
      difference: areAmounts ? (subtractMoney(is, was) ?? null) : null,
    };
  });
}

/**
 * The parts of the best price, and its vehicle and trip: `totalAmount`, `routeFee`,
 * `accessories.Child seat`, `vehicle`. Extras with the same name are one part. Undefined if there
 * is no price.
 */
function partsOf(
  question: AnsweredQuestion,
): Readonly<Record<string, number | string>> | undefined {
  const best = bestPrice(question);
  if ('end' in best) return undefined;
  const { priced, vehicle, operator, trip } = best;
  const { accessories, insurance } = priced.priceBreakdown;
  const costs: Record<string, number> = {};
  for (const { key } of receiptFees) costs[key] = priced.priceBreakdown[key];
  for (const { name, cost } of accessories) {
    const field = `accessories.${name}`;
    costs[field] = addMoney([costs[field] ?? 0, cost]) ?? cost;
  }
  if (insurance !== null) costs[`insurance.${insurance.name}`] = insurance.cost;
  return {
    totalAmount: priced.totalAmount,
    ...costs,
    currency: priced.currency,
    vehicle,
    ...(operator !== undefined && { operator }),
    pickUpDate: trip.pickUpDate,
    dropOffDate: trip.dropOffDate,
  };
}
