/** Runs the comparison of a saved question again. */
import type { Trip } from '../api/types.ts';
import { UsageError } from '../base/errors.ts';
import { requestCeiling, type Question } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { depotsForNames } from '../planner/trip.ts';
import { goneExtras } from './engine/gone-extras.ts';
import type { CompareOutcome } from './engine/outcome.ts';
import { planRequests, withVehicles, type PlannedOperator } from './engine/plan.ts';
import { runComparison } from './engine/run-comparison.ts';
import { compareRules } from './engine/rules.ts';
import { createSpending, type Spending } from './engine/spending.ts';
import { startStages, type RunOptions } from './engine/stages.ts';
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
  const start = startStages({ operators, dates, failures: [], plan, rules }, options);
  const preferred = operators.flatMap(({ session, trips }) => {
    return trips.filter((trip) => isPreferred(session.operator.name, trip));
  });
  return runComparison(start, {
    ...options,
    preferred,
    question: async () => question,
    checkRequests: async (offers) => {
      const { requests } = planRequests(withVehicles(operators, offers.vehicleCounts()), rules);
      if (requests > requestCeiling) throw tooManyRequestsError(requests);
    },
    goneExtras: ({ offerFinders, offers }) => goneExtras(offerFinders, offers),
    outOfRequestsError: () => new UsageError(`all ${requestCeiling} allowed requests were sent`),
  });
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
    isCounted: false,
    // Lists of extras are not planned, but `spend` counts them.
    extraLists: 0,
  };
}
