/** All offers as a table. */
import type { OfferDocument } from '../documents/compare.ts';
import { isPriced, isUnchecked, isSure, type PricedOffer } from '../documents/offers.ts';
import { groupOffers, otherVehicles, otherVehiclesTitle } from '../views/shown-offers.ts';
import { formatInstant } from '../planner/calendar.ts';
import { moneyInWords } from '../base/money.ts';
import { isId } from '../planner/names.ts';
import { describeNights, joinPairs } from '../planner/trip-words.ts';
import { plural } from '../base/words.ts';
import { offersOfCards } from './cards.ts';
import { html, webLink, type Html, type HtmlPart } from './html.ts';
import { hasSeveral } from '../base/group-by.ts';
import { shortDates, type PageParts } from './page-words.ts';
import { onPaper } from './paper.ts';

/** Longer lists are closed at first, unless the page has nothing else. */
const maxOpenOffers = 30;

interface Column {
  readonly header: string;
  /** A class of the style: `name`, `wide` and `until` are for phones. */
  readonly look?: 'number' | 'name' | 'wide' | 'until';
  readonly cell: (offer: OfferDocument, rowIndex: number) => HtmlPart;
}

export function offerList(parts: PageParts): Html {
  const { document, priced, listed } = parts;
  if (document.offers.length === 0) return html`<h2>No vehicle was found</h2>`;
  const all = listed.length > 1 ? 'All ' : '';
  const start = listed.length < priced.length ? 'The first ' : all;
  return html`<details
    ${(listed.length <= maxOpenOffers || parts.rankedOffers.length === 0) && html`open`}
  >
    <summary>
      <h2>${start}${listedInWords(listed, document)}</h2>
    </summary>
    ${table(listed, columnsFor(parts, parts.rankedOffers.length === 0 ? maxCodes : 0))}
  </details>`;
}

/** `93 offers`, `27 priced offers`, `21 priced offers, and 72 without a requested extra`. */
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

/** Rows of a table that have a code on paper. More would fill pages. */
const maxCodes = 6;

const maxOthers = 10;

/** The cheapest offer of each vehicle without a card. `ranked` are of one currency, best first. */
export function otherVehicleList(
  ranked: readonly PricedOffer[],
  parts: PageParts,
): Html | undefined {
  const others = otherVehicles(ranked, offersOfCards(ranked).flat())
    .slice(0, maxOthers)
    .flatMap((alike) => alike.slice(0, 1));
  if (others.length === 0) return undefined;
  const columns = columnsFor(parts, maxOthers).filter(({ header }) => header !== 'Rank');
  return html`<h3>${otherVehiclesTitle(isSure(parts.document))}</h3>
    ${table(others, columns)}`;
}

/** Undefined if there is only one pair of depots. `ranked` are of one currency, best first. */
export function pairList(ranked: readonly PricedOffer[], parts: PageParts): Html | undefined {
  const { document, labels } = parts;
  const best = groupOffers(ranked, [], 'depots');
  if (labels.pairLabels().length < 2) return undefined;
  const columns = columnsFor(parts, best.length <= maxCodes ? maxCodes : 0);
  const depots = columns.filter(({ header }) => header === 'Depots');
  const others = columns.filter(({ header }) => header !== 'Depots' && header !== 'Rank');
  const priced = new Set(best.map(labels.pairLabel));
  const unpriced = labels.pairLabels().filter((pair) => !priced.has(pair));
  return html`<h2>The cheapest ${!isSure(document) && 'found '}for each pair of depots</h2>
    ${table(best, [...depots, ...others])}
    ${unpriced.length > 0 && html`<p class="dim">Without a price: ${joinPairs(unpriced)}</p>`}`;
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
      ${offers.map((offer, index) => row(offer, index, columns))}
    </tbody>
  </table>`;
}

/** Leaves out end tags that HTML does not need, because there can be thousands of rows. */
function row(offer: OfferDocument, index: number, columns: readonly Column[]): Html {
  // prettier-ignore
  return html`<tr${(offer.missing.length > 0 || isUnchecked(offer)) && html` class=lacks`}>${columns.map(({ look, cell }) =>
    look === undefined ? html`<td>${cell(offer, index)}` : html`<td class=${look}>${cell(offer, index)}`)}`;
}

/** `codes`: how many rows have a code on paper. */
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
    hasSeveral(offers, labels.pairLabel) && {
      header: 'Depots',
      look: 'wide',
      cell: labels.pairLabel,
    },
    hasSeveral(offers, ({ insurance }) => insurance) && {
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
      cell: ({ checkoutUrl }, index) =>
        html`${webLink(checkoutUrl, 'Book')}${index < codes && onPaper(checkoutUrl)}`,
    },
  ];
  return all.filter((column) => column !== false);
}

/** Words that need no header, because a phone shows no headers. */
function insuranceInWords({ insurance }: OfferDocument): HtmlPart {
  return insurance === 'none' ? 'no insurance plan' : (insurance ?? '');
}

const noteColumn: Column = {
  header: 'Note',
  look: 'wide',
  cell: (offer) => notesOf(offer).join(', '),
};

/** Words that need no header, because a phone shows no headers. */
function notesOf(offer: OfferDocument): string[] {
  const { missing, unchecked = [], warnings = [] } = offer;
  // A quote can also have an extra that was not requested.
  const lacks = isPriced(offer) ? 'not as requested:' : 'without';
  // An extra that was requested by its id can lack a name.
  const nameOf = (extra: string): string => (isId(extra) ? `id ${extra}` : extra);
  return [
    ...missing.map((extra) => `${lacks} ${nameOf(extra)}`),
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
