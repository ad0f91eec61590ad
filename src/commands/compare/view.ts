/** Offers for a terminal: ranked, grouped or as a calendar; then what failed, and the cheapest in full. */
import { formatMoney } from '../../planner/money.ts';
import { groupOffers, type Grouping } from '../../planner/sweep/group.ts';
import { countWithin } from '../../planner/sweep/limit.ts';
import type { Offer, Quoted, Ranked, Ranking } from '../../planner/sweep/rank.ts';
import type { Block, Column, Row } from '../../result.ts';
import type { Context } from '../../cli/context.ts';
import { quoteView } from '../shared/quote-view.ts';
import { plural } from '../../text.ts';
import { calendarBlocks } from './calendar-view.ts';
import { depotsOf, offerColumns, shortDate } from './columns.ts';
import { failureBlocks } from './failure-view.ts';
import { headingOf } from './heading.ts';
import type { Question } from './question.ts';
import { offerRecord, type SelectedOffer } from './record.ts';
import { legFinder } from './result.ts';
import type { Outcome } from './sweep.ts';

export interface ViewParts {
  readonly outcome: Outcome;
  readonly ranking: Ranking;
  readonly question: Question;
  readonly context: Context;
}

export function compareView(parts: ViewParts): Block[] {
  const { outcome, ranking } = parts;
  const { byCurrency, apart, unquoted } = ranking;
  const isEmpty = byCurrency.length + apart.length + unquoted.length === 0;
  return [
    ...byCurrency.flatMap((list, index) => rankedBlocks(list.offers, index === 0, parts)),
    ...apartBlocks(apart, parts),
    ...unquotedBlocks(unquoted, parts),
    ...(isEmpty && outcome.findings.hasAnswers() ? [{ kind: 'text', text: 'No vehicle was found.' } as const] : []),
    ...failureBlocks(outcome.findings.failures),
    ...interruptedBlocks(outcome),
    ...cheapestBlocks(byCurrency[0]?.offers[0]?.offer, parts),
    ...limitBlocks(parts),
  ];
}

function rankedBlocks(offers: readonly (Ranked & { offer: Quoted })[], isFirst: boolean, parts: ViewParts): Block[] {
  const { question, outcome } = parts;
  const list = offers.map(({ offer }) => offer);
  const heading = headingOf(list, outcome.legs);
  if (question.calendar) {
    if (isFirst) return calendarBlocks(list, heading, parts);
    const text = `Not shown: ${heading}. Totals are compared in one currency.`;
    return [{ kind: 'text', text, style: 'warning' }];
  }
  const table = question.groupBy === undefined ? rankedTable(offers, parts) : groupTable(list, question.groupBy, parts);
  return [{ kind: 'text', text: heading, style: 'heading' }, table];
}

function rankedTable(offers: readonly Ranked[], parts: ViewParts): Block {
  return tableOf(offers, [{ key: 'rank', header: '#', kind: 'number' }], parts);
}

function tableOf(offers: readonly Ranked[], first: readonly Column[], { outcome, context }: ViewParts): Block {
  const legOf = legFinder(outcome.legs);
  const rows = offers.map((ranked) => offerRecord(ranked, legOf(ranked)));
  return { kind: 'table', columns: offerColumns({ rows, first }, context), rows };
}

const groupColumns: Readonly<Record<Grouping, Column>> = {
  vehicle: { key: 'vehicle', header: 'VEHICLE' },
  date: { key: 'pick_up_date', header: 'FROM', show: (row) => shortDate(String(row['pick_up_date']) as never, true) },
  depots: { key: 'pickUp', header: 'DEPOTS', show: depotsOf },
  operator: { key: 'operator', header: 'OPERATOR' },
};

/** The cheapest of each, with how many it was chosen from and how far they go up. */
function groupTable(offers: readonly Quoted[], by: Grouping, { outcome, context }: ViewParts): Block {
  const legOf = legFinder(outcome.legs);
  const nameOf = (operator: string, id: number): string =>
    outcome.legs.find((leg) => leg.operator.name === operator)?.depotName(id) ?? String(id);
  const rows = groupOffers(offers, by, nameOf).map(({ best, dearest, count }): Row => {
    const record = offerRecord({ rank: undefined, offer: best }, legOf({ offer: best }));
    return { ...record, count, dearest: dearest.quote.totalAmount };
  });
  const first: Column[] = [
    groupColumns[by],
    { key: 'totalAmount', header: 'CHEAPEST', kind: 'money' },
    { key: 'dearest', header: 'UP TO', kind: 'money' },
    { key: 'count', header: 'OFFERS', kind: 'number' },
  ];
  const among = offers.map((offer) => offerRecord({ rank: undefined, offer }, legOf({ offer })));
  return { kind: 'table', columns: offerColumns({ rows, first, among }, context), rows };
}

function apartBlocks(apart: readonly Offer[], parts: ViewParts): Block[] {
  if (apart.length === 0) return [];
  const text = `Not ranked, without something that was asked for: ${plural(apart.length, 'offer')}`;
  const first: Column[] = [{ key: 'missing', header: 'WITHOUT' }];
  return [{ kind: 'text', text, style: 'heading' }, tableOf(unranked(apart), first, parts)];
}

function unquotedBlocks(unquoted: readonly Offer[], parts: ViewParts): Block[] {
  if (unquoted.length === 0) return [];
  const table = tableOf(unranked(unquoted), [{ key: 'rentalDailyRate', header: 'NZD A DAY', kind: 'money' }], parts);
  return [
    { kind: 'text', text: `Available, not quoted: ${headingOf(unquoted, parts.outcome.legs)}`, style: 'heading' },
    table.kind === 'table'
      ? { ...table, columns: table.columns.filter(({ key }) => key !== 'totalAmount' && key !== 'checkoutUrl') }
      : table,
  ];
}

function unranked(offers: readonly Offer[]): Ranked[] {
  return offers.map((offer) => ({ rank: undefined, offer }));
}

function interruptedBlocks({ interrupted, findings, plan }: Outcome): Block[] {
  if (interrupted === undefined) return [];
  const text = `Partial: stopped early, with ${plural(findings.offers.length, 'offer')} of ${plural(plan.requests, 'request')}`;
  return [{ kind: 'text', text, style: 'warning' }];
}

function cheapestBlocks(best: Quoted | undefined, { outcome, context }: ViewParts): Block[] {
  if (best === undefined) return [];
  const leg = legFinder(outcome.legs)({ offer: best });
  const at = outcome.legs.length > 1 ? `, ${best.operator}` : '';
  return quoteView({
    quote: best.quote,
    selection: (best as Offer as SelectedOffer).selection,
    checkoutUrl: best.checkoutUrl,
    depots: leg.depots(),
    vehicleName: `Cheapest: ${best.vehicle.name}${at}`,
    timeZone: leg.operator.timeZone,
    now: context.io.now(),
  });
}

function limitBlocks({ ranking, question: { maxTotal } }: ViewParts): Block[] {
  if (maxTotal === undefined) return [];
  const count = countWithin(ranking, maxTotal);
  const limit = `${formatMoney(maxTotal.amount)} ${maxTotal.currency}`;
  return count === 0
    ? [{ kind: 'text', text: `Nothing is at or under ${limit}.`, style: 'warning' }]
    : [{ kind: 'text', text: `${plural(count, 'offer')} at or under ${limit}.`, style: 'good' }];
}
