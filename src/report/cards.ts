/** The best offers as cards. Offers that differ only in their start are one card. */
import { fees } from '../planner/receipt.ts';
import { groupBy } from '../planner/sweep/rank.ts';
import { shortDate } from '../planner/sweep/starts.ts';
import { describeNights } from '../planner/trip-words.ts';
import { plural } from '../text.ts';
import { html, link, type Html } from './html.ts';
import { hold } from './hold.ts';
import { bigMoney, expiriesOf, money, placeOf, startOf, type PageContext, type QuotedOffer } from './offers.ts';
import { priceBar, priceTable } from './price.ts';

const most = 10;
const mostStarts = 14;

/** `offers` are of one currency, best first. */
export function cards(offers: readonly QuotedOffer[], context: PageContext, hasSeveral: boolean): Html {
  const groups = [...groupBy(offers, likeness).values()].slice(0, most);
  const highest = Math.max(...groups.map(([first]) => Number(first?.totalAmount)));
  return html`<ol class="cards">
    ${groups.map((group) => card(group, { highest, hasSeveral, context }))}
  </ol>`;
}

function likeness({ operator, vehicle, nights, selection, priceBreakdown, ...offer }: QuotedOffer): string {
  const { pick_up_depot_id: from, drop_off_depot_id: to } = selection;
  const prices = [offer.totalAmount, ...fees.map(({ key }) => priceBreakdown[key])];
  const closed = offer.warnings?.map(({ purpose }) => purpose);
  return JSON.stringify([operator, vehicle.vehicleId, nights, from, to, offer.currency, prices, closed]);
}

interface CardParts {
  readonly highest: number;
  /** Whether there are several operators. */
  readonly hasSeveral: boolean;
  readonly context: PageContext;
}

function card(group: readonly QuotedOffer[], { highest, hasSeveral, context }: CardParts): Html | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const { rank, vehicle, currency, totalAmount, perNight, nights, operator } = first;
  const warnings = [...new Set(group.flatMap((offer) => (offer.warnings ?? []).map(({ message }) => message)))];
  return html`<li class="card">
    <header>
      <p class="rank">${rank === 1 ? 'Cheapest' : `Rank ${rank}`}</p>
      <h3>${vehicle.name}</h3>
      <p class="total">${bigMoney(totalAmount)} <span>${currency}</span></p>
      <p class="per">${describeNights(nights)}${perNight !== null && nights > 0 && `, ${money(perNight)} a night`}</p>
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
