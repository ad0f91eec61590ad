/**
 * Runs a comparison step by step: asks operators for the trips and quotes that the search chooses,
 * and lets it learn the answers. A failed request does not end it. Answers are stored, so the same
 * question again goes on where an earlier one ended.
 */
import type { RentalDates, Trip } from '../../api/types.ts';
import type { FieldText } from '../../base/field-text.ts';
import type { ComparePlan } from '../../documents/compare-plan.ts';
import type { Question } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { SearchGaps } from '../../search/gaps.ts';
import { createSearch } from '../../search/search.ts';
import { withEstimates } from './estimates.ts';
import { createOfferFinder, type OfferFinder } from './find-offers.ts';
import type { QuotedOffer } from './offer.ts';
import { createOperatorRun, type OperatorRun, type OperatorTrips } from './operator-run.ts';
import type { CompareFailure, OperatorProgress } from './outcome.ts';
import { createQuoteRequests } from './quote-requests.ts';
import { withSameExtras, type CheckedOffers } from './same-extras.ts';
import { comparedTrips, searchOptions, type SearchRules } from './search-options.ts';
import { askTrips, learnTrips, quoteRest, takeStep, type CompareState } from './search-steps.ts';

export interface SearchRunOptions {
  /** Ends the comparison early, with what is known. */
  readonly signal: AbortSignal;
  readonly note?: (text: FieldText) => void;
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
  readonly wantedTimes: WantedTimes;
  /** Operators whose depots could not be looked up. */
  readonly failures: readonly CompareFailure[];
  readonly plan: ComparePlan;
  readonly rules: SearchRules;
}

/** The steps of a comparison, in the order in which they are taken. */
export interface SearchRun {
  readonly parts: CompareParts;
  /** In the order of the operators. */
  readonly runs: readonly OperatorRun[];
  /** Asks for the vehicles of the trips that the search needs first, and of the preferred ones. */
  askFirstTrips(preferred?: readonly Trip[]): Promise<void>;
  /** Finds the offers of all trips that were asked for so far. */
  findOffers(question: Question): Promise<void>;
  /** How many wanted vehicles each operator has so far, by its name. */
  vehicleCounts(): ReadonlyMap<string, number>;
  /** Asks for trips and quotes until the search is over, or no request is left. */
  findCheapest(): Promise<void>;
  /** Requests that the search chose but did not send, because none was left. */
  waiting(): number;
  /** Allows more requests. */
  allow(requests: number): void;
  /** For `--quote all`: quotes offers that lack some extra, without it. */
  quoteRest(): Promise<void>;
  /** The offers as they are known by now. */
  result(): SearchResult;
}

export interface SearchResult extends CheckedOffers {
  /** Undefined before `findOffers`. */
  readonly question: Question | undefined;
  readonly offerFinders: readonly OfferFinder[];
  readonly gaps: SearchGaps;
  /** All so far, also those of `parts`. */
  readonly failures: readonly CompareFailure[];
}

export function createSearchRun(parts: CompareParts, options: SearchRunOptions): SearchRun {
  const state = createState(parts, options);
  const { runs, trips, search } = state;
  state.onProgress();
  return {
    parts,
    runs,
    askFirstTrips: async (preferred = []) => {
      const chosen = new Set(search.next().trips);
      const others = new Set(preferred);
      const first = trips.filter((one) => chosen.has(one) || others.has(one.trip));
      await askTrips(first, state);
    },
    findOffers: async (question) => {
      state.question = question;
      state.offerFinders = runs.map((run) => {
        const { name } = run.session.operator;
        return createOfferFinder(
          run,
          question.operators.find((one) => one.operator === name)!,
        );
      });
      const asked = new Set(runs.flatMap(({ askedTrips }) => [...askedTrips]));
      await learnTrips(
        trips.filter(({ trip }) => asked.has(trip)),
        state,
      );
    },
    vehicleCounts: () => {
      const counts = state.offerFinders.map(({ question: { operator }, offers }) => {
        const keys = new Set(offers.map(({ vehicle }) => vehicleKey(vehicle)));
        return [operator, keys.size] as const;
      });
      return new Map(counts);
    },
    findCheapest: async () => {
      while (await takeStep(state));
    },
    waiting: () => search.gaps().waiting,
    allow: (requests) => search.spend(-requests),
    quoteRest: () => quoteRest(state),
    result: () => resultOf(state),
  };
}

function createState(
  { operators, wantedTimes, failures, plan, rules }: CompareParts,
  { signal, note = () => {}, onProgress = () => {} }: SearchRunOptions,
): CompareState {
  const quotes = createQuoteRequests(note);
  const allFailures = [...failures];
  const report = (): void =>
    onProgress(
      runs.map((run) => progressOf(run, plan)),
      quotes.best(),
    );
  const fail = (failure: CompareFailure): void => void allFailures.push(failure);
  const runs = operators.map((operator) =>
    createOperatorRun(operator, { fail, onProgress: report, signal, wantedTimes }),
  );
  const trips = runs.flatMap((run) => comparedTrips(run, run.dayWarnings));
  return {
    runs,
    runOf: new Map(runs.map((run) => [run.session.operator.name, run])),
    trips,
    search: createSearch(searchOptions(trips, rules)),
    quotes,
    foundOffers: new Map(),
    failures: allFailures,
    onProgress: report,
    question: undefined,
    offerFinders: [],
  };
}

function progressOf({ session, sent }: OperatorRun, { operators }: ComparePlan): OperatorProgress {
  const done = Object.values(sent).reduce((sum, count) => sum + count);
  const planned = operators.find(({ operator }) => operator === session.operator.name);
  return { session, done, total: planned?.requests ?? 0 };
}

function resultOf(state: CompareState): SearchResult {
  const { question, offerFinders, quotes, search, failures } = state;
  const all = offerFinders.flatMap((one) => one.offers);
  const answered = all.flatMap((offer) => quotes.answerOf(offer) ?? []);
  const rest = all.filter((offer) => !quotes.isAsked(offer)).map(quotes.markGivenUp);
  const { offers, notes } = withSameExtras(answered);
  return {
    question,
    offerFinders,
    gaps: search.gaps(),
    failures,
    offers: withEstimates([...offers, ...rest], state),
    notes,
  };
}
