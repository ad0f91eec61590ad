/** The outcome of a comparison, as it is known so far. */
import type { InterruptedError, RentalError } from '../../base/errors.ts';
import { groupBy } from '../../base/group-by.ts';
import type { ComparePlan } from '../../documents/compare-plan.ts';
import type { ExtraRef, Question } from '../../planner/question.ts';
import type { OfferFinder } from './find-offers.ts';
import { namesakesIn } from './namesakes.ts';
import type { Offer } from './offer.ts';
import type { OperatorRun, OperatorTrips } from './operator-run.ts';
import type { CompareFailure, CompareOutcome, TripResults } from './outcome.ts';
import { foundSoFar, noteFound, type FoundSoFar } from './found.ts';
import type { RunOptions, ComparisonState } from './state.ts';
import { resultsByDates, resultsByPair } from './trips-asked.ts';
import type { WantedVehicles } from './vehicles.ts';

interface Ending {
  /** Why no more requests are allowed, for those that were chosen but not sent. */
  readonly outOfRequestsError: RentalError;
  readonly interruption?: InterruptedError | undefined;
  /** Extras of a saved question that have gone. */
  readonly gone?: readonly ExtraRef[];
}

/** The outcome when the steps have ended, also early; and notes on what was found. */
export function endComparison(
  state: ComparisonState,
  ending: Ending,
  options: RunOptions,
): CompareOutcome {
  const found = foundSoFar(state);
  noteFound(found, state, options);
  return makeOutcome(state, found, ending);
}

/** The outcome if the comparison ended now. */
export function outcomeSoFar(state: ComparisonState, ending: Ending): CompareOutcome {
  return makeOutcome(state, foundSoFar(state), ending);
}

function makeOutcome(
  { parts, runs }: ComparisonState,
  { question, offerFinders, offers, gaps, failures }: FoundSoFar,
  { outOfRequestsError, interruption, gone = [] }: Ending,
): CompareOutcome {
  const { operators, dates, plan } = parts;
  const vehicles = offerFinders.map((one) => ({
    operator: one.question.operator,
    ...one.wantedVehicles(),
  }));
  return {
    sessions: operators.map(({ session }) => session),
    plan: planAfter(plan, runs, offers),
    resolved: question && {
      question,
      byId: questionWithIds(question, vehicles),
      change: vehicles.map(({ change }) => change).find((change) => change !== undefined),
      gone,
    },
    trips: {
      dates: resultsByDates(dates, runs, vehicles),
      pairs: resultsByPair(runs, vehicles),
      warnings: offerFinders.flatMap(warningsAt),
    },
    found: {
      offers,
      gaps,
      unchecked: offerFinders.flatMap((one) => one.unchecked()),
      namesakes: namesakesIn(runs, offers),
    },
    failures: [
      ...inOrderOf(operators, failures),
      ...unsentFailures(gaps.waiting, runs, outOfRequestsError),
    ],
    interruption,
  };
}

/** Operators answer side by side. Those whose depots failed take no part and come first. */
function inOrderOf(
  operators: readonly OperatorTrips[],
  failures: readonly CompareFailure[],
): CompareFailure[] {
  const names = operators.map(({ session }) => session.operator.name);
  return failures.toSorted((a, b) => names.indexOf(a.operator) - names.indexOf(b.operator));
}

function warningsAt({ run }: OfferFinder): TripResults['warnings'] {
  const operator = run.session.operator.name;
  return run.dayWarnings.map((warning) => ({ operator, ...warning }));
}

/**
 * A failure for what was not sent if the search ended because no more requests were allowed. No
 * operator caused it, but each failure of the document names one, so it names the first.
 */
function unsentFailures(
  waiting: number,
  [first]: readonly OperatorRun[],
  error: RentalError,
): CompareFailure[] {
  if (waiting === 0 || first === undefined) return [];
  return [{ operator: first.session.operator.name, step: 'quote', error, unasked: waiting }];
}

/** The plan with what was sent in the place of what was expected. */
function planAfter(
  plan: ComparePlan,
  runs: readonly OperatorRun[],
  offers: readonly Offer[],
): ComparePlan {
  const runOf = new Map(runs.map((run) => [run.session.operator.name, run]));
  const storedQuotes = groupBy(
    offers.filter(({ quoteStoredAt }) => quoteStoredAt !== undefined),
    ({ operator }) => operator,
  );
  const operators = plan.operators.map((operatorPlan) => {
    const { session, sent } = runOf.get(operatorPlan.operator)!;
    const { availability, extras, quote: quotes } = sent;
    // Not those of `sent`: depots are also looked up after a refusal.
    const depots = session.depots.requests();
    const requests = depots + availability + extras + quotes;
    return {
      ...operatorPlan,
      depots,
      availability,
      extras,
      quotes,
      known: storedQuotes.get(operatorPlan.operator)?.length ?? 0,
      requests,
      seconds: 0,
      mostSeconds: 0,
    };
  });
  const requests = operators.reduce((sum, operator) => sum + operator.requests, 0);
  return { ...plan, operators, requests, seconds: 0, mostSeconds: 0 };
}

function questionWithIds(
  question: Question,
  wanted: readonly (WantedVehicles & { readonly operator: string })[],
): Question {
  const vehicles = new Map(wanted.map(({ operator, byId }) => [operator, byId]));
  const operators = question.operators.map((operator) => {
    return { ...operator, vehicles: vehicles.get(operator.operator) ?? operator.vehicles };
  });
  return { ...question, operators };
}
