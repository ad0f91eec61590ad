/** The calendars of a comparison as tables. */
import { cheapestSign } from '../views/calendar-signs.ts';
import { calendarsOf, type CalendarCell, type OfferCalendar } from '../views/calendar.ts';
import { isSearchedFor } from '../views/search-verdict.ts';
import type { PricedOffer } from '../documents/offers.ts';
import { moneyInWords } from '../base/money.ts';
import { describeNights, shortDate } from '../views/trip-words.ts';
import { html, webLink, type Html } from './html.ts';
import { bigMoney, type PageData } from './page-words.ts';

/** `ranked` are of one currency, best first. Undefined if there is only one cell. */
export function calendarSection(
  ranked: readonly PricedOffer[],
  title: string,
  data: PageData,
): Html | undefined {
  const { calendars, notes, legend } = calendarsOf(ranked, data.document, data.labels, {
    isSearched: isSearchedFor('calendar', data.document, data.context.groups),
  });
  const [first] = calendars;
  if (first === undefined || first.columns.length * first.rows.length < 2) return undefined;
  return html`<h2>${title}</h2>
    <p class="dim">
      ${legend.map(([sign, meaning]) => html`<span class="key">${sign} ${meaning}</span> `)}
    </p>
    ${notes.map((note) => html`<p class="dim">${note}</p>`)}
    <div class="calendars">
      ${calendars.map(
        ({ pair, ...calendar }) =>
          html`<div>
            ${pair !== undefined && html`<h3>${pair}</h3>`}
            <div class="scroll">${table(calendar, data)}</div>
          </div>`,
      )}
    </div>`;
}

function table({ columns, rows }: OfferCalendar, data: PageData): Html {
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
            <th scope="row">${shortDate(date, { withYear: data.hasSeveralYears })}</th>
            ${cells.map((calendarCell) => cell(calendarCell, data))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function cell({ offer, sign }: CalendarCell, { labels }: PageData): Html {
  if (offer === undefined) return html`<td>${sign}</td>`;
  const name = labels.vehicleLabel(offer.operator, offer.vehicle);
  const total = html`<span title="${name}">${bigMoney(offer.totalAmount)}</span>`;
  // Paper shows `data-total` in the place of the link.
  return html`<td
    class="${sign.startsWith(cheapestSign) && 'best'}"
    data-total="${moneyInWords(offer.totalAmount)}"
  >
    ${webLink(offer.checkoutUrl, total)}${sign}
  </td>`;
}
