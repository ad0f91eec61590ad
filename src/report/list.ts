/** All offers as a table, which the script of the page sorts and filters. */
import { columnsOf } from '../document.ts';
import { compare, type OfferDocument } from '../documents/compare.ts';
import { isPriced, startOf } from '../documents/offers.ts';
import { formatInstant } from '../planner/calendar.ts';
import { moneyInWords } from '../planner/money.ts';
import { fees } from '../planner/receipt.ts';
import { shortDate } from '../planner/trip-words.ts';
import { html, link, type Html, type Part } from './html.ts';
import { endOf, isSeveral, placeOf, type PageContext } from './offers.ts';

/** How the script compares the cells of a column, and which filter it makes of it. */
type Kind = 'number' | 'text' | 'date' | 'instant';

interface Column {
  readonly name: string;
  readonly header: string;
  readonly kind: Kind;
  /** The first and the last column need no name in each row. */
  readonly isAtEnd?: true;
  readonly cell: (offer: OfferDocument) => Part;
}

/** `rowOf`: the name of a row that something leads to. */
export function list(
  offers: readonly OfferDocument[],
  rowOf: (offer: OfferDocument) => string | undefined,
  context: PageContext,
): Html {
  const columns = columnsFor(offers, context);
  const highest = offers.reduce((most, { totalAmount }) => Math.max(most, Number(totalAmount)), 0);
  return html`${controls(columns)}
    <table class="${columns.length > 11 ? 'list many' : 'list'}" id="offers">
      <caption>
        All offers
      </caption>
      <thead>
        <tr>
          ${columns.map(header)}
        </tr>
      </thead>
      <tbody>
        ${offers.map((offer) => row(offer, { id: rowOf(offer), columns, highest }))}
      </tbody>
    </table>`;
}

function header({ name, header: text, kind }: Column): Html {
  return html`<th scope="col" class="${name}" data-kind="${kind}">${text}</th>`;
}

interface RowParts {
  readonly id: string | undefined;
  readonly columns: readonly Column[];
  readonly highest: number;
}

/**
 * There can be thousands of rows, so they are short: without the end tags and the quotes that HTML does not need, and without what their
 * column can say. What comes from outside is in quotes.
 */
function row(offer: OfferDocument, { id, columns, highest }: RowParts): Html {
  const share = highest > 0 ? Math.round((Number(offer.totalAmount) / highest) * 20) : 0;
  // prettier-ignore
  const cells = columns.map(({ name, cell, isAtEnd }) =>
    isAtEnd ? html`<td>${cell(offer)}` : html`<td class=${name}>${cell(offer)}`);
  const expires = isPriced(offer) ? offer.expiresAt : '';
  // prettier-ignore
  return html`<tr${id !== undefined && html` id=${id}`} class=b${share} data-d="${offer.selection.pick_up_date}" data-x="${expires}">${cells}`;
}

function columnsFor(offers: readonly OfferDocument[], { timeZone }: PageContext): Column[] {
  const quoted = offers.filter(isPriced);
  const charged = fees.filter(({ key }) => quoted.some(({ priceBreakdown }) => Number(priceBreakdown[key]) !== 0));
  const years = isSeveral(offers, (offer) => startOf(offer).slice(0, 4));
  const currencies = isSeveral(quoted, ({ currency }) => currency);
  const clock = clockIn(timeZone);
  const lacks = offers.some(({ missing }) => missing.length > 0);
  const total = ({ totalAmount, currency }: OfferDocument): Part =>
    totalAmount !== null && `${moneyInWords(totalAmount)}${currencies ? ` ${currency}` : ''}`;
  const all: (Column | false)[] = [
    { name: 'rank', header: 'Rank', kind: 'number', isAtEnd: true, cell: ({ rank }) => rank ?? '–' },
    quoted.length > 0 && { name: 'total', header: headerOf('totalAmount'), kind: 'number', cell: total },
    quoted.length < offers.length && {
      name: 'rate',
      header: headerOf('rentalDailyRate'),
      kind: 'number',
      cell: ({ vehicle }) => moneyInWords(vehicle.rentalDailyRate),
    },
    { name: 'name', header: 'Vehicle', kind: 'text', cell: ({ vehicle }) => vehicle.name },
    { name: 'dates', header: 'Dates', kind: 'date', cell: (offer) => datesOf(offer, years) },
    { name: 'nights', header: 'Nights', kind: 'number', cell: ({ nights }) => nights },
    isSeveral(offers, placeOf) && { name: 'place', header: 'Depots', kind: 'text', cell: placeOf },
    isSeveral(offers, ({ operator }) => operator) && {
      name: 'operator',
      header: 'Operator',
      kind: 'text',
      cell: ({ operator }) => operator,
    },
    offers.some(({ warnings = [] }) => warnings.length > 0) && {
      name: 'closed',
      header: 'No times listed',
      kind: 'text',
      cell: ({ warnings = [] }) => warnings.map(({ purpose }) => purpose).join(', '),
    },
    lacks && {
      name: 'lacks',
      header: 'Without',
      kind: 'text',
      cell: ({ missing }) => missing.map(nameOfExtra).join(', '),
    },
    ...(charged.length > 1 ? charged : []).map(({ key }): Column => ({
      // Short, because each row has them.
      name: `f${fees.findIndex((fee) => fee.key === key)}`,
      header: headerOf(key),
      kind: 'number',
      cell: (offer) => isPriced(offer) && moneyInWords(offer.priceBreakdown[key]),
    })),
    quoted.length > 0 && {
      name: 'night',
      header: 'A night',
      kind: 'number',
      cell: ({ perNight }) => perNight !== null && moneyInWords(perNight),
    },
    quoted.length > 0 && {
      name: 'until',
      header: 'Holds until',
      kind: 'instant',
      cell: (offer) => isPriced(offer) && clock(offer.expiresAt),
    },
    { name: 'book', header: 'Book', kind: 'text', isAtEnd: true, cell: ({ checkoutUrl }) => link(checkoutUrl, 'Book') },
  ];
  return all.filter((column) => column !== false);
}

/** What was asked for by its id has no other name. */
function nameOfExtra(missing: string): string {
  return /^\d+$/.test(missing) ? `id ${missing}` : missing;
}

/** `23 Nov, 22:12`. Thousands of quotes expire within a few minutes, and to format an instant takes long. */
function clockIn(timeZone: string): (instant: string) => string {
  const known = new Map<number, string>();
  return (instant) => {
    const minute = Math.floor(Date.parse(instant) / 60_000);
    const words = known.get(minute) ?? formatInstant(instant, timeZone);
    known.set(minute, words);
    return words.replace(/^\w+ (.*) \d{4},/, '$1,').replace(/ \w+$/, '');
  };
}

/** `Mon 7 – Mon 14 Dec`. */
function datesOf(offer: OfferDocument, withYear: boolean): string {
  const [from, to] = [startOf(offer), endOf(offer)];
  const start = shortDate(from, withYear);
  return `${from.slice(0, 7) === to.slice(0, 7) ? start.replace(/ [A-Z][^]*$/, '') : start} – ${shortDate(to, withYear)}`;
}

const headers = new Map(columnsOf(compare).map(({ key, header: text = key }) => [key, text]));

/** `ROUTE FEE` → `Route fee`. */
function headerOf(key: string): string {
  const text = headers.get(key) ?? key;
  return text.slice(0, 1) + text.slice(1).toLowerCase();
}

/** Without a script there is nothing to sort or filter, so it shows them. */
function controls(columns: readonly Column[]): Html {
  const has = (name: string): boolean => columns.some((column) => column.name === name);
  const select = (name: string, label: string): Html | false =>
    has(name) &&
    html`<label
      >${label}
      <select name="${name}">
        <option value="">all</option>
      </select></label
    >`;
  return html`<form class="controls" id="controls" hidden>
    ${select('name', 'Vehicle')} ${select('place', 'Depots')} ${select('operator', 'Operator')}
    <label>First start <input type="date" name="first" /></label>
    <label>Last start <input type="date" name="last" /></label>
    ${
      has('total') &&
      html`<label>Total up to <input type="number" name="most" min="0" step="any" inputmode="decimal" /></label>`
    }
    <label class="sort"
      >Sort by
      <select name="sort"></select
    ></label>
    <button type="reset">Clear</button>
    <p role="status" id="count"></p>
  </form>`;
}
