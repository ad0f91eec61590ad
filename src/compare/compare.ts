/** Plans and runs a comparison from the texts of a request, or runs a saved question. */
import type { RentalDates, Trip } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import type { ComparePlan } from '../documents/compare-plan.ts';
import { expiredNotes } from '../planner/expiry.ts';
import { defaultMaxRequests, type Question } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { nameDepots } from '../planner/trip.ts';
import { wantedTimesOf } from '../planner/wanted-times.ts';
import { ask, type AskOptions } from './engine/ask.ts';
import { listRequests, type OperatorRun } from './engine/operator-run.ts';
import type { CompareOutcome } from './engine/outcome.ts';
import { planRequests, type PlannedOperator, type PlanRules } from './engine/plan.ts';
import { hasOneEnd, type SearchRules } from './engine/search-options.ts';
import { createSpending, type Confirm, type Spending } from './engine/spending.ts';
import { tripsOf } from './question/dates.ts';
import {
  readCompareDates,
  requestCeiling,
  type CompareRequest,
  type DateTexts,
} from './question/request.ts';
import { findTrips, type FoundTrips } from './find-trips.ts';
import { noteLaterVehicles, resolveQuestion, tripsAsked } from './resolve-question.ts';

export type { Confirm } from './engine/spending.ts';

interface CompareOptions extends AskOptions {
  /**
   * Asked before a comparison that may take more than `maxRequests` requests. Without it, such a
   * comparison is refused, or ends when they are sent.
   */
  readonly confirm?: Confirm;
}

interface PlannedComparison {
  readonly plan: ComparePlan;
  /** The dates of the request as texts that give the same days when they are read later. */
  readonly fixed: DateTexts;
  /** To be called once. */
  ask(): Promise<CompareOutcome>;
}

/**
 * Until `ask` is called, only lists of depots are requested. Throws UsageError if the request is
 * not understood, or needs more requests than are allowed. `ask` also throws NotAvailableError if
 * no wanted vehicle is available.
 */
export async function planComparison(
  request: CompareRequest,
  sessions: readonly Session[],
  options: CompareOptions,
): Promise<PlannedComparison> {
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a comparison needs an operator');
  const { note = () => {}, confirm } = options;
  const { withDepotNames = false, dryRun: isDryRun = false } = request;
  const { dates, fixed } = readCompareDates(request, [first, ...others], note);
  const spending = createSpending(sessions, { maxRequests: request.maxRequests, confirm });
  const { operators, failures } = await findTrips(request, sessions, {
    dates,
    note,
    spend: spending.spend,
  });
  // A dry run is for the plan alone, so no operator may be missing from it.
  if (isDryRun && failures[0] !== undefined) throw failures[0].error;
  const rules = searchRules(request, dates);
  const isOpenEnded = request.maxRequests === undefined;
  const planRules = { ...rules, withDepotNames, isDryRun, isOpenEnded };
  const plan = planRequests(operators, planRules);
  if (!isDryRun) await spending.allow(plan, rules);
  const planned = { request, dates, operators, failures, spending, rules, planRules, plan };
  return {
    plan,
    fixed,
    ask: async () => {
      if (withDepotNames)
        await Promise.all(operators.map(({ session }) => nameDepots(session.depots)));
      const outcome = await askPlanned(planned, options);
      const quotes = outcome.offers.flatMap(({ quote = [] }) => quote);
      // All sessions have the clock of this machine.
      expiredNotes(quotes, first.now()).forEach(note);
      return outcome;
    },
  };
}

interface Planned extends FoundTrips {
  readonly request: CompareRequest;
  readonly dates: readonly RentalDates[];
  readonly spending: Spending;
  readonly rules: SearchRules;
  readonly planRules: PlanRules;
  readonly plan: ComparePlan;
}

async function askPlanned(planned: Planned, options: CompareOptions): Promise<CompareOutcome> {
  const { request, dates, operators, failures, spending, rules, planRules, plan } = planned;
  const { note = () => {} } = options;
  const { groups, quoteMode } = rules;
  const texts = operators.map((operator) => operator.texts);
  const wanted = wantedTimesOf(request);
  let runs: readonly OperatorRun[] = [];
  let resolvedTrips = 0;
  const outcome = await ask({
    ...options,
    isSaved: false,
    operators,
    dates,
    wanted,
    failures,
    plan,
    rules: { ...rules, maxRequests: spending.left() },
    resolve: async (started): Promise<Question> => {
      runs = started;
      const failedOperators = failures.map(({ operator }) => operator);
      const resolved = await resolveQuestion(texts, runs, { failedOperators, note });
      resolvedTrips = tripsAsked(runs);
      return { operators: resolved, dates, ...wanted, groups, quoteMode };
    },
    allow: async (counts) => {
      if (quoteMode.how !== 'all') return;
      const rest = planRequests(withVehicles(operators, counts), planRules);
      // All lists are in the plan, also those that were requested already.
      const requests = rest.requests - listRequests(runs) + spending.sent();
      await spending.allow({ ...rest, requests }, rules);
    },
    more: async (soFar) => {
      // A search for the cheapest counts stored answers, so that it makes the same choices again.
      const unused = quoteMode.how === 'best' ? 0 : Math.max(0, spending.left());
      return unused > 0 ? unused : spending.more(soFar);
    },
    cutError: spending.cutError,
  });
  if (outcome.question !== undefined && tripsAsked(runs) > resolvedTrips)
    noteLaterVehicles(outcome.question, texts, runs, note);
  return outcome;
}

/** `counts`: how many vehicles are wanted at each operator. */
function withVehicles(
  operators: readonly PlannedOperator[],
  counts: readonly number[],
): PlannedOperator[] {
  return operators.map((operator, index) => ({
    ...operator,
    vehicles: counts[index],
    isCounted: true,
  }));
}

function searchRules(
  { quoteMode, groups = ['all'], maxTotal, maxRequests = defaultMaxRequests }: CompareRequest,
  dates: readonly RentalDates[],
) {
  return {
    quoteMode,
    groups,
    hasOneEnd: hasOneEnd(dates),
    maxTotal,
    maxRequests: Math.min(maxRequests, requestCeiling),
  };
}

/** Asks a saved question. The sessions are those of its operators; preferred trips come first. */
export async function askQuestion(
  question: Question,
  sessions: readonly Session[],
  options: AskOptions & { readonly isPreferred?: (operator: string, trip: Trip) => boolean },
): Promise<CompareOutcome> {
  const { dates, groups, quoteMode } = question;
  const { isPreferred = () => false } = options;
  // The user agreed to the question when it was saved, however many vehicles there are now.
  const { spend } = createSpending(sessions, { maxRequests: requestCeiling });
  const operators = await Promise.all(
    sessions.map((session) => plannedOperator(question, session, spend)),
  );
  const rules = { quoteMode, groups, hasOneEnd: hasOneEnd(dates), maxRequests: requestCeiling };
  const planRules = { ...rules, withDepotNames: true, isDryRun: false, isOpenEnded: false };
  return ask({
    ...options,
    isSaved: true,
    preferred: operators.flatMap(({ session, trips }) => {
      return trips.filter((trip) => isPreferred(session.operator.name, trip));
    }),
    operators,
    dates,
    wanted: wantedTimesOf(question),
    failures: [],
    plan: planRequests(operators, planRules),
    rules,
    allow: async (counts) => {
      const { requests } = planRequests(withVehicles(operators, counts), planRules);
      if (requests <= requestCeiling) return;
      throw new UsageError(
        `this now takes ${requests} requests, and a comparison sends at most ${requestCeiling}`,
      );
    },
    more: async () => 0,
    cutError: () => new UsageError(`all ${requestCeiling} allowed requests were sent`),
    resolve: async () => question,
  });
}

/** An operator of a saved question, with the names of its depots. */
async function plannedOperator(
  { operators, dates }: Question,
  session: Session,
  spend: Spending['spend'],
): Promise<PlannedOperator> {
  const depots = operators.find(({ operator }) => operator === session.operator.name)!;
  await nameDepots(session.depots);
  return {
    session,
    answers: await session.answers(spend),
    depots,
    trips: tripsOf(depots, dates),
    allowance: session.allowance(),
    vehicles: undefined,
    isCounted: false,
    lists: 0,
  };
}
