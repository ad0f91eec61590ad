/** A quote for a terminal: the breakdown line by line, then how long it holds and where to book. */
import type { Depot, Quote, Selection } from '../../api/types.ts';
import { timeLeft } from '../../planner/time-left.ts';
import { formatMoney } from '../../planner/money.ts';
import type { Block, Column, Pair, Row } from '../../result.ts';
import { formatDuration } from '../../text.ts';
import { formatInstant } from '../../terminal/format.ts';
import { tripInWords } from './trip-words.ts';

export const quoteColumns: readonly Column[] = [
  { key: 'quoteId', header: 'QUOTE' },
  { key: 'totalAmount', header: 'TOTAL', kind: 'money' },
  { key: 'currency', header: 'CURRENCY' },
  { key: 'rentalFee', header: 'RENTAL', kind: 'money' },
  { key: 'routeFee', header: 'ROUTE FEE', kind: 'money' },
  { key: 'accessoriesFee', header: 'ACCESSORIES', kind: 'money' },
  { key: 'insuranceFee', header: 'INSURANCE', kind: 'money' },
  { key: 'expiresAt', header: 'EXPIRES' },
  { key: 'checkoutUrl', header: 'CHECKOUT', kind: 'link' },
];

/** One record of `plain`, `csv` and `ndjson`; amounts in the quote's own currency. */
export function quoteRow(quote: Quote, checkoutUrl: string): Row {
  const { rentalFee, routeFee, accessoriesFee, insuranceFee } = quote.priceBreakdown;
  const { quoteId, totalAmount, currency, expiresAt } = quote;
  return { quoteId, totalAmount, currency, rentalFee, routeFee, accessoriesFee, insuranceFee, expiresAt, checkoutUrl };
}

export interface QuoteView {
  readonly quote: Quote;
  readonly selection: Selection;
  readonly checkoutUrl: string;
  readonly depots: readonly Depot[];
  readonly vehicleName?: string;
  /** Of the operator. */
  readonly timeZone: string;
  /** Epoch ms. */
  readonly now: number;
}

export function quoteView(parts: QuoteView): Block[] {
  const { quote, selection, checkoutUrl } = parts;
  return [
    { kind: 'text', text: parts.vehicleName ?? `Vehicle ${selection.vehicleId}`, style: 'heading' },
    { kind: 'text', text: tripInWords(selection, parts.depots) },
    { kind: 'pairs', pairs: priceLines(quote) },
    {
      kind: 'pairs',
      pairs: [
        { label: 'Quote', value: quote.quoteId },
        expiry(quote, parts),
        { label: 'Note', value: quote.note },
        { label: 'Checkout', value: checkoutUrl, kind: 'link' },
      ],
    },
  ];
}

/** Every line is the service's own amount: nothing here is added up. */
function priceLines({ priceBreakdown: fees, currency, totalAmount }: Quote): Pair[] {
  const money = (label: string, amount: number): Pair => ({ label, value: formatMoney(amount), kind: 'money' });
  return [
    money('Rental', fees.rentalFee),
    money('Route fee', fees.routeFee),
    money('Accessories', fees.accessoriesFee),
    ...fees.accessories.map(({ name, quantity, cost }) =>
      money(`  ${quantity === 1 ? '' : `${quantity} × `}${name}`, cost),
    ),
    money('Insurance', fees.insuranceFee),
    fees.insurance === null
      ? { label: '  none chosen', value: '', style: 'dim' }
      : money(`  ${fees.insurance.name}`, fees.insurance.cost),
    { ...money(`Total ${currency}`, totalAmount), style: 'strong' },
  ];
}

function expiry(quote: Quote, { timeZone, now }: QuoteView): Pair {
  const left = timeLeft(quote.expiresAt, now);
  const instant = formatInstant(quote.expiresAt, timeZone);
  return left > 0
    ? { label: 'Expires', value: `${instant} (in ${formatDuration(left)})` }
    : {
        label: 'Expired',
        value: `${instant} (${formatDuration(-left)} ago by this machine's clock)`,
        style: 'warning',
      };
}
