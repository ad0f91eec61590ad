/** What a comparison knows while it runs, of all its operators together. */
import type { RentalDates } from '../../api/types.ts';
import type { FieldText } from '../../base/field-text.ts';
import type { ComparePlan } from '../../documents/compare-plan.ts';
import type { Question } from '../../planner/question.ts';
import { createSearch, type Search, type SearchOffer } from '../../search/search.ts';
import { createOfferFinder, type OfferFinder } from './find-offers.ts';
import type { Offer, QuotedOffer } from './offer.ts';
import { createOperatorRun, type OperatorRun, type OperatorTrips } from './operator-run.ts';
import type { CompareFailure, OperatorProgress } from './outcome.ts';
import { createQuoteRequests, type QuoteRequests } from './quote-requests.ts';
import type { CompareRules } from './rules.ts';
import {
  comparedTrips,
  searchOptions,
  type ComparedTrip,
  type ComparedVehicle,
} from './search-options.ts';

export interface RunOptions {
  /** Ends the comparison early, with what is known. */
  readonly signal: AbortSignal;
  readonly note?: (text: FieldText) => void;
  /** A note says how old stored lists are, if one is older than this. Default: 0. */
  readonly minNotedAgeMs?: number;
  /** `best`: the cheapest so far. */
  readonly onProgress?: (
    operators: readonly OperatorProgress[],
    best: QuotedOffer | undefined,
  ) => void;
}

/** What is compared, before the first of its requests. */
export interface CompareParts {
  readonly operators: readonly OperatorTrips[];
  readonly dates: readonly RentalDates[];
  /** Operators whose depots could not be looked up. */
  readonly failures: readonly CompareFailure[];
  readonly plan: ComparePlan;
  readonly rules: CompareRules;
}

export type FoundOffer = SearchOffer<ComparedTrip, ComparedVehicle>;

/** What every step knows. */
export interface RunState {
  readonly parts: CompareParts;
  /** In the order of the operators. */
  readonly runs: readonly OperatorRun[];
  /** By the name of the operator. */
  readonly runOf: ReadonlyMap<string, OperatorRun>;
  readonly trips: readonly ComparedTrip[];
  readonly search: Search<ComparedTrip, ComparedVehicle>;
  readonly quotes: QuoteRequests;
  /** What the search knows of each offer that can be quoted. */
  readonly foundOffers: Map<Offer, FoundOffer>;
  /** All so far, also those of `parts`. */
  readonly failures: readonly CompareFailure[];
  readonly onProgress: () => void;
}

/** The state from the first request to the last one. */
export interface ComparisonState extends RunState {
  /** Set as soon as the question is resolved, because any later step can be interrupted. */
  offerState: OfferState | undefined;
}

/** The question is resolved, so offers can be found. */
export interface OfferState extends RunState {
  readonly question: Question;
  /** In the order of `runs`. */
  readonly offerFinders: readonly OfferFinder[];
}

export function createComparisonState(
  parts: CompareParts,
  { signal, note = () => {}, onProgress = () => {} }: RunOptions,
): ComparisonState {
  const { operators, failures, plan, rules } = parts;
  const quotes = createQuoteRequests(note);
  const allFailures = [...failures];
  const report = (): void =>
    onProgress(
      runs.map((run) => progressOf(run, plan)),
      quotes.best(),
    );
  const fail = (failure: CompareFailure): void => void allFailures.push(failure);
  const runs = operators.map((operator) =>
    createOperatorRun(operator, {
      fail,
      onProgress: report,
      signal,
      wantedTimes: rules.wantedTimes,
    }),
  );
  const trips = runs.flatMap((run) => comparedTrips(run, run.dayWarnings));
  report();
  return {
    parts,
    runs,
    runOf: new Map(runs.map((run) => [run.session.operator.name, run])),
    trips,
    search: createSearch(searchOptions(trips, rules)),
    quotes,
    foundOffers: new Map(),
    failures: allFailures,
    onProgress: report,
    offerState: undefined,
  };
}

function progressOf({ session, sent }: OperatorRun, { operators }: ComparePlan): OperatorProgress {
  const done = Object.values(sent).reduce((sum, count) => sum + count);
  const planned = operators.find(({ operator }) => operator === session.operator.name);
  return { session, done, total: planned?.requests ?? 0 };
}

export function createOfferState(state: RunState, question: Question): OfferState {
  const questionOf = new Map(question.operators.map((one) => [one.operator, one]));
  const offerFinders = state.runs.map((run) =>
    createOfferFinder(run, questionOf.get(run.session.operator.name)!),
  );
  return { ...state, question, offerFinders };
}
