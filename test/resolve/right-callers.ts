/**
 * The commands that plan: each takes the same question, and returns what it sent or linked to. The
 * tools of an assistant run the same commands.
 */
import type { Selection } from '../../src/api/types.ts';
import { escapeCommas } from '../../src/base/commas.ts';
import type { Command } from '../../src/cli/command.ts';
import { testContext } from '../support/context.ts';
import bookLink from '../../src/commands/book-link.ts';
import plan from '../../src/commands/plan/index.ts';
import quote from '../../src/commands/quote.ts';
import type { Session } from '../../src/planner/session.ts';
import { selectionOf } from '../../src/compare/engine/offer.ts';
import { rankOffers } from '../../src/compare/engine/rank.ts';
import { planComparison } from '../../src/compare/plan-comparison.ts';
import { runComparison } from '../../src/compare/run-comparison.ts';
import { parseQuoteMode } from '../../src/planner/question.ts';
import { linkedSelection } from './linked-selection.ts';
import { days, lastDay, type Question } from './right-world.ts';

/**
 * What a link or a plan stands for, and whether the caller says that the price is of all that was
 * asked for.
 */
interface Outcome {
  readonly selection: Selection;
  readonly isWhole?: boolean;
}
type Caller = (asked: Question, session: Session) => Promise<Outcome>;
interface Answer {
  readonly url?: string;
  readonly checkoutUrl?: string;
}

/** Escapes commas, which would divide the text into a choice of several plans. */
const planOf = (text: string | undefined) =>
  text === undefined ? undefined : [escapeCommas(text)];

const wordsOf = ({ pickUp, dropOff, vehicle, accessory, insurance, date, nights }: Question) => {
  return {
    pickUp,
    dropOff,
    vehicle,
    accessory,
    insurance: planOf(insurance),
    from: date,
    to: `+${nights}d`,
  };
};

const command = ({ run }: Pick<Command, 'run'>): Caller => {
  return async (asked, session) => {
    const result = await run(wordsOf(asked), testContext([session]));
    const { value, exitCode } = result as { readonly value: Answer; readonly exitCode: number };
    return {
      selection: linkedSelection(value.url ?? value.checkoutUrl!),
      ...(value.url === undefined && { isWhole: exitCode !== 8 }),
    };
  };
};

export const callers = {
  plan: command(plan),
  quote: command(quote),
  'book-link': command(bookLink),
};

/** Those that are ranked, the best first. */
export type Ranked = readonly {
  readonly selection: Selection;
  readonly currency: string;
  readonly total: number;
}[];

interface Compared {
  readonly ranked: Ranked;
  /** How many requests the comparison says that it sent. */
  readonly requests: number;
}

/** What these tests know of how a comparison runs and ranks is all here. */
export async function compare(asked: Question, how: string, session: Session): Promise<Compared> {
  const { vehicles, accessory, insurance } = asked;
  const vehicle = vehicles.length === 0 ? undefined : vehicles;
  const dates = { pickUp: ['1'], from: `${days[0]}..${lastDay}`, nights: '2' };
  const request = {
    ...dates,
    vehicle,
    accessory,
    insurance: planOf(insurance),
    quoteMode: parseQuoteMode(how, 10),
  };
  const planned = await planComparison(request, [session], {});
  const { signal } = new AbortController();
  const { found, plan } = await runComparison(planned, { signal });
  const ranked = rankOffers(found.offers).flatMap(({ rank, offer }) => {
    const { totalAmount: total = 0, currency = '' } = offer.quote ?? {};
    return rank === undefined ? [] : { selection: selectionOf(offer), currency, total };
  });
  return { ranked, requests: plan.requests };
}
