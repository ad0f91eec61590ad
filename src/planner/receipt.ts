/** A quote as lines that add up to its total, every amount as the service gave it. */
import type { Quote, Vehicle } from '../api/types.ts';
import type { Numeric } from '../json.ts';
import { labelsOf } from './trip-words.ts';
import { addMoney, compareMoney, formatMoney, isProduct } from './money.ts';
import type { Receipt, ReceiptLine } from '../result.ts';
import type { UnprovenExtra } from './proof.ts';
import { plural, showMoney } from '../text.ts';

/** The parts of a total, in the order in which a quote has them. */
export interface Fee {
  readonly key: 'rentalFee' | 'routeFee' | 'accessoriesFee' | 'insuranceFee';
  readonly label: string;
  /** What it is for, if that can be left out. */
  readonly extra?: 'accessory' | 'insurance';
}

export const fees: readonly Fee[] = [
  { key: 'rentalFee', label: 'Rental' },
  { key: 'routeFee', label: 'Route fee' },
  { key: 'accessoriesFee', label: 'Accessories', extra: 'accessory' },
  { key: 'insuranceFee', label: 'Insurance', extra: 'insurance' },
];

export interface ReceiptParts {
  /** Of the trip. */
  readonly nights: number;
  /** As the list of available vehicles has it, if it was asked for. */
  readonly vehicle?: Pick<Vehicle, 'rentalDailyRate'> | undefined;
  /** Extras that the quote lacks. */
  readonly unproven?: readonly UnprovenExtra[];
}

export function receiptOf(quote: Quote, parts: ReceiptParts): Receipt {
  const { priceBreakdown, totalAmount } = quote;
  const sum = addMoney(fees.map(({ key }) => priceBreakdown[key]));
  return {
    lines: fees.flatMap((fee) => receiptLines(fee, quote, parts)),
    total: totalLine(quote),
    addsUp: compareMoney(sum, totalAmount) === 0,
    warnings: (parts.unproven ?? []).map(({ message }) => message),
  };
}

function totalLine({ currency, totalAmount }: Quote): Required<ReceiptLine> {
  return amountLine(`Total ${currency}`, totalAmount);
}

/** Each extra has a line, or the fee has one if it is not the sum of them. */
export function receiptLines(fee: Fee, quote: Quote, parts: ReceiptParts): readonly ReceiptLine[] {
  const { key, label, extra } = fee;
  const amount = quote.priceBreakdown[key];
  const items = itemLines(fee, quote);
  if (items.length > 0) return underFee(fee, amount, items);
  const isNone = extra !== undefined && compareMoney(amount, 0) === 0 && !lacks(parts.unproven, extra);
  const factors = key === 'rentalFee' ? rentalFactors(amount, parts) : '';
  return [amountLine(isNone ? `${label}, none chosen` : `${label}${factors}`, amount)];
}

/** What the quote lists for a fee. */
function itemLines({ extra }: Fee, { priceBreakdown }: Quote): Required<ReceiptLine>[] {
  const { accessories, insurance } = priceBreakdown;
  if (extra === 'accessory') {
    const labels = labelsOf(accessories);
    return accessories.map(({ id, name, quantity, cost }) => {
      const times = quantity === 1 ? '' : `${quantity} × `;
      return amountLine(`${times}${labels.get(id) ?? name}`, cost);
    });
  }
  return extra === undefined || insurance === null ? [] : [amountLine(insurance.name, insurance.cost)];
}

/** `, 8 nights × 89.00` only if that is the fee: the interface does not say how it is made. */
function rentalFactors(fee: Numeric, { nights, vehicle }: ReceiptParts): string {
  const rate = vehicle?.rentalDailyRate;
  const agrees = rate !== undefined && nights > 0 && isProduct(fee, nights, rate);
  return agrees ? `, ${plural(nights, 'night')} × ${showMoney(formatMoney(rate))}` : '';
}

/** The items themselves if they are the fee; otherwise the fee, with the items as an explanation without a place in the sum. */
function underFee(
  { label, extra }: Fee,
  fee: Numeric,
  items: readonly Required<ReceiptLine>[],
): readonly ReceiptLine[] {
  const sum = addMoney(items.map(({ amount }) => amount));
  if (compareMoney(sum, fee) !== 0)
    return [amountLine(label, fee), ...items.map((item) => ({ label: `  ${item.label}: ${showMoney(item.amount)}` }))];
  return extra === 'insurance' ? items.map((item) => ({ ...item, label: `${label}: ${item.label}` })) : items;
}

function lacks(unproven: ReceiptParts['unproven'], wanted: UnprovenExtra['kind']): boolean {
  return unproven?.some(({ kind }) => kind === wanted) === true;
}

function amountLine(label: string, amount: Numeric): Required<ReceiptLine> {
  return { label, amount: formatMoney(amount) };
}
