/** Plans and runs a comparison from the texts of a request. */
import type { RentalDates } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import type { ComparePlan } from '../documents/compare-plan.ts';
import { expiredNotes } from '../planner/expiry.ts';
import type { Session } from '../planner/session.ts';
import { depotsForNames } from '../planner/trip.ts';
import { makeOutcome } from './engine/make-outcome.ts';
import { isQuoted } from './engine/offer.ts';
import { extraListRequests, type OperatorRun } from './engine/operator-run.ts';
import type { CompareOutcome } from './engine/outcome.ts';
import { planRequests, withVehicles, type PlanRules } from './engine/plan.ts';
import { runComparison } from './engine/run-comparison.ts';
import { compareRules } from './engine/rules.ts';
import { allowedRequests, createSpending, type Confirm, type Spending } from './engine/spending.ts';
import {
  startStages,
  type CompareParts,
  type OfferStage,
  type RunOptions,
  type TripStage,
} from './engine/stages.ts';
import { tripsAsked } from './engine/trips-asked.ts';
import { readCompareDates } from './request/dates.ts';
import type { CompareRequest, DateTexts } from './request/request.ts';
import { findTrips, type FoundTrips } from './find-trips.ts';
import { noteLaterVehicles, resolveQuestion, type RequestedOperator } from './resolve-question.ts';

export type { Confirm } from './engine/spending.ts';

export interface ComparisonOptions extends RunOptions {
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
  run(): Promise<CompareOutcome>;
}

/**
 * Until `run` is called, only lists of depots are requested. Throws UsageError if the request is
 * not understood, or needs more requests than are allowed. `run` also throws NotAvailableError if
 * no wanted vehicle is available.
 */
export async function planComparison(
  request: CompareRequest,
  sessions: readonly Session[],
  options: ComparisonOptions,
): Promise<PlannedComparison> {
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a comparison needs an operator');
  const { note = () => {}, confirm } = options;
  const { dates, fixed } = readCompareDates(request, [first, ...others], note);
  const spending = createSpending(sessions, { maxRequests: request.maxRequests, confirm });
  const { spend } = spending;
  const { operators, failures } = await findTrips(request, sessions, { dates, note, spend });
  // A dry run is for the plan alone, so no operator may be missing from it.
  if (request.dryRun === true && failures[0] !== undefined) throw failures[0].error;
  const rules = planRules(request, dates);
  const plan = planRequests(operators, rules);
  if (request.dryRun !== true) await spending.allow(plan, rules);
  const planned = { operators, dates, failures, plan, rules, spending };
  return {
    plan,
    fixed,
    run: async () => {
      if (request.withDepotNames === true)
        await Promise.all(operators.map(({ session }) => depotsForNames(session.depots)));
      const outcome = await compare(planned, options);
      const quotes = outcome.found.offers.filter(isQuoted).map(({ quote }) => quote);
      // All sessions have the clock of this machine.
      expiredNotes(quotes, first.now()).forEach(note);
      return outcome;
    },
  };
}

function planRules(request: CompareRequest, dates: readonly RentalDates[]): PlanRules {
  const { maxRequests, withDepotNames, dryRun } = request;
  return {
    ...compareRules(request, dates, allowedRequests(maxRequests)),
    withDepotNames,
    isDryRun: dryRun,
    isOpenEnded: maxRequests === undefined,
  };
}

interface Planned extends CompareParts {
  readonly operators: FoundTrips['operators'];
  readonly rules: PlanRules;
  readonly spending: Spending;
}

async function compare(planned: Planned, options: ComparisonOptions): Promise<CompareOutcome> {
  const { operators, dates, rules, spending } = planned;
  const { note = () => {} } = options;
  const { groups, quoteMode, wantedTimes } = rules;
  // The search may send what the look-up of depots has left.
  const maxRequests = spending.left();
  const start = startStages({ ...planned, rules: { ...rules, maxRequests } }, options);
  const requested = withTexts(start.runs, operators);
  let resolvedTrips = 0;
  const outcome = await runComparison(start, {
    ...options,
    question: async () => {
      const resolved = await resolveQuestion(requested, {
        failures: () => start.result().failures,
        note,
      });
      resolvedTrips = tripsAsked(start.runs);
      return { operators: resolved, dates, ...wantedTimes, groups, quoteMode };
    },
    checkRequests: async (offers) => {
      if (quoteMode.how === 'all') await allowAllQuotes(offers, start.runs, planned);
    },
    allowMore: (offers) => allowMore(offers, start, planned),
    outOfRequestsError: spending.outOfRequestsError,
  });
  if (outcome.resolved !== undefined && tripsAsked(start.runs) > resolvedTrips)
    noteLaterVehicles(outcome.resolved.question, requested, note);
  return outcome;
}

function withTexts(
  runs: readonly OperatorRun[],
  operators: FoundTrips['operators'],
): RequestedOperator[] {
  const textsOf = new Map(operators.map(({ texts }) => [texts.operator, texts]));
  return runs.map((run) => ({ run, texts: textsOf.get(run.session.operator.name)! }));
}

/** Asks whether all offers may be quoted, now that their number is known. */
async function allowAllQuotes(
  offers: OfferStage,
  runs: readonly OperatorRun[],
  { operators, rules, spending }: Planned,
): Promise<void> {
  const plan = planRequests(withVehicles(operators, offers.vehicleCounts()), rules);
  // The plan has all lists of extras. Those that were requested already are counted as sent.
  const requests = plan.requests - extraListRequests(runs) + spending.sentWithoutDepots();
  await spending.allow({ ...plan, requests }, rules);
}

/** Allows the search more requests if it needs them and may send them. False if it may not. */
async function allowMore(
  offers: OfferStage,
  start: TripStage,
  { rules, spending }: Planned,
): Promise<boolean> {
  if (offers.waiting() === 0) return false;
  // The search counted stored answers, which were not sent. Other modes may use what is left of them;
  // a search for the cheapest may not, so that it makes the same choices again.
  const unused = rules.quoteMode.how === 'best' ? 0 : Math.max(0, spending.left());
  const soFar = (): CompareOutcome =>
    makeOutcome(start, start.result(), {
      outOfRequestsError: spending.outOfRequestsError(),
    });
  const requests = unused > 0 ? unused : await spending.more(soFar);
  offers.allow(requests);
  return requests > 0;
}
