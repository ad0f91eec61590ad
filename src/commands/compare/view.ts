/** A comparison for a terminal: ranked, grouped or as a calendar; then what failed, and the cheapest in full. A function of its document. */
import {
  comparable,
  hasClosedDay,
  isPriced,
  isUnpriced,
  rankedByCurrency,
  tripOf,
  type Comparison,
  type PricedOffer,
} from '../../documents/offers.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import { formatMoney, isWithin } from '../../planner/money.ts';
import { orderNotes } from '../../planner/sweep/closed-days.ts';
import { pricingInWords } from '../../planner/sweep/pricing.ts';
import { parseQuoting } from '../../planner/sweep/quoting.ts';
import { groupBy } from '../../planner/sweep/rank.ts';
import type { Block, Column } from '../../result.ts';
import { plural } from '../../text.ts';
import { quoteView } from '../shared/quote-view.ts';
import { calendarBlocks } from './calendar-view.ts';
import { headingOf, vehicleColumn } from './columns.ts';
import { withPrices } from './document.ts';
import { failureBlocks } from './failure-view.ts';
import { labelsIn } from './labels.ts';
import type { CompareRequest } from './options.ts';
import { groupTable, offerTable, type TableContext } from './tables.ts';

export interface ViewOptions extends Pick<CompareRequest, 'groupBy' | 'calendar' | 'limit' | 'maxTotal'> {
  /** The operator's, by the operator's name. */
  readonly timeZone: (operator: string) => string;
  /** Epoch ms. */
  readonly now: number;
}

interface Parts extends ViewOptions, TableContext {
  readonly document: Comparison;
  readonly operators: readonly string[];
}

export function compareView(whole: Comparison, options: ViewOptions): Block[] {
  const document = withPrices(whole);
  const { offers, failures, plan } = document;
  const labels = labelsIn(document);
  const parts = { ...options, document: whole, labels, operators: plan.operators.map(({ operator }) => operator) };
  const ranked = rankedByCurrency(offers);
  const others = offers.filter(({ rank }) => rank === null);
  return spaced([
    ...ranked.map((list) => rankedBlocks(list, parts)),
    orderBlocks(offers),
    incompleteBlocks(others.filter(isPriced), parts),
    unpricedBlocks(
      others.filter((offer) => !isPriced(offer)),
      parts,
    ),
    isNone(document) ? [{ kind: 'text', text: 'No vehicle was found.' }] : [],
    failureBlocks(failures, labels),
    interruptedBlocks(document),
    cheapestBlocks(ranked[0]?.[0], parts),
    limitBlocks(offers, parts),
  ]);
}

/** With an empty line between two sections of which one ends and the next begins with text. */
function spaced(sections: readonly Block[][]): Block[] {
  return sections.reduce<Block[]>((view, section) => {
    const isBetweenTexts = view.at(-1)?.kind === 'text' && section[0]?.kind === 'text';
    return [...view, ...(isBetweenTexts ? [{ kind: 'text', text: '' } as const] : []), ...section];
  }, []);
}

/** An interruption or failures can also be why there are no offers. */
function isNone({ offers, dates, failures, interrupted }: Comparison): boolean {
  const hasVehicles = offers.length > 0 || failures.some(({ vehicle }) => vehicle !== null);
  return !interrupted && !hasVehicles && dates.some(({ answered }) => answered > 0);
}

function rankedBlocks(offers: readonly PricedOffer[], parts: Parts): Block[] {
  const { document, labels, operators, groupBy: by, calendar, limit } = parts;
  const { pricing, plan } = document;
  const unpriced = pricing === undefined ? [] : document.offers.filter(isUnpriced);
  const heading = headingOf([...offers, ...unpriced], operators, labels);
  const rest: Block[] = pricing === undefined ? [] : [{ kind: 'text', text: pricingInWords(pricing), style: 'dim' }];
  if (calendar) return calendarBlocks(offers, heading, rest, document);
  const headed = (text: string, table: Block): Block[] => [{ kind: 'text', text, style: 'heading' }, ...rest, table];
  if (by !== undefined) return headed(heading, groupTable(offers, by, unpriced, parts));
  const rank: Column = { key: 'rank', header: '#', kind: 'number' };
  if (pricing === undefined || limit === undefined) return headed(heading, offerTable(offers, [rank], parts));
  // Of those after them, others can be cheaper that were not priced.
  const quoting = parseQuoting(plan.quote, 0);
  const cheapest = offers.slice(0, quoting.how === 'best' ? quoting.most : undefined);
  const note = `--limit ${2 * cheapest.length} finds the ${2 * cheapest.length} cheapest; --quote all prices every offer`;
  const table = { ...offerTable(cheapest, [rank], { ...parts, limit: undefined }), note };
  return headed(`The ${cheapest.length} cheapest of ${heading}`, table);
}

/** Below the table, where the place of an offer is in question. */
function orderBlocks(offers: readonly OfferDocument[]): Block[] {
  const notes = orderNotes(offers.filter(isPriced).map(hasClosedDay));
  return notes.map((note) => ({ kind: 'text', text: `Note: ${note}.`, style: 'dim' }));
}

const without: Column = { key: 'missing', header: 'WITHOUT', cut: 'early' };

function lackColumns(offers: readonly OfferDocument[]): Column[] {
  return offers.some(({ missing }) => missing.length > 0) ? [without] : [];
}

/** A table for each currency: its heading names it. */
function incompleteBlocks(incomplete: readonly PricedOffer[], parts: Parts): Block[] {
  return [...groupBy(incomplete, ({ currency }) => currency).values()].flatMap((offers): Block[] => {
    const text = `Not ranked, because some wanted extra is missing: ${headingOf(offers, parts.operators, parts.labels)}`;
    return [
      { kind: 'text', text, style: 'heading' },
      // The vehicle matters most here, because each has its own extras.
      offerTable(offers, [...lackColumns(offers), vehicleColumn], parts),
    ];
  });
}

function unpricedBlocks(offers: readonly OfferDocument[], parts: Parts): Block[] {
  if (offers.length === 0) return [];
  const rate: Column = { key: 'rentalDailyRate', header: 'NZD A DAY', kind: 'money' };
  const isLacking = offers.every(({ missing }) => missing.length > 0);
  const why = isLacking ? 'Not priced, because some wanted extra is missing' : 'Available, not quoted';
  const text = `${why}: ${headingOf(offers, parts.operators, parts.labels)}`;
  return [{ kind: 'text', text, style: 'heading' }, offerTable(offers, [...lackColumns(offers), rate], parts, rate)];
}

function interruptedBlocks({ interrupted, offers, plan }: Comparison): Block[] {
  if (!interrupted) return [];
  const text = `Partial: stopped early, with ${plural(offers.filter(isPriced).length, 'offer')} of ${plural(plan.requests, 'request')}`;
  return [{ kind: 'text', text, style: 'warning' }];
}

function cheapestBlocks(best: PricedOffer | undefined, { labels, operators, timeZone, now }: Parts): Block[] {
  if (best === undefined) return [];
  const { operator, vehicle, selection, checkoutUrl, warnings = [] } = best;
  const at = operators.length > 1 ? `, ${operator}` : '';
  const view = quoteView({
    quote: best.quote ?? best,
    selection: { ...tripOf(best), vehicleId: selection.vehicle_id },
    checkoutUrl,
    depots: labels.namedDepots(operator),
    vehicle,
    vehicleName: `Cheapest: ${labels.vehicleLabel(operator, vehicle)}${at}`,
    timeZone: timeZone(operator),
    now,
  });
  return [...view, ...warnings.map(({ message }): Block => ({ kind: 'text', text: message, style: 'warning' }))];
}

function limitBlocks(offers: readonly OfferDocument[], { maxTotal }: Parts): Block[] {
  if (maxTotal === undefined) return [];
  const count = comparable(offers).filter((offer) => isWithin(offer, maxTotal)).length;
  const limit = `${formatMoney(maxTotal.amount)} ${maxTotal.currency}`;
  return count === 0
    ? [{ kind: 'text', text: `Nothing is at or under ${limit}.`, style: 'warning' }]
    : [{ kind: 'text', text: `${plural(count, 'offer')} at or under ${limit}.`, style: 'good' }];
}
