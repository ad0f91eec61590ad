/** What has changed between two answers to the same question, as data. Differences of the service's own amounts. */
import { subtractMoney } from '../planner/money.ts';
import type { Parts } from './trip.ts';

/** `before` and `after` are amounts or words; there is a difference only of two amounts in one currency. */
interface Change {
  /** A part of the price. */
  readonly field: string;
  readonly before: number | string | null;
  readonly after: number | string | null;
  readonly difference: number | null;
}

/** Undefined means that there is no price. */
export function changesBetween(before: Parts | undefined, after: Parts | undefined): Change[] {
  const isComparable = before?.currency === after?.currency;
  const fields = before && after ? Object.keys({ ...before, ...after }) : ['totalAmount'];
  return fields.flatMap((field) => {
    const [one, other] = [before?.[field] ?? null, after?.[field] ?? null];
    if (one === other) return [];
    const areAmounts = isComparable && typeof one === 'number' && typeof other === 'number';
    return { field, before: one, after: other, difference: areAmounts ? subtractMoney(other, one) : null };
  });
}
