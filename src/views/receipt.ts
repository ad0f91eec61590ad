/** A quote as lines that add up to its total, every amount as the service gave it. */
import type { servedFees } from '../api/served-shapes.ts';
import type { Quote, Vehicle } from '../api/types.ts';
import { daysInFee } from '../planner/charged-days.ts';
import { chargedDaysInWords } from './charged-days-words.ts';
import type { Named } from '../planner/names.ts';
import { labelOf, labelsOf } from '../planner/labels.ts';
import { addMoney, formatMoney, moneyInWords } from '../base/money.ts';
import type { Receipt, ReceiptLine } from '../result.ts';
import type { UnprovenExtra } from '../planner/proof.ts';
import type { ExtraKind } from '../planner/question.ts';

/** A part of a total. */
export interface Fee {
  readonly key: keyof typeof servedFees;
  readonly label: string;
  /** The kind of extra that the fee is for. */
  readonly extra?: ExtraKind;
}

/** In the order in which a quote has them. */
export const receiptFees: readonly Fee[] = [
  { key: 'rentalFee', label: 'Rental' },
  { key: 'routeFee', label: 'Route fee' },
  { key: 'accessoriesFee', label: 'Accessories', extra: 'accessory' },
  { key: 'insuranceFee', label: 'Insurance', extra: 'insurance' },
];

export interface ReceiptContext {
  readonly nights: number;
  /** From the list of available vehicles, if that was requested. */
  readonly vehicle?:
    { readonly rentalDailyRate?: Vehicle['rentalDailyRate'] | undefined } | undefined;
  /** The lists of extras that were requested, to tell apart those with the same name. */
  readonly offered?:
    { readonly accessories: readonly Named[]; readonly plans: readonly Named[] } | undefined;
  /** Extras that the quote lacks. */
  readonly unproven?: readonly UnprovenExtra[];
}

export function receiptOf(quote: Quote, context: ReceiptContext): Receipt {
  const { priceBreakdown, totalAmount } = quote;
  return {
    lines: receiptFees.flatMap((fee) => receiptLines(fee, quote, context)),
    total: amountLine(`Total ${quote.currency}`, totalAmount),
    addsUp: addMoney(receiptFees.map(({ key }) => priceBreakdown[key])) === totalAmount,
    warnings: (context.unproven ?? []).map(({ message }) => message),
  };
}

function receiptLines(fee: Fee, quote: Quote, context: ReceiptContext): readonly ReceiptLine[] {
  const { key, label, extra } = fee;
  const amount = quote.priceBreakdown[key];
  const items = itemsOf(fee, quote, context);
  if (items.length > 0) return underFee(fee, amount, items);
  const isLacking = context.unproven?.some(({ kind }) => kind === extra) === true;
  const isNone = extra !== undefined && amount === 0 && !isLacking;
  const factors = key === 'rentalFee' ? rentalInWords(amount, context) : undefined;
  const detail = isNone ? 'none chosen' : factors;
  return [amountLine(detail === undefined ? label : `${label}, ${detail}`, amount)];
}

interface Item {
  readonly label: string;
  readonly cost: number;
}

/** The items that the quote lists for a fee. */
function itemsOf({ extra }: Fee, { priceBreakdown }: Quote, { offered }: ReceiptContext): Item[] {
  const { accessories, insurance } = priceBreakdown;
  if (extra === 'accessory') {
    const labels = labelsOf([...(offered?.accessories ?? []), ...accessories]);
    return accessories.map(({ id, name, quantity, cost }) => {
      const times = quantity === 1 ? '' : `${quantity} × `;
      return { label: `${times}${labels.get(id) ?? name}`, cost };
    });
  }
  if (extra === undefined || insurance === null) return [];
  return [{ label: labelOf(insurance, offered?.plans ?? []), cost: insurance.cost }];
}

/** `8 nights × 89.00` or `9 days × 89.00`; undefined for any other fee. */
export function rentalInWords(
  fee: number,
  { nights, vehicle }: Pick<ReceiptContext, 'nights' | 'vehicle'>,
) {
  const rate = vehicle?.rentalDailyRate;
  const days = rate === undefined ? undefined : daysInFee(fee, rate, nights);
  return rate === undefined || days === undefined
    ? undefined
    : `${chargedDaysInWords(days, nights)} × ${moneyInWords(rate)}`;
}

/** The items if their costs add up to the fee; else the fee, with the items as labels under it. */
function underFee(
  { label: feeLabel, extra }: Fee,
  fee: number,
  items: readonly Item[],
): readonly ReceiptLine[] {
  if (addMoney(items.map(({ cost }) => cost)) === fee) {
    const before = extra === 'insurance' ? `${feeLabel}: ` : '';
    return items.map(({ label, cost }) => amountLine(`${before}${label}`, cost));
  }
  const listed = items.map(({ label, cost }) => ({ label: `  ${label}: ${moneyInWords(cost)}` }));
  return [amountLine(feeLabel, fee), ...listed];
}

function amountLine(label: string, amount: number): Required<ReceiptLine> {
  return { label, amount: formatMoney(amount) };
}
