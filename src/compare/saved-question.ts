/** Runs the comparison of a saved question again. */
import type { Trip } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import { requestCeiling, type ExtraRef, type Question } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { depotsForNames } from '../planner/trip.ts';
import { foundSoFar } from './engine/found.ts';
import { goneExtras } from './engine/gone-extras.ts';
import { untilInterrupted } from './engine/interruption.ts';
import { endComparison } from './engine/make-outcome.ts';
import type { CompareOutcome } from './engine/outcome.ts';
import { planRequests, withVehicles, type PlannedOperator } from './engine/plan.ts';
import { compareRules } from './engine/rules.ts';
import { createSpending, type Spending } from './engine/spending.ts';
import {
  askFirstTrips,
  findCheapest,
  findFirstOffers,
  quoteRest,
  vehicleCounts,
} from './engine/search-steps.ts';
import { createComparisonState, type RunOptions } from './engine/state.ts';
import { tripsOf } from './request/trips.ts';

interface SavedQuestionOptions extends RunOptions {
  /** These trips are asked for first, whatever the search chooses. Default: none. */
  readonly isPreferred?: (operator: string, trip: Trip) => boolean;
}

/** The sessions are those of the question's operators. Throws UsageError for too many requests. */
export async function compareAgain(
  question: Question,
  sessions: readonly Session[],
  options: SavedQuestionOptions,
): Promise<CompareOutcome> {
  const { dates } = question;
  const { isPreferred = () => false } = options;
  // The user agreed to the question when it was saved, however many vehicles there are now.
  const { spend } = createSpending(sessions, { maxRequests: requestCeiling });
  const operators = await Promise.all(
    sessions.map((session) => plannedOperator(question, session, spend)),
  );
  const rules = compareRules(question, dates, requestCeiling);
  const plan = planRequests(operators, rules);
  const state = createComparisonState({ operators, dates, failures: [], plan, rules }, options);
  const preferred = operators.flatMap(({ session, trips }) => {
    return trips.filter((trip) => isPreferred(session.operator.name, trip));
  });
  let gone: readonly ExtraRef[] = [];
  const interruption = await untilInterrupted(options.signal, async () => {
    await askFirstTrips(state, preferred);
    const offerState = await findFirstOffers(state, question);
    const { requests } = planRequests(withVehicles(operators, vehicleCounts(offerState)), rules);
    if (requests > requestCeiling) throw tooManyRequestsError(requests);
    await findCheapest(offerState);
    if (question.quoteMode.how === 'all') await quoteRest(offerState);
    gone = await goneExtras(offerState.offerFinders, foundSoFar(state).offers);
  });
  const outOfRequestsError = new UsageError(`all ${requestCeiling} allowed requests were sent`);
  return endComparison(state, { outOfRequestsError, interruption, gone }, options);
}

function tooManyRequestsError(requests: number): UsageError {
  return new UsageError(
    `this now takes ${requests} requests, and a comparison sends at most ${requestCeiling}`,
  );
}

/** An operator of a saved question, with the names of its depots. */
async function plannedOperator(
  { operators, dates }: Question,
  session: Session,
  spend: Spending['spend'],
): Promise<PlannedOperator> {
  const depots = operators.find(({ operator }) => operator === session.operator.name)!;
  await depotsForNames(session.depots);
  return {
    session,
    answers: await session.answers(spend),
    depots,
    trips: tripsOf(depots, dates),
    allowance: session.allowance(),
    vehicles: undefined,
    hasExactVehicles: false,
    // Lists of extras are not planned, but `spend` counts them.
    extraLists: 0,
  };
}
