/** The page of a comparison. */
import { formatDate, formatInstant } from '../planner/calendar.ts';
import { moneyInWords } from '../planner/money.ts';
import { describeNights } from '../planner/trip-words.ts';
import type { OfferDocument } from '../documents/compare.ts';
import { isPriced, isSure, rankedByCurrency, startOf, type Comparison, type PricedOffer } from '../documents/offers.ts';
import { expiriesOf } from '../planner/expiry.ts';
import { pricingInWords } from '../planner/sweep/pricing.ts';
import { plural } from '../text.ts';
import { calendarRows, calendars } from './calendar.ts';
import { cards } from './cards.ts';
import { localNote } from './checkout.ts';
import { failures } from './failures.ts';
import { html, type Html } from './html.ts';
import { list } from './list.ts';
import * as offersOf from './offers.ts';
import type { PageContext } from './offers.ts';
import type { Page } from './page.ts';

export function comparePage(document: Comparison, context: PageContext): Page {
  const { offers } = document;
  const currencies = rankedByCurrency(offers);
  const places = new Map<OfferDocument, number>(offers.map((offer, place) => [offer, place + 1]));
  const days = currencies.map((ranked) => calendarRows(ranked, (offer) => `o${places.get(offer)}`));
  const rows = new Map<OfferDocument, string>(days.flat().map(({ offer, row }) => [offer, row]));
  const hasSeveral = offersOf.isSeveral(offers, ({ operator }) => operator);
  const title = titleOf(offers);
  const body = html`${head(document, title, context)}
    <main>
      ${currencies.map(
        (ranked, place) =>
          html`<section>
              <h2>${currencies.length > 1 ? `The best in ${ranked[0]?.currency}` : 'The best'}</h2>
              ${cards(ranked, context, hasSeveral)}
            </section>
            <section>
              <h2>When it is cheapest</h2>
              ${calendars(days[place] ?? [], document.failures)}
            </section>`,
      )}
      ${failures(document)}
      <section id="list">
        <h2>${offers.length === 0 ? 'No vehicle was found' : `All ${plural(offers.length, 'offer')}`}</h2>
        ${offers.length > 0 && list(offers, (offer) => rows.get(offer), context)}
      </section>
    </main>`;
  return { title, body };
}

/** `Auckland Airport → Queenstown`. */
function titleOf(offers: readonly OfferDocument[]): string {
  const places = [...new Set(offers.map(offersOf.placeOf))];
  if (places.length <= 1) return places[0] ?? 'Rental comparison';
  return plural(places.length, 'pair of depots', 'pairs of depots');
}

function head(document: Comparison, title: string, { timeZone }: PageContext): Html {
  const { offers, askedAt, command, plan } = document;
  const expiries = expiriesOf(offers.filter(isPriced));
  const operators = plan.operators.map(({ operator }) => operator).join(', ');
  return html`<header class="head">
    <p class="eyebrow">Rental comparison</p>
    <h1>${title}</h1>
    ${offers.length > 0 && html`<p class="question">${questionOf(offers)}</p>`}
    ${rankedByCurrency(offers).map(([best]) => best && bestOf(best, document))}
    <p class="asked">
      ${askedAt !== undefined && html`Asked ${formatInstant(askedAt, timeZone)}. `}${plural(offers.length, 'offer')} of
      ${operators}.${document.partial && html` <a href="#failed">Some requests failed.</a>`} Nothing is booked yet.
    </p>
    ${document.pricing !== undefined && html`<p class="asked">${pricingInWords(document.pricing, { isPartial: document.partial })}.</p>`}
    ${localNote(offers.map(({ checkoutUrl }) => checkoutUrl))}
    ${
      command !== undefined &&
      html`<p class="again" data-last="${expiries.at(-1) ?? ''}" hidden>
          All prices have expired. The command of this page asks again.
        </p>
        <details>
          <summary>The command of this page</summary>
          <code>${command}</code>
        </details>`
    }
  </header>`;
}

/** `7 to 8 nights, on any day from Wed 16 Dec 2026 to Tue 22 Dec 2026, with Child seat and Zero excess`. */
function questionOf(offers: readonly OfferDocument[]): string {
  const extras = extrasOf(offers);
  const start = offersOf.datesInWords(offers.map(startOf));
  const onDays = start.startsWith('on') ? start : `from ${start}`;
  return `${offersOf.nightsInWords(offers)} ${onDays}${extras.length === 0 ? '' : `, with ${extras.join(', ')}`}`;
}

/** Of the first offer that has all that was wanted. */
function extrasOf(offers: readonly OfferDocument[]): string[] {
  const complete = offers.filter(isPriced).find(({ missing }) => missing.length === 0);
  if (complete === undefined) return [];
  const { accessories, insurance } = complete.priceBreakdown;
  const names = accessories.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`));
  return insurance === null ? names : [...names, insurance.name];
}

/** The answer in one sentence, for each currency. */
function bestOf(best: PricedOffer, document: Comparison): Html {
  const { vehicle, totalAmount, currency, nights } = best;
  const isOnly = rankedByCurrency(document.offers).length === 1;
  return html`<p class="answer">
    <strong>${moneyInWords(totalAmount)} ${currency}</strong> is the
    cheapest${!isSure(document) && ' of those priced'}${!isOnly && ` in ${currency}`}: ${vehicle.name},
    ${describeNights(nights)} from ${formatDate(startOf(best))}.
  </p>`;
}
