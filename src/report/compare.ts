/** The page of a comparison. */
import { formatDate, formatInstant } from '../planner/calendar.ts';
import { moneyInWords } from '../base/money.ts';
import { pricingInWords } from '../views/pricing.ts';
import { areConsecutive, describeNights, joinPairs } from '../views/trip-words.ts';
import type { OfferDocument } from '../documents/compare.ts';
import {
  isPriced,
  hasAllExtras,
  offerTrip,
  type Comparison,
  type PricedOffer,
} from '../documents/offers.ts';
import { isBestCertain } from '../views/search-verdict.ts';
import { startsOf } from '../views/shown-offers.ts';
import { hasSeveral } from '../base/group-by.ts';
import { joinWords, plural, sentence } from '../base/words.ts';
import { calendarSection } from './calendar.ts';
import { cards } from './cards.ts';
import { failureSection } from './failures.ts';
import { html, type Html } from './html.ts';
import { offerList, otherVehicleList, pairList } from './list.ts';
import {
  bothDates,
  commandFooter,
  pageNotes,
  pageDataOf,
  validityOfAll,
  type PageContext,
  type PageData,
} from './page-words.ts';
import type { ReportPage } from './page.ts';

export function comparePage(document: Comparison, context: PageContext): ReportPage {
  const data = pageDataOf(document, context);
  const title = titleOf(data);
  const body = html`${head(title, data)}
    <main>
      ${data.rankedOffers.map((ranked) => answerIn(ranked, data))} ${failureSection(data)}
      <section>${offerList(data)}</section>
    </main>
    ${commandFooter(document.command, document.plan.operators)}`;
  return { title, body };
}

function answerIn(ranked: readonly PricedOffer[], data: PageData): Html {
  const inCurrency = data.hasSeveralCurrencies ? ` in ${ranked[0]?.currency}` : '';
  const found = isBestCertain(data.document) ? '' : ' found';
  return html`<section>
    ${pairList(ranked, data)}
    <h2>The best${inCurrency}</h2>
    ${cards(ranked, data)} ${otherVehicleList(ranked, data)}
    ${calendarSection(ranked, `The cheapest${found} for each start${inCurrency}`, data)}
  </section>`;
}

/** Pairs of depots in the title. */
const maxPairs = 3;

/** `Auckland Airport → Queenstown · Nelson · 3 more`. */
function titleOf({ labels: { pairLabels } }: PageData): string {
  const pairs = pairLabels();
  const more = pairs.length - maxPairs;
  return (
    joinPairs(more > 1 ? [...pairs.slice(0, maxPairs), `${more} more`] : pairs) ||
    'Rental comparison'
  );
}

function head(title: string, data: PageData): Html {
  const { document, context, rankedOffers } = data;
  const { offers, askedAt, plan, partial } = document;
  const priced = pricingInWords(document, { groups: context.groups });
  const operators = plan.operators.map(({ operator }) => operator).join(', ');
  return html`<header>
    <p class="eyebrow">Rental comparison</p>
    <h1>${title}</h1>
    ${offers.length > 0 && html`<p class="question">${questionOf(offers)}</p>`}
    ${rankedOffers.map(([best]) => best && bestOf(best, data))}
    <p class="dim">
      Answers from ${operators}, as of
      ${formatInstant(askedAt, context.timeZone)}.${partial && html` <a href="#failed">Some requests failed.</a>`}
      Nothing is booked yet.
      ${offers.length > 0 && !offers.some(isPriced) && 'No offer was priced: the rates are without fees and extras.'}
      ${priced !== undefined && `${sentence(priced)}`}
      ${validityOfAll(offers.filter(isPriced), context)}
    </p>
    ${pageNotes(context)}
  </header>`;
}

/** `7 to 8 nights on any day from Wed 16 Dec 2026 to Tue 22 Dec 2026, with Child seat`. */
function questionOf(offers: readonly OfferDocument[]): string {
  const extras = extrasOf(offers);
  const withExtras = extras.length === 0 ? '' : `, with ${extras.join(', ')}`;
  return `${nightsInWords(offers)} ${startsInWords(offers)}${withExtras}`;
}

/** `from Wed 16 Dec 2026 to Wed 23 Dec 2026`, or `on any day from … to …`. */
function startsInWords(offers: readonly OfferDocument[]): string {
  const dates = startsOf(offers);
  const [first = '', last = ''] = [dates[0], dates.at(-1)].map((date) => date && formatDate(date));
  const ends = [...new Set(offers.map((offer) => offerTrip(offer).dropOffDate))];
  if (dates.length === 1)
    return `from ${first}${ends.length === 1 ? ` to ${formatDate(ends[0]!)}` : ''}`;
  return `on ${areConsecutive(dates) ? 'any day' : `${dates.length} days`} from ${first} to ${last}`;
}

/** `7 nights`, `7 to 10 nights`, `7, 10 or 14 nights`. */
function nightsInWords(offers: readonly OfferDocument[]): string {
  const counts = [...new Set(offers.map(({ nights }) => nights))].sort((a, b) => a - b);
  const [first = 0, last = first] = [counts[0], counts.at(-1)];
  if (counts.length < 2) return describeNights(first);
  if (counts.length > 2 && last - first === counts.length - 1)
    return `${first} to ${plural(last, 'night')}`;
  return `${counts.slice(0, -1).join(', ')} or ${plural(last, 'night')}`;
}

/** The requested extras, as the first complete offer names them; and all insurance plans. */
function extrasOf(offers: readonly OfferDocument[]): string[] {
  const complete = offers.filter(isPriced).find(hasAllExtras);
  if (complete === undefined) return [];
  const { accessories, insurance } = complete.priceBreakdown;
  const names = accessories.map(({ name, quantity }) =>
    quantity === 1 ? name : `${quantity} × ${name}`,
  );
  const plans = [...new Set(offers.flatMap((offer) => offer.insurance ?? []))];
  if (plans.length > 1) return [...names, joinWords(plans.map(planInWords), 'or')];
  return insurance === null ? names : [...names, insurance.name];
}

function planInWords(name: string): string {
  return name === 'none' ? 'no insurance plan' : name;
}

function bestOf(best: PricedOffer, data: PageData): Html {
  const { document, labels, hasSeveralCurrencies, hasSeveralOperators } = data;
  const { vehicle, totalAmount, currency, nights, operator } = best;
  const { pickUpDate, dropOffDate } = offerTrip(best);
  return html`<p class="answer">
    <strong>${moneyInWords(totalAmount)} ${currency}</strong> is the
    cheapest${!isBestCertain(document) && ' found'}${hasSeveralCurrencies && ` in ${currency}`}:
    ${labels.vehicleLabel(operator, vehicle)}${hasSeveralOperators && ` of ${operator}`},
    ${hasSeveral(document.offers, labels.pairLabel) && `${labels.pairLabel(best)}, `}
    ${bothDates(pickUpDate, dropOffDate)}, ${describeNights(nights)}.
  </p>`;
}
