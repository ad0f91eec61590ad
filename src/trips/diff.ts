/** The differences between two answers to the same question. */
import { addMoney, subtractMoney } from '../base/money.ts';
import { receiptFees } from '../views/receipt.ts';
import { bestPrice, type PreferredCurrencies } from './best-price.ts';
import type { AnsweredQuestion } from './saved-trip.ts';

export interface Change {
  readonly field: string;
  readonly before: number | string | null;
  readonly after: number | string | null;
  /** Null unless both values are amounts in the same currency. */
  readonly difference: number | null;
}

/** An undefined question stands for an answer without a price. */
export function diff(
  earlier: AnsweredQuestion | undefined,
  later: AnsweredQuestion | undefined,
  currencies?: PreferredCurrencies,
): Change[] {
  const before = earlier && partsOf(earlier, currencies);
  const after = later && partsOf(later, currencies);
  const isComparable = before?.['currency'] === after?.['currency'];
  const fields = before && after ? Object.keys({ ...before, ...after }) : ['totalAmount'];
  return fields.flatMap((field) => {
    const earlierValue = before?.[field] ?? null;
    const laterValue = after?.[field] ?? null;
    if (earlierValue === laterValue) return [];
    const difference =
      isComparable && typeof earlierValue === 'number' && typeof laterValue === 'number'
        ? subtractMoney(laterValue, earlierValue)
        : undefined;
    return { field, before: earlierValue, after: laterValue, difference: difference ?? null };
  });
}

/**
 * The best price by its fields: `totalAmount`, `routeFee`, `accessories.Child seat`, `vehicle`.
 * Extras with the same name are one field.
 */
function partsOf(
  question: AnsweredQuestion,
  currencies: PreferredCurrencies | undefined,
): Readonly<Record<string, number | string>> | undefined {
  const best = bestPrice(question, currencies);
  if (best.end !== 'priced') return undefined;
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
