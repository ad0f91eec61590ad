/** The offers of a comparison as a page reads them. */
import type { CalendarDate, Depot } from '../api/types.ts';
import type { OfferDocument } from '../documents/compare.ts';
import { formatDate } from '../planner/calendar.ts';
import { moneyInWords } from '../planner/money.ts';
import { areConsecutive, describeNights } from '../planner/trip-words.ts';
import { plural } from '../text.ts';
import { html, type Html } from './html.ts';

/** What a page needs besides its document. */
export interface PageContext {
  /** Of times on the page. */
  readonly timeZone: string;
  /** When a saved answer was given, in epoch ms, and what asks the same again. */
  readonly asked?: { readonly at: number; readonly command: string };
  /** Names of depots that the document has only ids of. */
  readonly depots?: readonly Depot[];
  /** Asks again for the price of one offer. */
  readonly againLine: (offer: Pick<OfferDocument, 'operator' | 'selection'>) => string;
}

export function placeOf({ pickUp, dropOff, selection }: OfferDocument): string {
  return selection.pick_up_depot_id === selection.drop_off_depot_id ? pickUp : `${pickUp} → ${dropOff}`;
}

export function endOf({ selection }: OfferDocument): CalendarDate {
  return selection.drop_off_date as CalendarDate;
}

/** `1,234.50` with small cents. */
export function bigMoney(amount: number): Html {
  const [whole = '', cents = ''] = moneyInWords(amount).split('.');
  return html`${whole}<small>.${cents}</small>`;
}

export function isSeveral<T>(items: readonly T[], keyOf: (item: T) => unknown): boolean {
  return new Set(items.map(keyOf)).size > 1;
}

/** `Wed 16 Dec 2026`, or `16 – 22 Dec 2026` for several. */
export function datesInWords(dates: readonly CalendarDate[]): string {
  const sorted = [...new Set(dates)].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (first === last) return formatDate(first);
  const between = areConsecutive(sorted) ? 'on any day from' : `on ${sorted.length} days from`;
  return `${between} ${formatDate(first)} to ${formatDate(last)}`;
}

/** `7 nights`, `7 to 10 nights`, `7, 10 or 14 nights`. */
export function nightsInWords(offers: readonly OfferDocument[]): string {
  const counts = [...new Set(offers.map(({ nights }) => nights))].sort((a, b) => a - b);
  const [first = 0, last = first] = [counts[0], counts.at(-1)];
  if (counts.length < 2) return describeNights(first);
  if (counts.length > 2 && last - first === counts.length - 1) return `${first} to ${plural(last, 'night')}`;
  return `${counts.slice(0, -1).join(', ')} or ${plural(last, 'night')}`;
}
