/** A quote as lines that add up to its total, every amount as the service gave it. */
import type { Accessory, InsurancePlan, Quote, Vehicle } from '../../api/types.ts';
import type { Numeric } from '../../json.ts';
import { labelsOf } from '../../planner/labels.ts';
import { addMoney, compareMoney, formatMoney, isProduct, wholeFactor } from '../../planner/money.ts';
import type { OfferedExtras } from '../../planner/selection.ts';
import type { Receipt, ReceiptLine } from '../../result.ts';
import type { UnprovenExtra } from '../../planner/proof.ts';
import { plural, showMoney } from '../../text.ts';

export interface ReceiptParts {
  /** Of the trip. */
  readonly nights: number;
  /** The extras that were looked up, with the prices of the list. */
  readonly offered: OfferedExtras;
  /** As the list of available vehicles has it, if it was asked for. */
  readonly vehicle?: Pick<Vehicle, 'rentalDailyRate'> | undefined;
  /** Extras that the quote lacks. */
  readonly unproven?: readonly UnprovenExtra[];
}

export function receiptOf(quote: Quote, parts: ReceiptParts): Receipt {
  const { rentalFee, routeFee, accessoriesFee, insuranceFee } = quote.priceBreakdown;
  const sum = addMoney([rentalFee, routeFee, accessoriesFee, insuranceFee]);
  return {
    lines: [
      amountLine(rentalLabel(rentalFee, parts), rentalFee),
      amountLine('Route fee', routeFee),
      ...accessoryLines(quote, parts),
      ...insuranceLines(quote, parts),
    ],
    total: { label: `Total ${quote.currency}`, amount: formatMoney(quote.totalAmount) },
    addsUp: compareMoney(sum, quote.totalAmount) === 0,
    warnings: (parts.unproven ?? []).map(({ message }) => message),
  };
}

/** `Rental, 8 nights × 89.00` only if that is the fee: the interface does not say how it is made. */
function rentalLabel(fee: Numeric, { nights, vehicle }: ReceiptParts): string {
  const rate = vehicle?.rentalDailyRate;
  const agrees = rate !== undefined && nights > 0 && isProduct(fee, nights, rate);
  return agrees ? `Rental, ${plural(nights, 'night')} × ${showMoney(formatMoney(rate))}` : 'Rental';
}

/** Each accessory has a line, or the fee has one if it is not the sum of them. */
function accessoryLines({ priceBreakdown: fees }: Quote, { offered, unproven }: ReceiptParts): readonly ReceiptLine[] {
  const { accessories: list } = offered;
  const { accessories, accessoriesFee } = fees;
  if (accessories.length === 0)
    return [amountLine(nothingOr('Accessories', accessoriesFee, lacks(unproven, 'accessory')), accessoriesFee)];
  const labels = labelsOf(accessories);
  const lines = accessories.map(({ id, name, quantity, cost }) => {
    const times = quantity === 1 ? '' : `${quantity} × `;
    return amountLine(`${times}${labels.get(id) ?? name}${factor(cost, id, list)}`, cost);
  });
  return underFee('Accessories', accessoriesFee, lines);
}

function insuranceLines({ priceBreakdown: fees }: Quote, { offered, unproven }: ReceiptParts): readonly ReceiptLine[] {
  const { plans } = offered;
  const { insurance, insuranceFee } = fees;
  if (insurance === null)
    return [amountLine(nothingOr('Insurance', insuranceFee, lacks(unproven, 'insurance')), insuranceFee)];
  const { id, name, cost } = insurance;
  const label = `${name}${factor(cost, id, plans)}`;
  return compareMoney(cost, insuranceFee) === 0
    ? [amountLine(`Insurance: ${label}`, cost)]
    : underFee('Insurance', insuranceFee, [amountLine(label, cost)]);
}

/** The lines themselves if they are the fee; otherwise the fee, with the lines as an explanation without a place in the sum. */
function underFee(label: string, fee: Numeric, lines: readonly Required<ReceiptLine>[]): readonly ReceiptLine[] {
  const sum = addMoney(lines.map(({ amount }) => amount));
  if (compareMoney(sum, fee) === 0) return lines;
  return [amountLine(label, fee), ...lines.map((line) => ({ label: `  ${line.label}: ${showMoney(line.amount)}` }))];
}

function lacks(unproven: ReceiptParts['unproven'], wanted: UnprovenExtra['kind']): boolean {
  return unproven?.some(({ kind }) => kind === wanted) === true;
}

function nothingOr(label: string, fee: Numeric, isLacking: boolean): string {
  return compareMoney(fee, 0) === 0 && !isLacking ? `${label}, none chosen` : label;
}

/** ` (39.85 × 7)`, because lists do not state the unit of a price: a day, a piece or a rental. */
export function factor(cost: Numeric, id: number, list: readonly (Accessory | InsurancePlan)[]): string {
  const price = list.find((one) => one.id === id)?.price;
  const times = price === undefined ? undefined : wholeFactor(cost, price);
  return price === undefined || times === undefined ? '' : ` (${formatMoney(price)} × ${times})`;
}

function amountLine(label: string, amount: Numeric): Required<ReceiptLine> {
  return { label, amount: formatMoney(amount) };
}
