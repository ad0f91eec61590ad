/** What is in a price: a bar of its parts, and a line for each. */
import type { Quote } from '../api/types.ts';
import { fees, receiptLines, receiptOf, type ReceiptParts } from '../planner/receipt.ts';
import { showMoney } from '../text.ts';
import { html, type Html } from './html.ts';

/** As wide as its share of `highest`. */
export function priceBar({ priceBreakdown, totalAmount }: Quote, highest: number): Html {
  const scale = highest > 0 ? 100 / highest : 0;
  let at = 0;
  const parts = fees.flatMap(({ key }) => {
    const width = Math.max(0, priceBreakdown[key] * scale);
    if (width === 0) return [];
    const part = rect(key, at, width);
    at += width;
    return [part];
  });
  const bar = parts.length > 0 ? parts : rect('rentalFee', 0, totalAmount * scale);
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${bar}</svg>`;
}

function rect(name: string, x: number, width: number): Html {
  return html`<rect class="${name}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="1" />`;
}

/** A line for each part, then the total. */
export function priceTable(quote: Quote, parts: ReceiptParts): Html {
  const { total, addsUp, warnings } = receiptOf(quote, parts);
  const rows = fees.flatMap((fee) =>
    receiptLines(fee, quote, parts).map(
      ({ label, amount }) =>
        html`<tr>
          <th scope="row"><i class="${fee.key}"></i>${label}</th>
          <td>${amount !== undefined && showMoney(amount)}</td>
        </tr>`,
    ),
  );
  return html`<table class="price">
      <caption>
        What is in the price
      </caption>
      <tbody>
        ${rows}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${total.label}</th>
          <td>${showMoney(total.amount)}</td>
        </tr>
      </tfoot>
    </table>
    ${!addsUp && html`<p class="warn">The parts are not the total: the service gave both.</p>`}
    ${warnings.map((text) => html`<p class="warn">${text}</p>`)}`;
}
