/** Values and words that the parts of a page share. */
import type { CalendarDate, Depot } from '../api/types.ts';
import type { OfferDocument } from '../documents/compare.ts';
import type { OperatorPlan } from '../documents/compare-plan.ts';
import {
  isPriced,
  rankedByCurrency,
  startOf,
  offerTrip,
  type Comparison,
  type PricedOffer,
} from '../documents/offers.ts';
import { withPrices } from '../views/shown-offers.ts';
import { expiriesOf } from '../planner/expiry.ts';
import { hasSeveral } from '../base/group-by.ts';
import { labelsIn, type Labels } from '../views/labels.ts';
import { formatDate, formatInstant } from '../planner/calendar.ts';
import type { SearchGroup } from '../planner/groupings.ts';
import { moneyInWords } from '../base/money.ts';
import { quoteShell } from '../base/shell-words.ts';
import { areInSeveralYears, shortRange } from '../views/trip-words.ts';
import { html, type Html } from './html.ts';

/** What a page needs besides its document. */
export interface PageContext {
  /** The zone of the times on the page. */
  readonly timeZone: string;
  /** For a saved answer: its time, and the command that asks again. */
  readonly asked?: { readonly at: string; readonly command: string };
  /** Sentences about the whole page. */
  readonly notes?: readonly string[];
  /** The names of depots for which the document has only ids. */
  readonly depots?: readonly Depot[];
  /** The maximum length of the list. */
  readonly limit?: number | undefined;
  /** The comparison searched for the cheapest of each of these. */
  readonly groups?: readonly SearchGroup[] | undefined;
}

/** What all parts of the page of a comparison need. */
export interface PageData {
  readonly document: Comparison;
  readonly context: PageContext;
  /** The ranked offers of each currency, best first. */
  readonly rankedOffers: readonly (readonly PricedOffer[])[];
  /** The offers that the list can have: priced ones, and those that lack an extra. */
  readonly listable: readonly OfferDocument[];
  /** The offers that the list has. */
  readonly listed: readonly OfferDocument[];
  readonly labels: Labels;
  readonly hasSeveralCurrencies: boolean;
  readonly hasSeveralOperators: boolean;
  readonly hasSeveralYears: boolean;
}

export function pageDataOf(document: Comparison, context: PageContext): PageData {
  const { offers } = document;
  const listable = withPrices(document).offers;
  return {
    document,
    context,
    rankedOffers: rankedByCurrency(offers),
    listable,
    listed: listable.slice(0, context.limit),
    labels: labelsIn(document),
    hasSeveralCurrencies: hasSeveral(offers.filter(isPriced), ({ currency }) => currency),
    hasSeveralOperators: hasSeveral(offers, ({ operator }) => operator),
    hasSeveralYears: areInSeveralYears(offers.map(startOf)),
  };
}

export function pageNotes({ notes = [] }: PageContext): Html[] {
  return notes.map((text) => html`<p class="warn">${text}</p>`);
}

/** `1,234.50` with small cents. */
export function bigMoney(amount: number): Html {
  const [whole = '', cents = ''] = moneyInWords(amount).split('.');
  return html`${whole}<small>.${cents}</small>`;
}

/** `Mon 7 Dec 2026 – Mon 14 Dec 2026`. */
export function bothDates(from: CalendarDate, to: CalendarDate): string {
  return `${formatDate(from)} – ${formatDate(to)}`;
}

/** `Mon 7 – Mon 14 Dec`. */
export function shortDates(offer: OfferDocument, withYear: boolean): string {
  const { pickUpDate, dropOffDate } = offerTrip(offer);
  return shortRange(pickUpDate, dropOffDate, { withYear });
}

/** `The prices are valid until …`. */
export function validityOfAll(offers: readonly PricedOffer[], { timeZone }: PageContext): string {
  const times = [...new Set(expiriesOf(offers).map((instant) => formatInstant(instant, timeZone)))];
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined) return '';
  return first === last
    ? `The prices are valid until ${first}.`
    : `The first price is valid until ${first}, the last until ${last}.`;
}

export function validity(expiresAt: string, { timeZone }: PageContext): Html {
  return html`<p class="dim">Valid until ${formatInstant(expiresAt, timeZone)}</p>`;
}

type NamedAddress = Pick<OperatorPlan, 'operator' | 'baseUrl'>;

/** Else it has their addresses, or the sandbox, which a reader can use as they are. */
function namesOperators(command: string): boolean {
  return command.startsWith('rental compare --operator ');
}

/** The command that asks again, and those that add its operators, which a reader may not have. */
export function commandFooter(command: string, operators: readonly NamedAddress[] = []): Html {
  const lines = operators.map(({ operator, baseUrl }) =>
    quoteShell(['rental', 'operators', 'add', operator, baseUrl]),
  );
  return html`<footer>
    <p class="dim">To get new prices: <code>${command}</code></p>
    ${namesOperators(command) && html`<p class="dim">If you do not have its operators yet: ${lines.map((line) => html`<code>${line}</code> `)}</p>`}
  </footer>`;
}
