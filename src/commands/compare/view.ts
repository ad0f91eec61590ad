/** Offers for a terminal: ranked, grouped or as a calendar; then what failed, and the cheapest in full. */
import { formatMoney } from '../../planner/money.ts';
import { hasAnswers, type SweepOutcome } from '../../planner/sweep/events.ts';
import { pricingInWords, pricingOf } from '../../planner/sweep/pricing.ts';
import { unpricedOf } from '../../planner/sweep/groups.ts';
import { orderNotes } from '../../planner/sweep/closed-days.ts';
import { parseQuoting } from '../../planner/sweep/quoting.ts';
import { checkoutUrlOf, countWithin, groupBy, isQuoted, selectionOf, unranked } from '../../planner/sweep/rank.ts';
import type { Offer, QuotedOffer, Ranked, Ranking } from '../../planner/sweep/rank.ts';
import type { Block, Column } from '../../result.ts';
import { plural } from '../../text.ts';
import { quoteView } from '../shared/quote-view.ts';
import { calendarBlocks } from './calendar-view.ts';
import { headingOf, vehicleColumn } from './columns.ts';
import { failureBlocks } from './failure-view.ts';
import type { CompareRequest } from './options.ts';
import { groupTable, offerTable, type TableContext } from './tables.ts';

export interface ViewParts extends TableContext {
  readonly outcome: SweepOutcome;
  readonly ranking: Ranking;
  readonly request: CompareRequest;
}

export function compareView(parts: ViewParts): Block[] {
  const { outcome, ranking, identity } = parts;
  const { byCurrency, incomplete, unquoted } = ranking;
  const isEmpty = byCurrency.length + incomplete.length + unquoted.length === 0;
  return spaced([
    ...byCurrency.map((list) => rankedBlocks(list.offers, parts)),
    orderBlocks(outcome),
    incompleteBlocks(incomplete, parts),
    unquotedBlocks(unquoted, parts),
    isEmpty && noneFound(outcome) ? [{ kind: 'text', text: 'No vehicle was found.' }] : [],
    failureBlocks(outcome.failures, identity),
    interruptedBlocks(outcome),
    cheapestBlocks(byCurrency[0]?.offers[0]?.offer, parts),
    limitBlocks(parts),
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
function noneFound(outcome: SweepOutcome): boolean {
  const hasVehicles = outcome.trips.some(({ asked }) => asked.some(({ available = [] }) => available.length > 0));
  return outcome.interruption === undefined && hasAnswers(outcome) && !hasVehicles;
}

function rankedBlocks(offers: readonly (Ranked & { offer: QuotedOffer })[], parts: ViewParts): Block[] {
  const { request, outcome, identity } = parts;
  const list = offers.map(({ offer }) => offer);
  const pricing = pricingOf(outcome);
  const all = pricing === undefined ? list : [...list, ...unpricedOf(outcome)];
  const heading = headingOf(all, outcome, identity);
  const rest: Block[] = pricing === undefined ? [] : [{ kind: 'text', text: pricingInWords(pricing), style: 'dim' }];
  if (request.calendar) return calendarBlocks(list, heading, rest, outcome);
  const headed = (text: string, table: Block): Block[] => [{ kind: 'text', text, style: 'heading' }, ...rest, table];
  if (request.groupBy !== undefined)
    return headed(heading, groupTable(offers, request.groupBy, unpricedOf(outcome), parts));
  const rank: Column = { key: 'rank', header: '#', kind: 'number' };
  if (pricing === undefined || parts.limit === undefined) return headed(heading, offerTable(offers, [rank], parts));
  // Of those after them, others can be cheaper that were not priced.
  const cheapest = offers.slice(0, cheapestIn(outcome));
  const note = `--limit ${2 * cheapest.length} finds the ${2 * cheapest.length} cheapest; --quote all prices every offer`;
  const table = { ...offerTable(cheapest, [rank], { ...parts, limit: undefined }), note };
  return headed(`The ${cheapest.length} cheapest of ${heading}`, table);
}

/** How many of the cheapest were looked for. */
function cheapestIn({ plan }: SweepOutcome): number {
  const quoting = parseQuoting(plan.quote, 0);
  return quoting.how === 'best' ? quoting.most : Number.POSITIVE_INFINITY;
}

/** Below the table, where the place of an offer is in question. */
function orderBlocks(outcome: SweepOutcome): Block[] {
  return orderNotes(outcome).map((note) => ({ kind: 'text', text: `Note: ${note}.`, style: 'dim' }));
}

const without: Column = { key: 'missing', header: 'WITHOUT', cut: 'early' };

function lackColumns(offers: readonly Offer[]): Column[] {
  return offers.some(({ missing }) => missing.length > 0) ? [without] : [];
}

/** A table for each currency: its heading names it. */
function incompleteBlocks(incomplete: readonly Offer[], parts: ViewParts): Block[] {
  return [...groupBy(incomplete, ({ quote }) => quote?.currency ?? '').values()].flatMap((offers): Block[] => {
    const heading = headingOf(offers, parts.outcome, parts.identity);
    const text = `Not ranked, because some wanted extra is missing: ${heading}`;
    return [
      { kind: 'text', text, style: 'heading' },
      // The vehicle matters most here, because each has its own extras.
      offerTable(offers.map(unranked), [...lackColumns(offers), vehicleColumn], parts),
    ];
  });
}

function unquotedBlocks(unquoted: readonly Offer[], parts: ViewParts): Block[] {
  if (unquoted.length === 0) return [];
  const rate: Column = { key: 'rentalDailyRate', header: 'NZD A DAY', kind: 'money' };
  const isLacking = unquoted.every(({ missing }) => missing.length > 0);
  const why = isLacking ? 'Not priced, because some wanted extra is missing' : 'Available, not quoted';
  const text = `${why}: ${headingOf(unquoted, parts.outcome, parts.identity)}`;
  return [
    { kind: 'text', text, style: 'heading' },
    offerTable(unquoted.map(unranked), [...lackColumns(unquoted), rate], parts, rate),
  ];
}

function interruptedBlocks({ interruption, offers, plan }: SweepOutcome): Block[] {
  if (interruption === undefined) return [];
  const text = `Partial: stopped early, with ${plural(offers.filter(isQuoted).length, 'offer')} of ${plural(plan.requests, 'request')}`;
  return [{ kind: 'text', text, style: 'warning' }];
}

function cheapestBlocks(best: QuotedOffer | undefined, { outcome, identity }: ViewParts): Block[] {
  const session = outcome.sessions.find(({ operator }) => operator.name === best?.operator);
  if (best === undefined || session === undefined) return [];
  const at = outcome.sessions.length > 1 ? `, ${best.operator}` : '';
  const { quote, closed } = best;
  const view = quoteView({
    quote,
    selection: selectionOf(best),
    checkoutUrl: checkoutUrlOf(best),
    depots: session.depots.known(),
    vehicle: best.vehicle,
    vehicleName: `Cheapest: ${identity.vehicleLabel(best.operator, best.vehicle)}${at}`,
    timeZone: session.operator.timeZone,
    now: session.now(),
  });
  return [...view, ...closed.map(({ message }): Block => ({ kind: 'text', text: message, style: 'warning' }))];
}

function limitBlocks({ ranking, request: { maxTotal } }: ViewParts): Block[] {
  if (maxTotal === undefined) return [];
  const count = countWithin(ranking, maxTotal);
  const limit = `${formatMoney(maxTotal.amount)} ${maxTotal.currency}`;
  return count === 0
    ? [{ kind: 'text', text: `Nothing is at or under ${limit}.`, style: 'warning' }]
    : [{ kind: 'text', text: `${plural(count, 'offer')} at or under ${limit}.`, style: 'good' }];
}
