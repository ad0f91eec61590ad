/** The parts of a price as a table. */
import type { Quote } from '../api/types.ts';
import { receiptOf, type ReceiptContext } from '../views/receipt.ts';
import { groupDigits } from '../base/money.ts';
import { html, type Html } from './html.ts';

export function priceTable(quote: Quote, context: ReceiptContext): Html {
  const { lines, total, addsUp } = receiptOf(quote, context);
  const rows = lines.map(
    ({ label, amount }) =>
      html`<tr>
        <th scope="row">${label}</th>
        <td>${amount !== undefined && groupDigits(amount)}</td>
      </tr>`,
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
          <td>${groupDigits(total.amount)}</td>
        </tr>
      </tfoot>
    </table>
    ${!addsUp && html`<p class="warn">The parts do not add up to the total that the operator gave.</p>`}`;
}
