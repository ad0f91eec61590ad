/** The ranked offers of a comparison, of one currency: as a table, in groups or as a calendar; and the cheapest in full. */
import { tripOf, type Comparison, type PricedOffer } from '../../documents/offers.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import { pricingInWords } from '../../planner/sweep/priced-share.ts';
import { parseQuoting } from '../../planner/sweep/quoting.ts';
import type { Block, Column } from '../../result.ts';
import { quoteView } from '../shared/quote-view.ts';
import { calendarBlocks } from './calendar-view.ts';
import { headingOf } from './columns.ts';
import type { CompareRequest } from './options.ts';
import { groupTable, offerTable, type TableContext } from './tables.ts';

export interface ViewOptions extends Pick<CompareRequest, 'groupBy' | 'calendar' | 'limit'> {
  /** The operator's, by the operator's name. */
  readonly timeZone: (operator: string) => string;
  /** Epoch ms. */
  readonly now: number;
  /** The best of these groups, or of all, were asked for. */
  readonly isAsked: boolean;
  /** A saved answer, which another limit does not make longer. */
  readonly isKept: boolean;
}

export interface Parts extends ViewOptions, TableContext {
  readonly document: Comparison;
  readonly operators: readonly string[];
  /** Offers without a price that could be among the ranked ones. None with several currencies: nobody knows which of them they have. */
  readonly unpriced: readonly OfferDocument[];
  /** The first is the cheapest of all. False if something that was not priced can be cheaper. */
  readonly isCheapest: boolean;
}

/** What is not priced. */
export function pricingBlocks({ document: { pricing, partial }, isAsked }: Parts): Block[] {
  if (pricing === undefined) return [];
  return [{ kind: 'text', text: pricingInWords(pricing, { isPartial: partial, isAsked }), style: 'dim' }];
}

/** `rest` says what is not among them. */
export function rankedBlocks(offers: readonly PricedOffer[], parts: Parts, rest: readonly Block[]): Block[] {
  const { document, labels, unpriced, isCheapest, isKept, groupBy: by, calendar, limit } = parts;
  const { pricing, plan } = document;
  const among = [...offers, ...unpriced];
  const heading = headingOf(among, labels);
  if (calendar) return calendarBlocks(offers, heading, rest, document);
  const headed = (text: string, table: Block): Block[] => [{ kind: 'text', text, style: 'heading' }, ...rest, table];
  if (by !== undefined) return headed(heading, groupTable(offers, by, unpriced, { ...parts, among }));
  const rank: Column = { key: 'rank', header: '#', kind: 'number' };
  if (pricing === undefined || limit === undefined)
    return headed(heading, offerTable(offers, [rank], { ...parts, among }));
  // After these, offers that were not priced can be cheaper. Those that share the last place are as cheap.
  const quoting = parseQuoting(plan.quote, 0);
  const last = quoting.how === 'best' ? offers[quoting.most - 1]?.rank : undefined;
  const cheapest = offers.filter((offer) => Number(offer.rank) <= Number(last ?? offer.rank));
  const most = 2 * cheapest.length;
  const note = `--limit ${most} finds the ${most} cheapest; --quote all prices every offer`;
  const table = { ...offerTable(cheapest, [rank], { ...parts, among, limit: undefined }), ...(!isKept && { note }) };
  const count = cheapest.length === 1 ? '' : `${cheapest.length} `;
  return headed(`The ${count}cheapest ${isCheapest ? '' : 'priced '}of ${heading}`, table);
}

/** `hasOthers`: there are other currencies. */
export function cheapestBlocks(best: PricedOffer | undefined, parts: Parts, hasOthers: boolean): Block[] {
  const { labels, operators, timeZone, now, isCheapest } = parts;
  if (best === undefined) return [];
  const of = `${isCheapest ? '' : ' of those priced'}${hasOthers ? ` in ${best.currency}` : ''}`;
  const { operator, vehicle, checkoutUrl, warnings = [] } = best;
  const at = operators.length > 1 ? `, ${operator}` : '';
  const view = quoteView({
    quote: best,
    selection: tripOf(best),
    checkoutUrl,
    depots: labels.namedDepots(operator),
    vehicle,
    title: `Cheapest${of}: ${labels.vehicleLabel(operator, vehicle)}${at}`,
    timeZone: timeZone(operator),
    now,
  });
  return [...view, ...warnings.map(({ message }): Block => ({ kind: 'text', text: message, style: 'warning' }))];
}
