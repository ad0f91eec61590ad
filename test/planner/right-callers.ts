/** Whoever plans: each caller takes the same question, and tells what it made of it. */
import type { Selection } from '../../src/api/types.ts';
import bookLink from '../../src/commands/book-link.ts';
import plan from '../../src/commands/plan/index.ts';
import quote from '../../src/commands/quote.ts';
import compareQuotes from '../../src/mcp/tools/compare-quotes.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { getBookingLink, getQuote } from '../../src/mcp/tools/prices.ts';
import { quoteTrip } from '../../src/planner/quote-trip.ts';
import type { Session } from '../../src/planner/session.ts';
import { rankOffers, selectionOf, type Offer } from '../../src/planner/sweep/rank.ts';
import { runSweep } from '../../src/planner/sweep/sweep.ts';
import { days, lastDay, type Question } from './right-world.ts';

/** What a link or a plan stands for, and whether the caller says that the price is of all that was asked for. */
interface Outcome {
  readonly selection: Selection;
  readonly isWhole?: boolean;
}
type Caller = (asked: Question, session: Session) => Promise<Outcome>;
type Run = (words: never, context: never) => Promise<unknown>;
interface Answer {
  readonly url?: string;
  readonly checkoutUrl?: string;
  readonly missing?: readonly string[];
}

function linked({ checkoutUrl, url = checkoutUrl! }: Answer): Selection {
  const query = new URL(url).searchParams;
  const number = (name: string): number => Number(query.get(name));
  const [pickUpDate, dropOffDate] = ['pick_up_date', 'drop_off_date'].map((name) => query.get(name) as '2026-12-01');
  return {
    ...{ pickUpDepotId: number('pick_up_depot_id'), dropOffDepotId: number('drop_off_depot_id') },
    ...{ pickUpDate: pickUpDate!, dropOffDate: dropOffDate!, vehicleId: number('vehicle_id') },
    accessoryIds: query.get('accessory_ids')?.split(',').map(Number) ?? [],
    insuranceId: query.has('insurance_id') ? number('insurance_id') : undefined,
  };
}

const note = (): void => {};
const wordsOf = ({ pickUp, dropOff, vehicle, accessory, insurance, date, nights }: Question) => {
  return { pickUp, dropOff, vehicle, accessory, insurance, from: date, to: `+${nights}d` };
};
const contextOf = (session: Session) =>
  ({
    ...{ session: async () => session, sessions: async () => [session], note, warn: note, canPrompt: false },
    ...{ settings: { format: 'json' }, io: { stdout: {}, stderr: {}, env: {}, now: session.now } },
    ...{ progress: { meter: note }, operators: () => ({ areNamed: false }), signal: new AbortController().signal },
  }) as never;
/** The answer of a tool before it is cut and cleaned. */
const shown = async (
  { command: { run }, show }: Tool,
  options: Readonly<Record<string, unknown>>,
  session: Session,
): Promise<unknown> => {
  const result = await run(options, contextOf(session));
  return show?.(result?.value, { options, now: session.now, note }) ?? result?.value;
};

const command = ({ run }: { readonly run: Run }): Caller => {
  return async (asked, session) => {
    const result = await run(wordsOf(asked) as never, contextOf(session));
    const { value, exitCode } = result as { readonly value: Answer; readonly exitCode: number };
    return { selection: linked(value), ...(value.url === undefined && { isWhole: exitCode !== 8 }) };
  };
};
const tool = (one: Tool): Caller => {
  return async (asked, session) => {
    const answer = (await shown(one, wordsOf(asked), session)) as Answer;
    const { url, missing = [] } = answer;
    return { selection: linked(answer), ...(url === undefined && { isWhole: missing.length === 0 }) };
  };
};

export const callers: Readonly<Record<string, Caller>> = {
  quoteTrip: async (asked, session) => {
    const rules = { lookUp: 'words', allowPart: false, note, warn: note } as const;
    const { selection, unproven } = await quoteTrip(wordsOf(asked), session, rules);
    return { selection, isWhole: unproven.length === 0 };
  },
  ...{ plan: command(plan), quote: command(quote), 'book-link': command(bookLink) },
  ...{ get_quote: tool(getQuote), get_booking_link: tool(getBookingLink) },
};

/** Those that are ranked, the best first. */
export type Ranked = readonly { readonly selection: Selection; readonly currency: string; readonly total: number }[];
type Sweeper = (asked: Question, quote: string, session: Session) => Promise<Ranked>;
/** As a tool lists it, without a rank if it is not ranked. */
interface Listed extends Selection, Answer {
  readonly rank: number | null;
  readonly totalAmount: number;
  readonly currency: string;
}

function sweepOf({ vehicles, insurance }: Question, how: string) {
  const vehicle = vehicles.length === 0 ? undefined : vehicles;
  const plans = insurance === undefined ? undefined : [insurance];
  return { from: `${days[0]}..${lastDay}`, nights: '2', vehicle, insurance: plans, quote: how };
}

/** What these tests know of how a sweep runs and ranks is all here. */
export const sweepers: Readonly<Record<Question['sweeper'], Sweeper>> = {
  compare: async (asked, how, session) => {
    const offers: Offer[] = [];
    const { accessory } = asked;
    for await (const event of runSweep({ ...sweepOf(asked, how), pickUp: ['1'], accessory }, [session]))
      if (event.type === 'done') offers.push(...event.outcome.offers);
    return rankOffers(offers).flatMap(({ rank, offer }) => {
      const { totalAmount: total = 0, currency = '' } = offer.quote ?? {};
      return rank === undefined ? [] : { selection: selectionOf(offer), currency, total };
    });
  },
  compare_quotes: async (asked, how, session) => {
    const given = { pickUp: ['1'], accessory: asked.accessory, maxRequests: 300 };
    const document = await shown(compareQuotes, { ...sweepOf(asked, how), ...given }, session);
    const { offers } = document as { readonly offers: readonly Listed[] };
    // The link counts, whatever else the offer says.
    return offers.flatMap(({ rank, totalAmount: total, currency, ...offer }) =>
      rank == null ? [] : [{ selection: linked(offer), currency, total }],
    );
  },
};
