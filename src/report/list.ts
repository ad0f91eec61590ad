/** All offers as a table. */
import type { OfferDocument } from '../documents/compare.ts';
import {
  groupOffers,
  isPriced,
  isUnchecked,
  otherVehicles,
  otherVehiclesTitle,
  isSure,
  type PricedOffer,
} from '../documents/offers.ts';
import { formatInstant } from '../planner/calendar.ts';
import { moneyInWords } from '../base/money.ts';
import { isId } from '../planner/names.ts';
import { describeNights, joinPlaces } from '../planner/trip-words.ts';
import { plural } from '../base/words.ts';
import { offersOfCards } from './cards.ts';
import { html, webLink, type Html, type HtmlPart } from './html.ts';
import { isSeveral } from '../base/group-by.ts';
import { shortDates, type PageParts } from './page-words.ts';
import { onPaper } from './paper.ts';

/** Longer lists are closed until they are opened, unless nothing else is on the page. */
const fewOffers = 30;

interface Column {
  readonly header: string;
  /** How it looks: `number`; on a phone also `name`, `wide` and `until`. */
  readonly look?: 'number' | 'name' | 'wide' | 'until';
  /** `place` counts the rows from 0. */
  readonly cell: (offer: OfferDocument, place: number) => HtmlPart;
}

export function offerList(parts: PageParts): Html {
  const { document, priced, context } = parts;
  if (document.offers.length === 0) return html`<h2>No vehicle was found</h2>`;
  const offers = priced.slice(0, context.limit);
  const which = offers.length < priced.length ? 'The first ' : offers.length > 1 ? 'All ' : '';
  return html`<details
    ${(offers.length <= fewOffers || parts.currencies.length === 0) && html`open`}
  >
    <summary>
      <h2>${which}${listedInWords(offers, document)}</h2>
    </summary>
    ${table(offers, columnsFor(parts, parts.currencies.length === 0 ? maxCodes : 0))}
  </details>`;
}

/**
 * `93 offers`; `27 priced offers` of more; `21 priced offers, and 72 without a requested extra` if
 * others were not priced.
 */
function listedInWords(
  offers: readonly OfferDocument[],
  { plan, offers: all }: PageParts['document'],
): string {
  const priced = offers.filter(isPriced).length;
  if (plan.quote === 'none' || !all.some((offer) => !isPriced(offer)))
    return plural(offers.length, 'offer');
  if (priced === offers.length) return plural(priced, 'priced offer');
  return `${plural(priced, 'priced offer')}, and ${offers.length - priced} without a requested extra`;
}

/** Codes of a table for paper, of its first rows. With more it would fill pages. */
const maxCodes = 6;

/** Rows of other vehicles. */
const maxOthers = 10;

/**
 * The cheapest offer of each vehicle that has no card. `ranked` are of one currency, best first.
 */
export function otherVehicleList(
  ranked: readonly PricedOffer[],
  parts: PageParts,
): Html | undefined {
  const others = otherVehicles(ranked, offersOfCards(ranked).flat())
    .slice(0, maxOthers)
    .flatMap((alike) => alike.slice(0, 1));
  if (others.length === 0) return undefined;
  // Among those that were priced, a rank says little.
  const columns = columnsFor(parts, maxOthers).filter(({ header }) => header !== 'Rank');
  return html`<h3>${otherVehiclesTitle(isSure(parts.document))}</h3>
    ${table(others, columns)}`;
}

/**
 * The cheapest offer of each pair of depots, if there are several pairs. `ranked` are of one
 * currency, best first.
 */
export function pairList(ranked: readonly PricedOffer[], parts: PageParts): Html | undefined {
  const { document, labels } = parts;
  const best = groupOffers(ranked, [], 'depots');
  if (labels.places().length < 2) return undefined;
  const columns = columnsFor(parts, best.length <= maxCodes ? maxCodes : 0);
  const [depots, others] = [
    columns.filter(isOfDepots),
    columns.filter((column) => !isOfDepots(column)),
  ];
  const priced = new Set(best.map(labels.placeLabel));
  const unpriced = labels.places().filter((place) => !priced.has(place));
  return html`<h2>The cheapest ${!isSure(document) && 'found '}for each pair of depots</h2>
    ${table(best, [...depots, ...others.filter(({ header }) => header !== 'Rank')])}
    ${unpriced.length > 0 && html`<p class="dim">Without a price: ${joinPlaces(unpriced)}</p>`}`;
}

function isOfDepots({ header }: Column): boolean {
  return header === 'Depots';
}

function table(offers: readonly OfferDocument[], all: readonly Column[]): Html {
  const hasNotes = offers.some((offer) => notesOf(offer).length > 0);
  const columns = all.filter((column) => hasNotes || column !== noteColumn);
  return html`<table class="list">
    <thead>
      <tr>
        ${columns.map(({ header, look }) => html`<th scope="col" class="${look}">${header}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${offers.map((offer, place) => row(offer, place, columns))}
    </tbody>
  </table>`;
}

/**
 * There can be thousands of rows, so they are short: without the end tags that HTML does not need.
 */
function row(offer: OfferDocument, place: number, columns: readonly Column[]): Html {
  // prettier-ignore
  return html`<tr${(offer.missing.length > 0 || isUnchecked(offer)) && html` class=lacks`}>${columns.map(({ look, cell }) =>
    look === undefined ? html`<td>${cell(offer, place)}` : html`<td class=${look}>${cell(offer, place)}`)}`;
}

/** `codes`: how many rows have one on paper. */
function columnsFor(parts: PageParts, codes: number): Column[] {
  const { document, labels, hasSeveralCurrencies, hasSeveralOperators, hasSeveralYears } = parts;
  const { offers } = document;
  const hasPrices = offers.some(isPriced);
  const total = ({ totalAmount, currency, vehicle }: OfferDocument): HtmlPart =>
    totalAmount === null
      ? `${moneyInWords(vehicle.rentalDailyRate)} a day`
      : `${moneyInWords(totalAmount)}${hasSeveralCurrencies ? ` ${currency}` : ''}`;
  const all: (Column | false)[] = [
    hasPrices && { header: 'Rank', look: 'number', cell: ({ rank }) => rank ?? '–' },
    {
      header: 'Vehicle',
      look: 'name',
      cell: ({ operator, vehicle }) => labels.vehicleLabel(operator, vehicle),
    },
    { header: 'Total', look: 'number', cell: total },
    {
      header: 'Dates',
      look: 'wide',
      cell: (offer) => `${shortDates(offer, hasSeveralYears)}, ${describeNights(offer.nights)}`,
    },
    isSeveral(offers, labels.placeLabel) && {
      header: 'Depots',
      look: 'wide',
      cell: labels.placeLabel,
    },
    isSeveral(offers, ({ insurance }) => insurance) && {
      header: 'Insurance',
      cell: insuranceInWords,
    },
    hasSeveralOperators && { header: 'Operator', cell: ({ operator }) => operator },
    noteColumn,
    hasPrices && {
      header: 'Valid until',
      look: 'until',
      cell: (offer) => isPriced(offer) && clock(offer.expiresAt, parts.context.timeZone),
    },
    {
      header: 'Book',
      cell: ({ checkoutUrl }, place) =>
        html`${webLink(checkoutUrl, 'Book')}${place < codes && onPaper(checkoutUrl)}`,
    },
  ];
  return all.filter((column) => column !== false);
}

/** Of several plans. In words that need no header, because a phone shows none. */
function insuranceInWords({ insurance }: OfferDocument): HtmlPart {
  return insurance === 'none' ? 'no insurance plan' : (insurance ?? '');
}

const noteColumn: Column = {
  header: 'Note',
  look: 'wide',
  cell: (offer) => notesOf(offer).join(', '),
};

/** In words that need no header, because a phone shows none. */
function notesOf({ missing, unchecked = [], warnings = [] }: OfferDocument): string[] {
  // What was asked for by its id has no other name.
  const nameOf = (extra: string): string => (isId(extra) ? `id ${extra}` : extra);
  return [
    ...missing.map((extra) => `without ${nameOf(extra)}`),
    ...unchecked.map((extra) => `${nameOf(extra)} not looked up`),
    ...warnings.map(
      (warning) => `no ${warning.purpose} times ${'wanted' in warning ? 'that fit' : 'listed'}`,
    ),
  ];
}

/** `23 Nov, 22:12`. */
function clock(instant: string, timeZone: string): string {
  return formatInstant(instant, timeZone)
    .replace(/^\w+ (.*) \d{4},/, '$1,')
    .replace(/ \w+$/, '');
}
