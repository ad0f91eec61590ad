/** Runs a planned comparison. `saved-question.ts` takes the same steps for a saved question. */
import { expiredNotes } from '../planner/expiry.ts';
import { depotsForNames } from '../planner/trip.ts';
import { untilInterrupted } from './engine/interruption.ts';
import { endComparison, outcomeSoFar } from './engine/make-outcome.ts';
import { isQuoted } from './engine/offer.ts';
import { extraListRequests, type OperatorRun } from './engine/operator-run.ts';
import type { CompareOutcome } from './engine/outcome.ts';
import { planRequests, withVehicles } from './engine/plan.ts';
import {
  askFirstTrips,
  findCheapest,
  findFirstOffers,
  quoteRest,
  vehicleCounts,
} from './engine/search-steps.ts';
import {
  createComparisonState,
  type OfferState,
  type RunOptions,
  type ComparisonState,
} from './engine/state.ts';
import { tripsAsked } from './engine/trips-asked.ts';
import type { PlannedComparison } from './plan-comparison.ts';
import { noteLaterVehicles, resolveQuestion, type RequestedOperator } from './resolve-question.ts';

/**
 * Resolves also if the comparison is interrupted, with what is known by then. A plan can be run
 * once. Throws NotAvailableError if no wanted vehicle is available.
 */
export async function runComparison(
  planned: PlannedComparison,
  options: RunOptions,
): Promise<CompareOutcome> {
  const { operators, dates, rules, spending } = planned;
  const { groups, quoteMode, wantedTimes, withDepotNames } = rules;
  const { signal, note = () => {} } = options;
  if (withDepotNames === true)
    await Promise.all(operators.map(({ session }) => depotsForNames(session.depots)));
  // The search may send what the look-up of depots has left.
  const maxRequests = spending.left();
  const state = createComparisonState({ ...planned, rules: { ...rules, maxRequests } }, options);
  const requested = withTexts(state.runs, operators);
  let resolvedTrips = 0;
  const interruption = await untilInterrupted(signal, async () => {
    await askFirstTrips(state);
    const resolved = await resolveQuestion(requested, {
      failures: () => state.failures,
      note,
    });
    resolvedTrips = tripsAsked(state.runs);
    const question = { operators: resolved, dates, ...wantedTimes, groups, quoteMode };
    const offerState = await findFirstOffers(state, question);
    if (quoteMode.how === 'all') await allowAllQuotes(offerState, planned);
    do await findCheapest(offerState);
    while (await allowMore(state, planned));
    if (quoteMode.how === 'all') await quoteRest(offerState);
  });
  const outOfRequestsError = spending.outOfRequestsError();
  const outcome = endComparison(state, { outOfRequestsError, interruption }, options);
  if (outcome.resolved !== undefined && tripsAsked(state.runs) > resolvedTrips)
    noteLaterVehicles(outcome.resolved.question, requested, note);
  // All sessions have the clock of this machine.
  const now = operators[0]?.session.now() ?? 0;
  const quotes = outcome.found.offers.filter(isQuoted).map(({ quote }) => quote);
  expiredNotes(quotes, now).forEach(note);
  return outcome;
}

function withTexts(
  runs: readonly OperatorRun[],
  operators: PlannedComparison['operators'],
): RequestedOperator[] {
  const textsOf = new Map(operators.map(({ texts }) => [texts.operator, texts]));
  return runs.map((run) => ({ run, texts: textsOf.get(run.session.operator.name)! }));
}

/** Asks whether all offers may be quoted, now that their number is known. */
async function allowAllQuotes(
  offerState: OfferState,
  { operators, rules, spending }: PlannedComparison,
): Promise<void> {
  const plan = planRequests(withVehicles(operators, vehicleCounts(offerState)), rules);
  // The plan has all lists of extras. Those that were requested already are counted as sent.
  const requests =
    plan.requests - extraListRequests(offerState.runs) + spending.sentWithoutDepots();
  await spending.allow({ ...plan, requests }, rules);
}

/** Allows the search more requests if it needs them and may send them. False if it may not. */
async function allowMore(
  state: ComparisonState,
  { rules, spending }: PlannedComparison,
): Promise<boolean> {
  const { search } = state;
  if (search.gaps().waiting === 0) return false;
  // The search counted stored answers, which were not sent. Other modes may use what is left of them;
  // a search for the cheapest may not, so that it makes the same choices again.
  const unused = rules.quoteMode.how === 'best' ? 0 : Math.max(0, spending.left());
  const soFar = (): CompareOutcome =>
    outcomeSoFar(state, { outOfRequestsError: spending.outOfRequestsError() });
  const requests = unused > 0 ? unused : await spending.more(soFar);
  search.allow(requests);
  return requests > 0;
}
