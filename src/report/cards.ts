/** The best offers as cards: offers that differ only in their start share one. */
import { isBestCertain } from '../views/search-verdict.ts';
import { startOf, offerTrip, type PricedOffer } from '../documents/offers.ts';
import { alikeOffers } from '../views/shown-offers.ts';
import { expiriesOf } from '../planner/expiry.ts';
import { moneyInWords } from '../base/money.ts';
import { describeNights, shortDate } from '../views/trip-words.ts';
import { plural } from '../base/words.ts';
import { html, webLink, type Html } from './html.ts';
import { bigMoney, bothDates, validity, type PageData } from './page-words.ts';
import { onPaper } from './paper.ts';
import { priceTable } from './price.ts';

const maxCards = 6;
const maxStarts = 14;

/** One group for each card. `ranked` are of one currency, best first. */
export function offersOfCards(ranked: readonly PricedOffer[]): PricedOffer[][] {
  return alikeOffers(ranked).slice(0, maxCards);
}

export function cards(ranked: readonly PricedOffer[], data: PageData): Html {
  const groups = offersOfCards(ranked);
  return html`<ol class="cards">
    ${groups.map((group) => card(group, data))}
  </ol>`;
}

function card(group: readonly PricedOffer[], data: PageData): Html | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const { rank, vehicle, currency, totalAmount, perNight, nights, operator } = first;
  const warnings = [
    ...new Set(
      group.flatMap(({ warnings = [], unsureTimes = [] }) =>
        [...warnings, ...unsureTimes].map(({ message }) => message),
      ),
    ),
  ];
  const { pickUpDate, dropOffDate } = offerTrip(first);
  const badge = isBestCertain(data.document) ? 'Cheapest' : 'Cheapest found';
  return html`<li class="card">
    <h3>${data.labels.vehicleLabel(operator, vehicle)}</h3>
    <p class="total">
      ${bigMoney(totalAmount)}
      <span>${currency}</span>${rank === 1 && html` <b class="badge">${badge}</b>`}
    </p>
    <p class="dim">
      ${data.labels.pairLabel(first)}${data.hasSeveralOperators && `, ${operator}`}<br />
      ${group.length === 1 ? bothDates(pickUpDate, dropOffDate) : `${plural(group.length, 'start')} at the same price`}<br />
      ${describeNights(nights)}${perNight !== null && nights > 0 && `, ${moneyInWords(perNight)} a night`}
    </p>
    ${priceTable(first, { nights, vehicle, offered: data.labels.offered(operator) })}
    ${warnings.map((text) => html`<p class="warn">${text}</p>`)} ${startsOnPaper(group)}
    <ul class="book">
      ${group.slice(0, maxStarts).map((offer) => {
        return html`<li>
          ${bookLink(offer, group.length)}${offer === first && onPaper(offer.checkoutUrl)}
        </li>`;
      })}
      ${startsWithoutLink(group.slice(maxStarts), data.listed)}
    </ul>
    ${validity(expiriesOf(group)[0] ?? '', data.context)}
  </li>`;
}

/** The starts without a link on the card. A limit can leave some of them out of the list. */
function startsWithoutLink(
  offers: readonly PricedOffer[],
  listed: PageData['listed'],
): Html | undefined {
  if (offers.length === 0) return undefined;
  const where = offers.every((offer) => listed.includes(offer)) ? ' in the list' : '';
  return html`<li>${offers.length} more${where}</li>`;
}

/** `Also from Tue 8 Dec, …`: on paper only the first start has a link, because codes take room. */
function startsOnPaper([, ...others]: readonly PricedOffer[]): Html | undefined {
  if (others.length === 0) return undefined;
  const days = others.slice(0, maxStarts - 1).map((offer) => shortDate(startOf(offer)));
  const more = others.length < maxStarts ? '' : ', …';
  return html`<p class="paper">Also from ${days.join(', ')}${more}</p>`;
}

function bookLink(offer: PricedOffer, count: number): Html {
  return webLink(
    offer.checkoutUrl,
    count === 1 ? 'Book' : html`<span>Book </span>${shortDate(startOf(offer))}`,
    'button',
  );
}
