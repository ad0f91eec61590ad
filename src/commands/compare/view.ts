/** Offers for a terminal: ranked, grouped or as a calendar; then what failed, and the cheapest in full. */
import type { Context } from '../../cli/context.ts';
import type { CalendarDate } from '../../api/types.ts';
import { formatMoney } from '../../planner/money.ts';
import type { SweepOutcome } from '../../planner/sweep/events.ts';
import { groupOffers, type Grouping } from '../../planner/sweep/grid.ts';
import { countWithin, type Offer, type QuotedOffer, type Ranked, type Ranking } from '../../planner/sweep/rank.ts';
import type { Block, Column, Row } from '../../result.ts';
import { plural } from '../../text.ts';
import { quoteView } from '../shared/quote-view.ts';
import { calendarBlocks } from './calendar-view.ts';
import { depotsOf, headingOf, offerColumns, shortDate } from './columns.ts';
import { failureBlocks } from './failure-view.ts';
import type { CompareRequest } from './options.ts';
import { offerRecord } from './record.ts';

export interface ViewParts {
  readonly outcome: SweepOutcome;
  readonly ranking: Ranking;
  readonly request: CompareRequest;
  readonly context: Context;
}

export function compareView(parts: ViewParts): Block[] {
  const { outcome, ranking } = parts;
  const { byCurrency, incomplete, unquoted } = ranking;
  const isEmpty = byCurrency.length + incomplete.length + unquoted.length === 0;
  return [
    ...byCurrency.flatMap((list, index) => rankedBlocks(list.offers, index === 0, parts)),
    ...incompleteBlocks(incomplete, parts),
    ...unquotedBlocks(unquoted, parts),
    ...(isEmpty && hasAnswers(outcome) ? [{ kind: 'text', text: 'No vehicle was found.' } as const] : []),
    ...failureBlocks(outcome.failures),
    ...interruptedBlocks(outcome),
    ...cheapestBlocks(byCurrency[0]?.offers[0]?.offer, parts),
    ...limitBlocks(parts),
  ];
}

/** Whether the service answered any request. */
export function hasAnswers({ trips, offers }: SweepOutcome): boolean {
  return offers.length > 0 || trips.some(({ state }) => state === 'answered');
}

function rankedBlocks(
  offers: readonly (Ranked & { offer: QuotedOffer })[],
  isFirst: boolean,
  { request, outcome, context }: ViewParts,
): Block[] {
  const list = offers.map(({ offer }) => offer);
  const heading = headingOf(list, outcome);
  if (request.calendar) {
    if (isFirst) return calendarBlocks(list, heading, { outcome, request });
    const text = `Not shown: ${heading}. Totals are compared in one currency.`;
    return [{ kind: 'text', text, style: 'warning' }];
  }
  const rank: Column = { key: 'rank', header: '#', kind: 'number' };
  const table =
    request.groupBy === undefined ? offerTable(offers, rank, context) : groupTable(list, request.groupBy, context);
  return [{ kind: 'text', text: heading, style: 'heading' }, table];
}

function offerTable(offers: readonly Ranked[], first: Column, context: Context): Block & { kind: 'table' } {
  const rows = offers.map(offerRecord);
  return { kind: 'table', columns: offerColumns({ rows, first: [first] }, context), rows };
}

const groupColumns: Readonly<Record<Grouping, Column>> = {
  vehicle: { key: 'vehicle', header: 'VEHICLE' },
  date: {
    key: 'pick_up_date',
    header: 'FROM',
    show: (row) => shortDate(String(row['pick_up_date']) as CalendarDate, true),
  },
  depots: { key: 'pickUp', header: 'DEPOTS', show: depotsOf },
  operator: { key: 'operator', header: 'OPERATOR' },
};

/** The cheapest offer of each group, with the number of offers and the highest total. */
function groupTable(offers: readonly QuotedOffer[], by: Grouping, context: Context): Block {
  const rows = groupOffers(offers, by).map(({ best, dearest, count }): Row => ({
    ...offerRecord({ rank: undefined, offer: best }),
    count,
    dearest: dearest.quote.totalAmount,
  }));
  const first: Column[] = [
    groupColumns[by],
    { key: 'totalAmount', header: 'CHEAPEST', kind: 'money' },
    { key: 'dearest', header: 'HIGHEST', kind: 'money' },
    { key: 'count', header: 'OFFERS', kind: 'number' },
  ];
  const among = offers.map((offer) => offerRecord({ rank: undefined, offer }));
  return { kind: 'table', columns: offerColumns({ rows, first, among }, context), rows };
}

function incompleteBlocks(incomplete: readonly Offer[], { context }: ViewParts): Block[] {
  if (incomplete.length === 0) return [];
  const text = `Not ranked, because some wanted extra is missing: ${plural(incomplete.length, 'offer')}`;
  const table = offerTable(unranked(incomplete), { key: 'missing', header: 'WITHOUT' }, context);
  return [{ kind: 'text', text, style: 'heading' }, table];
}

function unquotedBlocks(unquoted: readonly Offer[], { outcome, context }: ViewParts): Block[] {
  if (unquoted.length === 0) return [];
  const rate: Column = { key: 'rentalDailyRate', header: 'NZD A DAY', kind: 'money' };
  const table = offerTable(unranked(unquoted), rate, context);
  const columns = table.columns.filter(({ key }) => key !== 'totalAmount' && key !== 'checkoutUrl');
  const text = `Available, not quoted: ${headingOf(unquoted, outcome)}`;
  return [
    { kind: 'text', text, style: 'heading' },
    { ...table, columns },
  ];
}

function unranked(offers: readonly Offer[]): Ranked[] {
  return offers.map((offer) => ({ rank: undefined, offer }));
}

function interruptedBlocks({ interruption, offers, plan }: SweepOutcome): Block[] {
  if (interruption === undefined) return [];
  const text = `Partial: stopped early, with ${plural(offers.length, 'offer')} of ${plural(plan.requests, 'request')}`;
  return [{ kind: 'text', text, style: 'warning' }];
}

function cheapestBlocks(best: QuotedOffer | undefined, { outcome }: ViewParts): Block[] {
  const session = outcome.sessions.find(({ operator }) => operator.name === best?.operator);
  if (best === undefined || session === undefined) return [];
  const at = outcome.sessions.length > 1 ? `, ${best.operator}` : '';
  const { quote, selection, checkoutUrl } = best;
  return quoteView({
    ...{ quote, selection, checkoutUrl },
    depots: session.depots.known(),
    vehicleName: `Cheapest: ${best.vehicle.name}${at}`,
    timeZone: session.operator.timeZone,
    now: session.now(),
  });
}

function limitBlocks({ ranking, request: { maxTotal } }: ViewParts): Block[] {
  if (maxTotal === undefined) return [];
  const count = countWithin(ranking, maxTotal);
  const limit = `${formatMoney(maxTotal.amount)} ${maxTotal.currency}`;
  return count === 0
    ? [{ kind: 'text', text: `Nothing is at or under ${limit}.`, style: 'warning' }]
    : [{ kind: 'text', text: `${plural(count, 'offer')} at or under ${limit}.`, style: 'good' }];
}
