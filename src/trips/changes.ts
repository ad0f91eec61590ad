/** What has changed between two answers to the same question, as data. Differences of the service's own amounts. */
import { fees } from '../planner/receipt.ts';
import { addMoney, subtractMoney } from '../planner/money.ts';
import type { PriceInFull } from './price.ts';

/** `before` and `after` are amounts or words; there is a difference only of two amounts in one currency. */
export interface Change {
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
  const [then, now] = [amountsOf(before), amountsOf(after)];
  const amounts = [...new Set([...then.keys(), ...now.keys()])].flatMap((field) => {
    const [one, other] = [then.get(field) ?? null, now.get(field) ?? null];
    if (one === other && isComparable) return [];
    const difference = isComparable && one !== null && other !== null ? subtractMoney(other, one) : null;
    return { field, before: one, after: other, difference };
  });
  const words = [
    ['currency', before.currency, after.currency],
    ['vehicle', vehicleOf(before, after), vehicleOf(after, before)],
    ['operator', before.operator ?? null, after.operator ?? null],
    ['pickUpDate', before.trip.pickUpDate, after.trip.pickUpDate],
    ['dropOffDate', before.trip.dropOffDate, after.trip.dropOffDate],
  ] as const;
  const changed = words.filter(([, one, other]) => one !== other);
  return [
    ...amounts,
    ...changed.map(([field, one, other]) => ({ field, before: one, after: other, difference: null })),
  ];
}

/** With its id if the other one has the same name. */
function vehicleOf({ vehicle: { id, name } }: PriceInFull, { vehicle: other }: PriceInFull): string {
  return name === other.name && id !== other.id ? `${name} (${id})` : name;
}

/** The total, its parts, and each extra: several of one name are one. */
function amountsOf({ totalAmount, priceBreakdown }: PriceInFull): Map<string, number> {
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
