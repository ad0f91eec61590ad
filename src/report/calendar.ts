/** The calendar of a comparison as a table. */
import { calendarOf, cheapestSign, type CalendarCell, type OfferCalendar } from '../documents/calendar.ts';
import type { PricedOffer } from '../documents/offers.ts';
import { moneyInWords } from '../base/money.ts';
import { describeNights, shortDate } from '../planner/trip-words.ts';
import { html, link, type Html } from './html.ts';
import { bigMoney, type Parts } from './page-words.ts';

/** `ranked` are of one currency, best first. Undefined if there is only one cell. */
export function calendar(ranked: readonly PricedOffer[], parts: Parts): Html | undefined {
  const { columns, rows, legend } = calendarOf(ranked, parts.document);
  if (columns.length * rows.length < 2) return undefined;
  return html`<div class="scroll">${table(columns, rows, parts)}</div>
    <p class="dim">${legend.map(([sign, meaning]) => html`<span class="key">${sign} ${meaning}</span> `)}</p>`;
}

function table(columns: OfferCalendar['columns'], rows: OfferCalendar['rows'], parts: Parts): Html {
  return html`<table class="calendar">
    <thead>
      <tr>
        <th scope="col">From</th>
        ${columns.map((count) => html`<th scope="col">${describeNights(count)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ date, cells }) =>
          html`<tr>
            <th scope="row">${shortDate(date, parts.hasSeveralYears)}</th>
            ${cells.map((one) => cell(one, parts))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The total leads to the booking page. */
function cell({ offer, sign }: CalendarCell, { labels }: Parts): Html {
  if (offer === undefined) return html`<td>${sign}</td>`;
  const name = labels.vehicleLabel(offer.operator, offer.vehicle);
  const total = html`<span title="${name}">${bigMoney(offer.totalAmount)}</span>`;
  // Paper has the total without the link.
  return html`<td class="${sign === cheapestSign && 'best'}" data-total="${moneyInWords(offer.totalAmount)}">
    ${link(offer.checkoutUrl, total)}${sign}
  </td>`;
}
