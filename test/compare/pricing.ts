/** Whole comparisons of a month at operators in memory, one for each way of pricing. */
import type { Quote, Selection, Trip } from '../../src/api/types.ts';
import { groupBy } from '../../src/base/group-by.ts';
import { nights } from '../../src/planner/calendar.ts';
import type { Session } from '../../src/planner/session.ts';
import type { CompareOutcome } from '../../src/compare/engine/outcome.ts';
import type { Offer } from '../../src/compare/engine/offer.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import type { CompareRequest } from '../../src/compare/request/request.ts';
import { planComparison } from '../../src/compare/plan-comparison.ts';
import { runComparison } from '../../src/compare/run-comparison.ts';
import { memorySession } from '../resolve/memory.ts';
import type { QuoteMode } from '../../src/planner/question.ts';
import { quote, vehicle } from './samples.ts';
import { cars, rateOf, type OnTop } from './ways.ts';

/** 31 starts × 5 lengths. */
const month = { from: '2027-01-01..+30d', nights: '7,10,12,14,21', maxRequests: 20_000 };

/** An operator whose daily rates depend on the start. */
function operatorOf(
  name: string,
  onTop: OnTop,
  currency: string,
): { session: Session; quotes: () => number; requests: () => number } {
  const startOf = ({ pickUpDate }: Pick<Trip, 'pickUpDate'>): number =>
    Number(pickUpDate.slice(8)) - 1;
  const priced = (selection: Selection): Quote => {
    const [start, car] = [startOf(selection), selection.vehicleId - 101];
    const count = nights(selection.pickUpDate, selection.dropOffDate);
    const estimate = rateOf(car, start) * count;
    const rental = {
      start,
      car,
      nights: count,
      isReturn: selection.dropOffDepotId === 1,
      estimate,
    };
    const seats = selection.accessoryIds.map((id) => ({
      id,
      name: 'Child seat',
      cost: 0,
      quantity: 1,
    }));
    const { priceBreakdown, ...rest } = quote(estimate + onTop(rental), currency);
    return { ...rest, priceBreakdown: { ...priceBreakdown, accessories: seats } };
  };
  const { session, quoted, requests } = memorySession({
    depots: ['Auckland', 'Queenstown'],
    availability: async (trip) =>
      cars.map((car) => vehicle(101 + car, `Van ${car}`, rateOf(car, startOf(trip)))),
    accessories: async (id) =>
      id % 3 === 0 ? [] : [{ id: id + 1000, name: 'Child seat', price: 0 }],
    price: priced,
  });
  return {
    session: { ...session, operator: { ...session.operator, name } },
    quotes: () => quoted.length,
    requests: () => requests.length,
  };
}

export interface Use {
  readonly name: string;
  readonly request: Partial<CompareRequest>;
  /** Two of them: a currency each, and the second is dearer. */
  readonly operators?: 1 | 2;
}

export const uses: readonly Use[] = [
  { name: 'ranked', request: {} },
  { name: 'calendar', request: { groups: ['calendar'] } },
  { name: 'each vehicle', request: { groups: ['vehicle'], dropOff: ['2', 'same'] } },
  { name: 'one vehicle', request: { vehicle: ['104'] } },
  { name: 'return elsewhere', request: { dropOff: ['2', 'same'] } },
  { name: 'extras by name', request: { accessory: ['child seat'] } },
  { name: 'two operators', request: { pickUp: ['auckland'] }, operators: 2 },
];

/**
 * The totals that a user looks for: the ten cheapest of each currency, or the cheapest of each
 * vehicle or cell.
 */
type Totals = ReadonlyMap<string, number>;

/** Few quotes compared with all of them. */
export async function compareQuotes({ request, operators = 1 }: Use, onTop: OnTop) {
  const search = async (quoteMode: QuoteMode) => {
    const both = [
      operatorOf('a', onTop, 'NZD'),
      operatorOf('b', (rental) => 20 + onTop(rental), 'AUD'),
    ];
    const some = both.slice(0, operators);
    const sessions = some.map(({ session }) => session);
    const outcome = await compare({ pickUp: ['1'], ...month, ...request, quoteMode }, sessions);
    return {
      outcome,
      totals: totalsOf(outcome, request),
      quotes: some.reduce((sum, one) => sum + one.quotes(), 0),
      requests: some.reduce((sum, one) => sum + one.requests(), 0),
    };
  };
  const [few, all] = [await search({ how: 'best', max: 10 }), await search({ how: 'all' })];
  const wrong = [...all.totals].filter(([key, total]) => few.totals.get(key) !== total).length;
  return { few, all, wrong, above: sumOf(few.totals) / sumOf(all.totals) - 1 };
}

async function compare(
  request: CompareRequest,
  sessions: readonly Session[],
): Promise<CompareOutcome> {
  const planned = await planComparison(request, sessions, {});
  return runComparison(planned, { signal: new AbortController().signal });
}

function totalsOf(
  { found: { offers } }: CompareOutcome,
  { groups }: Partial<CompareRequest>,
): Totals {
  const ranked = rankOffers(offers).flatMap(({ rank, offer }) =>
    rank === undefined || offer.quote === undefined ? [] : { offer, quote: offer.quote },
  );
  const totals = new Map<string, number>();
  for (const [currency, list] of groupBy(ranked, ({ quote }) => quote.currency)) {
    const wanted = groups === undefined ? list.slice(0, 10) : list;
    for (const [index, { offer, quote }] of wanted.entries()) {
      const key = `${currency} ${groups === undefined ? index : groupOf(offer, groups)}`;
      // The first of a group is its cheapest.
      if (!totals.has(key)) totals.set(key, quote.totalAmount);
    }
  }
  return totals;
}

function groupOf(
  { vehicle, pickUpDate, dropOffDate }: Offer,
  groups: NonNullable<CompareRequest['groups']>,
): string {
  return groups.join() === 'vehicle' ? vehicle.name : `${pickUpDate} ${dropOffDate}`;
}

function sumOf(totals: Totals): number {
  return [...totals.values()].reduce((sum, total) => sum + total, 0);
}
