/** Compares: the texts of a request, or a saved question, in; a plan and its outcome out. */
import type { RentalDates } from '../api/types.ts';
import { isFailedRequest, UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import type { ComparePlan } from '../documents/compare.ts';
import { expiredNotes } from '../planner/expiry.ts';
import type { Question } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { nameDepots } from '../planner/trip.ts';
import { hasExtras, textsByOperator, vehicleIds, type OperatorTexts } from '../resolve/by-operator.ts';
import { needsDepots, resolveDepots, takesPart } from '../resolve/compared-depots.ts';
import { neededLists } from '../resolve/compared-extras.ts';
import { ask, type AskOptions } from './engine/ask.ts';
import type { FoundOffers } from './engine/find-offers.ts';
import type { CompareFailure, CompareOutcome } from './engine/outcome.ts';
import { comparePlan, type PlannedOperator } from './engine/plan.ts';
import { createSpending, type Confirm } from './engine/spending.ts';
import { tripsOf } from './question/dates.ts';
import { readDates, requestCeiling, type CompareRequest, type DateTexts } from './question/request.ts';
import { resolveQuestion } from './resolve-question.ts';

interface CompareOptions extends AskOptions {
  /** Asked before a comparison that may take more requests than `maxRequests`; without it such a comparison is refused, or ends there. */
  readonly confirm?: Confirm;
}

interface PlannedComparison {
  readonly plan: ComparePlan;
  /** The dates of the request; they stay the same on any later day. */
  readonly fixed: DateTexts;
  /** To be called once. */
  ask(): Promise<CompareOutcome>;
}

/**
 * Sends nothing beyond looking depots up, until `ask` is called. Fails with UsageError if the request is not understood, or needs more
 * requests than are allowed; `ask` also with NotAvailableError if no wanted vehicle is available.
 */
export async function planComparison(
  request: CompareRequest,
  sessions: readonly Session[],
  options: CompareOptions,
): Promise<PlannedComparison> {
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a comparison needs an operator');
  const { note = () => {}, confirm } = options;
  const { quoteMode, groups = ['all'], isNamed = false, dryRun: isLater = false } = request;
  const { dates, fixed } = readDates(request, [first, ...others], note);
  const texts = textsByOperator(
    request,
    sessions.map(({ operator }) => operator.name),
  );
  if (quoteMode.how === 'none' && texts.some(hasExtras))
    throw new UsageError(fieldText('{quote} none prices no extras'), { hint: 'leave one of them out' });
  const forDepots = (): number => sessions.reduce((sum, { depots }) => sum + depots.requests(), 0);
  const spending = createSpending(forDepots, request.maxRequests, confirm);
  const { operators, failures } = await findTrips(texts, sessions, { dates, note, spend: spending.spend });
  // A plan without an operator would be no plan.
  if (isLater && failures[0] !== undefined) throw failures[0].error;
  const planFor = (found: readonly FoundOffers[]): ComparePlan => {
    const planned = operators.map((operator, place) => ({ ...operator, found: found[place] }));
    return comparePlan(planned, { quoteMode, groups, dates, isNamed, isLater });
  };
  const plan = planFor([]);
  if (!isLater) await spending.allow(plan);
  return {
    plan,
    fixed,
    ask: async () => {
      if (isNamed) await Promise.all(operators.map(({ session }) => nameDepots(session.depots)));
      const outcome = await ask({
        ...options,
        isSaved: false,
        operators,
        dates,
        failures,
        planFor,
        allow: spending.allow,
        resolve: async (runs) => {
          const lost = failures.map(({ operator }) => operator);
          const resolved = await resolveQuestion(
            operators.map(({ texts }) => texts),
            runs,
            { lost, note },
          );
          return { operators: resolved, dates, groups, quoteMode };
        },
      });
      // All sessions have the clock of this machine.
      expiredNotes(
        outcome.offers.flatMap(({ quote = [] }) => quote),
        first.now(),
      ).forEach(note);
      return outcome;
    },
  };
}

/** Asks a question of values again: by ids and whole names. The sessions have the names of its operators. */
export async function askQuestion(
  question: Question,
  sessions: readonly Session[],
  options: AskOptions,
): Promise<CompareOutcome> {
  const { dates, groups, quoteMode } = question;
  // The user allowed this many requests before, but there can be many more vehicles now.
  const { spend } = createSpending(() => 0, requestCeiling);
  const operators = await Promise.all(
    sessions.map(async (session): Promise<PlannedOperator> => {
      const depots = question.operators.find(({ operator }) => operator === session.operator.name)!;
      await nameDepots(session.depots);
      const answers = await session.answers(spend);
      const allowance = session.allowance();
      return { session, answers, depots, trips: tripsOf(depots, dates), allowance, vehicles: undefined, lists: 0 };
    }),
  );
  const rules = { quoteMode, groups, dates, isNamed: true, isLater: false };
  return ask({
    ...options,
    isSaved: true,
    operators,
    dates,
    failures: [],
    planFor: (found) =>
      comparePlan(
        operators.map((operator, place) => ({ ...operator, found: found[place] })),
        rules,
      ),
    allow: async ({ requests }) => {
      if (requests <= requestCeiling) return;
      throw new UsageError(`it takes ${requests} requests now, and no comparison sends more than ${requestCeiling}`);
    },
    resolve: async () => question,
  });
}

interface FindParts {
  readonly dates: readonly RentalDates[];
  readonly note: NonNullable<AskOptions['note']>;
  /** Called before each request, which is not sent if it throws. */
  readonly spend: () => void;
}

interface FoundTrips {
  readonly operators: readonly (PlannedOperator & { readonly texts: OperatorTexts })[];
  /** Of operators whose depots could not be looked up; the others continue. */
  readonly failures: readonly CompareFailure[];
}

/** The trips of each operator that takes part. Throws UsageError if none does, and what the service throws if there is only one operator. */
async function findTrips(
  texts: readonly OperatorTexts[],
  sessions: readonly Session[],
  { dates, note, spend }: FindParts,
): Promise<FoundTrips> {
  const failures: CompareFailure[] = [];
  const isOnly = sessions.length === 1;
  const leaveOut = (operator: string): void => note(`${operator} takes no part: nothing that was asked for is there`);
  // Side by side: one that does not answer must not keep the others waiting.
  const listed = await Promise.all(
    texts.map(async (operatorTexts, place) => {
      const session = sessions[place]!;
      if (!takesPart(operatorTexts)) return leaveOut(operatorTexts.operator);
      const allowance = session.allowance();
      try {
        const depots = needsDepots(operatorTexts) ? await session.depots.list() : [];
        return { session, texts: operatorTexts, depots, allowance };
      } catch (error) {
        if (isOnly || !isFailedRequest(error)) throw error;
        failures.push({ operator: operatorTexts.operator, step: 'depots', error, unasked: 0 });
        return undefined;
      }
    }),
  );
  const known = listed.filter((one) => one !== undefined);
  const choices = resolveDepots(known, { isOnly, note });
  const operators = known.map(async ({ session, texts, allowance }, place) => {
    const depots = choices[place]!;
    const trips = tripsOf(depots, dates);
    // For warnings of closed days, and for names: ids alone need no list.
    await session.depots.stored();
    if (trips.length === 0) return leaveOut(texts.operator);
    const answers = await session.answers(spend);
    const vehicles = vehicleIds(texts)?.size;
    return { session, answers, depots, trips, allowance, texts, vehicles, lists: neededLists(texts).length };
  });
  const found = (await Promise.all(operators)).filter((one) => one !== undefined);
  if (found.length + failures.length > 0) return { operators: found, failures };
  throw new UsageError('none of these operators has what was asked for', {
    hint: fieldText("{list:depots} lists an operator's depots"),
  });
}
