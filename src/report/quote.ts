/** The page of a quote. */
import type { CalendarDate } from '../api/types.ts';
import type { QuoteDocument } from '../documents/planning.ts';
import { quoteNames } from '../views/labels.ts';
import { quotedTitle } from '../views/quote.ts';
import { formatDate, formatInstant, nights } from '../planner/calendar.ts';
import { depotLabels } from '../planner/labels.ts';
import { describeNights } from '../views/trip-words.ts';
import { html, webLink, type Html, type HtmlPart } from './html.ts';
import {
  bigMoney,
  bothDates,
  commandFooter,
  pageNotes,
  validity,
  type PageContext,
} from './page-words.ts';
import type { ReportPage } from './page.ts';
import { onPaper } from './paper.ts';
import { priceTable } from './price.ts';

/** One end of the trip. */
interface Stop {
  readonly place: string;
  readonly date: CalendarDate;
  readonly hours: string | undefined;
}

export function quotePage(document: QuoteDocument, context: PageContext): ReportPage {
  const { selection, checkoutUrl, warnings = [] } = document;
  const { asked, timeZone } = context;
  const vehicle = quotedTitle(document);
  const { depots = [] } = context;
  const names = quoteNames(document, depots);
  const labelOf = depotLabels(names.depots);
  const stopAt = (id: number, date: CalendarDate): Stop => {
    const hours = depots.find((depot) => depot.id === id)?.opening_hours_description;
    return { place: labelOf(id), date, hours };
  };
  const from = stopAt(selection.pick_up_depot_id, selection.pick_up_date);
  const to = stopAt(selection.drop_off_depot_id, selection.drop_off_date);
  const count = nights(from.date, to.date);
  const body = html`<header>
      <p class="eyebrow">Rental quote</p>
      <h1>${vehicle}</h1>
      <p class="question">
        ${from.place === to.place ? from.place : `${from.place} → ${to.place}`},
        ${bothDates(from.date, to.date)}, ${describeNights(count)}
      </p>
      <p class="dim">
        ${asked !== undefined && `As of ${formatInstant(asked.at, timeZone)}. `}Nothing is booked
        yet.
      </p>
      ${pageNotes(context)}
    </header>
    <main class="one">
      <section class="card">
        <p class="total">${bigMoney(document.totalAmount)} <span>${document.currency}</span></p>
        ${priceTable(document, { nights: count, vehicle: document.vehicle, offered: names.offered })}
        ${warnings.map(({ message }) => html`<p class="warn">${message}</p>`)}
        <p class="book">
          ${webLink(checkoutUrl, 'Book on the website', 'button')}${onPaper(checkoutUrl)}
        </p>
        ${validity(document.expiresAt, context)}
      </section>
      <section class="card">
        <dl>
          ${pair('Pick-up', stopText(from))} ${pair('Drop-off', stopText(to))}
          ${pair('Quote', document.quoteId)} ${pair('Note', document.note)}
        </dl>
      </section>
    </main>
    ${asked !== undefined && commandFooter(asked.command)}`;
  return { title: `${vehicle}, ${from.place}`, body };
}

function stopText({ place, date, hours }: Stop): Html {
  return html`${place}, ${formatDate(date)}${hours !== undefined && html`<small>${hours}</small>`}`;
}

function pair(label: string, value: HtmlPart): Html {
  return html`<dt>${label}</dt>
    <dd>${value}</dd>`;
}
