/** What has changed between two answers to the same question, as data. Differences of the service's own amounts. */
import { fees } from '../planner/receipt.ts';
import { addMoney, subtractMoney } from '../planner/money.ts';
import type { Priced } from './best.ts';

/** `before` and `after` are amounts or words; there is a difference only of two amounts in one currency. */
export interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly difference: number | null;
}

/** `field` is the name in the quote: `totalAmount`, `routeFee`, `accessories.Child seat`. An offer that is undefined is not available. */
export function changesBetween(before: Priced | undefined, after: Priced | undefined): Change[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined || after === undefined) {
    return [{ field: 'totalAmount', before: amountOf(before), after: amountOf(after), difference: null }];
  }
  const isComparable = before.currency === after.currency;
  const [then, now] = [amountsOf(before), amountsOf(after)];
  const amounts = [...new Set([...then.keys(), ...now.keys()])].map((field) => {
    return amountChange(field, then.get(field), now.get(field), isComparable);
  });
  const words = [
    wordChange('currency', before.currency, after.currency),
    wordChange('vehicle', before.vehicle, after.vehicle),
    wordChange('operator', before.operator ?? '', after.operator ?? ''),
    ...(['pickUpDate', 'dropOffDate'] as const).map((date) => wordChange(date, before.trip[date], after.trip[date])),
    ...after.missing.flatMap((name) =>
      before.missing.includes(name) ? [] : wordChange(`extra.${name}`, 'in the price', ''),
    ),
    ...before.missing.flatMap((name) =>
      after.missing.includes(name) ? [] : wordChange(`extra.${name}`, '', 'in the price'),
    ),
  ];
  return [...amounts, ...words].flatMap((change) => change ?? []);
}

function amountOf(priced: Priced | undefined): string | null {
  return priced === undefined ? null : String(priced.totalAmount);
}

/** The total, its parts, and each extra: several of one name are one. */
function amountsOf({ totalAmount, priceBreakdown }: Priced): Map<string, number> {
  const { accessories, insurance } = priceBreakdown;
  const extras = [
    ...accessories.map(({ name, cost }) => [`accessories.${name}`, cost] as const),
    ...(insurance === null ? [] : [[`insurance.${insurance.name}`, insurance.cost] as const]),
  ];
  const amounts = new Map<string, number>([
    ['totalAmount', totalAmount],
    ...fees.map(({ key }) => [key, priceBreakdown[key]] as const),
  ]);
  for (const [field, cost] of extras) amounts.set(field, addMoney([amounts.get(field) ?? 0, cost]));
  return amounts;
}

function amountChange(
  field: string,
  before: number | undefined,
  after: number | undefined,
  isComparable: boolean,
): Change | undefined {
  if (before === after && isComparable) return undefined;
  const difference = isComparable && before !== undefined && after !== undefined ? subtractMoney(after, before) : null;
  return { field, before: before?.toString() ?? null, after: after?.toString() ?? null, difference };
}

function wordChange(field: string, before: string, after: string): Change | undefined {
  return before === after ? undefined : { field, before: before || null, after: after || null, difference: null };
}
