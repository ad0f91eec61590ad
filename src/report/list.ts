/** All offers as a table. */
import type { OfferDocument } from '../documents/compare.ts';
import { isPriced, isUnchecked, type PricedOffer } from '../documents/offers.ts';
import { isBestCertain } from '../views/search-verdict.ts';
import { groupOffers, otherVehicles, otherVehiclesTitle } from '../views/shown-offers.ts';
import { shortInstant } from '../planner/calendar.ts';
import { moneyInWords } from '../base/money.ts';
import { isId } from '../planner/names.ts';
import { describeNights, joinPairs } from '../views/trip-words.ts';
import { plural } from '../base/words.ts';
import { offersOfCards } from './cards.ts';
import { html, webLink, type Html, type HtmlPart } from './html.ts';
import { hasSeveral } from '../base/group-by.ts';
import { shortDates, type PageData } from './page-words.ts';
import { onPaper } from './paper.ts';

/** Longer lists are closed at first, unless the page has nothing else. */
const maxOpenOffers = 30;

/** The columns of a table, in their order. */
const columnKeys = [
  'rank',
  'vehicle',
  'total',
  'dates',
  'depots',
  'insurance',
  'operator',
  'note',
  'validUntil',
  'book',
] as const;
type ColumnKey = (typeof columnKeys)[number];

interface Column {
  readonly header: string;
  /** A class of the style: `name`, `wide` and `until` are for phones. */
  readonly look?: 'number' | 'name' | 'wide' | 'until';
  readonly cell: (offer: OfferDocument, rowIndex: number) => HtmlPart;
}

/** The columns that a table can have; false for one that would say nothing. */
type Columns = Readonly<Record<ColumnKey, Column | false>>;

export function offerList(data: PageData): Html {
  const { document, listable, listed } = data;
  if (document.offers.length === 0) return html`<h2>No vehicle was found</h2>`;
  const all = listed.length > 1 ? 'All ' : '';
  const start = listed.length < listable.length ? 'The first ' : all;
  return html`<details
    ${(listed.length <= maxOpenOffers || data.rankedOffers.length === 0) && html`open`}
  >
    <summary>
      <h2>${start}${listedInWords(listed, document)}</h2>
    </summary>
    ${table(listed, data, { codes: data.rankedOffers.length === 0 ? maxCodes : 0 })}
  </details>`;
}

/** `93 offers`, `27 priced offers`, `21 priced offers, and 72 without a requested extra`. */
function listedInWords(
  offers: readonly OfferDocument[],
  { plan, offers: all }: PageData['document'],
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
export function otherVehicleList(ranked: readonly PricedOffer[], data: PageData): Html | undefined {
  const others = otherVehicles(ranked, offersOfCards(ranked).flat())
    .slice(0, maxOthers)
    .flatMap((alike) => alike.slice(0, 1));
  if (others.length === 0) return undefined;
  const keys = columnKeys.filter((key) => key !== 'rank');
  // These vehicles have no other code on the page, so each row has one.
  return html`<h3>${otherVehiclesTitle({ isBestCertain: isBestCertain(data.document) })}</h3>
    ${table(others, data, { keys, codes: maxOthers })}`;
}

/** Undefined if there is only one pair of depots. `ranked` are of one currency, best first. */
export function pairList(ranked: readonly PricedOffer[], data: PageData): Html | undefined {
  const { document, labels } = data;
  const best = groupOffers(ranked, [], 'depots');
  if (labels.pairLabels().length < 2) return undefined;
  const others = columnKeys.filter((key) => key !== 'depots' && key !== 'rank');
  const keys: readonly ColumnKey[] = ['depots', ...others];
  const codes = best.length <= maxCodes ? maxCodes : 0;
  const priced = new Set(best.map(labels.pairLabel));
  const unpriced = labels.pairLabels().filter((pair) => !priced.has(pair));
  return html`<h2>The cheapest ${!isBestCertain(document) && 'found '}for each pair of depots</h2>
    ${table(best, data, { keys, codes })}
    ${unpriced.length > 0 && html`<p class="dim">Without a price: ${joinPairs(unpriced)}</p>`}`;
}

interface TableOptions {
  readonly keys?: readonly ColumnKey[];
  /** How many rows have a code on paper. */
  readonly codes: number;
}

function table(
  offers: readonly OfferDocument[],
  data: PageData,
  { keys = columnKeys, codes }: TableOptions,
): Html {
  const all = columnsFor(offers, data, codes);
  const columns = keys.map((key) => all[key]).filter((column) => column !== false);
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

function columnsFor(shown: readonly OfferDocument[], data: PageData, codes: number): Columns {
  const { document, labels, hasSeveralOperators, hasSeveralYears } = data;
  const { offers } = document;
  const hasPrices = offers.some(isPriced);
  return {
    rank: hasPrices && { header: 'Rank', look: 'number', cell: ({ rank }) => rank ?? '–' },
    vehicle: {
      header: 'Vehicle',
      look: 'name',
      cell: ({ operator, vehicle }) => labels.vehicleLabel(operator, vehicle),
    },
    total: { header: 'Total', look: 'number', cell: (offer) => totalInWords(offer, data) },
    dates: {
      header: 'Dates',
      look: 'wide',
      cell: (offer) => `${shortDates(offer, hasSeveralYears)}, ${describeNights(offer.nights)}`,
    },
    depots: hasSeveral(offers, labels.pairLabel) && {
      header: 'Depots',
      look: 'wide',
      cell: labels.pairLabel,
    },
    insurance: hasSeveral(offers, ({ insurance }) => insurance) && {
      header: 'Insurance',
      cell: insuranceInWords,
    },
    operator: hasSeveralOperators && { header: 'Operator', cell: ({ operator }) => operator },
    note: shown.some((offer) => offerNotes(offer).length > 0) && {
      header: 'Note',
      look: 'wide',
      cell: (offer) => offerNotes(offer).join(', '),
    },
    validUntil: hasPrices && {
      header: 'Valid until',
      look: 'until',
      cell: (offer) => isPriced(offer) && shortInstant(offer.expiresAt, data.context.timeZone),
    },
    book: {
      header: 'Book',
      cell: ({ checkoutUrl }, index) =>
        html`${webLink(checkoutUrl, 'Book')}${index < codes && onPaper(checkoutUrl)}`,
    },
  };
}

function totalInWords(
  { totalAmount, currency, vehicle }: OfferDocument,
  { hasSeveralCurrencies }: PageData,
): string {
  if (totalAmount === null) return `${moneyInWords(vehicle.rentalDailyRate)} a day`;
  return `${moneyInWords(totalAmount)}${hasSeveralCurrencies ? ` ${currency}` : ''}`;
}

/** Words that need no header, because a phone shows no headers. */
function insuranceInWords({ insurance }: OfferDocument): HtmlPart {
  return insurance === 'none' ? 'no insurance plan' : (insurance ?? '');
}

/** Words that need no header, because a phone shows no headers. */
function offerNotes(offer: OfferDocument): string[] {
  const { missing, unchecked = [], warnings = [], unsureTimes = [] } = offer;
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
    ...unsureTimes.map(({ purpose }) => `${purpose} times may not fit`),
  ];
}
