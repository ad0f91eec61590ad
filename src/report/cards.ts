/** The best offers as cards. Offers that differ only in their start are one card. */
import { alikeOffers, startOf, type PricedOffer } from '../documents/offers.ts';
import { expiriesOf } from '../planner/expiry.ts';
import { moneyInWords } from '../planner/money.ts';
import { describeNights, shortDate } from '../planner/trip-words.ts';
import { plural } from '../text.ts';
import { html, link, type Html } from './html.ts';
import { hold } from './hold.ts';
import { bigMoney, placeOf, type PageContext } from './offers.ts';
import { priceBar, priceTable } from './price.ts';

const most = 10;
const mostStarts = 14;

/** `offers` are of one currency, best first. */
export function cards(offers: readonly PricedOffer[], context: PageContext, hasSeveral: boolean): Html {
  const groups = alikeOffers(offers).slice(0, most);
  const highest = Math.max(...groups.map(([first]) => Number(first?.totalAmount)));
  return html`<ol class="cards">
    ${groups.map((group) => card(group, { highest, hasSeveral, context }))}
  </ol>`;
}

interface CardParts {
  readonly highest: number;
  /** Whether there are several operators. */
  readonly hasSeveral: boolean;
  readonly context: PageContext;
}

function card(group: readonly PricedOffer[], { highest, hasSeveral, context }: CardParts): Html | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const { rank, vehicle, currency, totalAmount, perNight, nights, operator } = first;
  const warnings = [...new Set(group.flatMap((offer) => (offer.warnings ?? []).map(({ message }) => message)))];
  return html`<li class="card">
    <header>
      <p class="rank">${rank === 1 ? 'Cheapest' : `Rank ${rank}`}</p>
      <h3>${vehicle.name}</h3>
      <p class="total">${bigMoney(totalAmount)} <span>${currency}</span></p>
      <p class="per">
        ${describeNights(nights)}${perNight !== null && nights > 0 && `, ${moneyInWords(perNight)} a night`}
      </p>
    </header>
    <p class="place">${placeOf(first)}${hasSeveral && `, ${operator}`}</p>
    ${priceBar(first, highest)} ${priceTable(first, { nights, vehicle })}
    ${warnings.map((text) => html`<p class="warn">${text}</p>`)}
    <div class="book">
      <p>Book${group.length > 1 && ` one of ${plural(group.length, 'start')}`}: ${describeNights(nights)} from</p>
      <ul>
        ${group.slice(0, mostStarts).map((offer) => html`<li>${link(offer.checkoutUrl, shortDate(startOf(offer), false), 'button')}</li>`)}
        ${group.length > mostStarts && html`<li><a href="#list">${group.length - mostStarts} more in the list</a></li>`}
      </ul>
    </div>
    ${hold(expiriesOf(group)[0] ?? '', context.againLine(first), context)}
  </li>`;
}
