/**
 * The stages of a comparison, of all its operators together. Each stage makes the next one, so they
 * cannot be taken in another order. A failed request does not end them. Answers are stored, so the
 * same question again goes on where an earlier one ended.
 */
import type { RentalDates, Trip } from '../../api/types.ts';
import type { FieldText } from '../../base/field-text.ts';
import type { ComparePlan } from '../../documents/compare-plan.ts';
import type { Question } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { SearchGaps } from '../../search/gaps.ts';
import { createSearch } from '../../search/search.ts';
import { withEstimates } from './estimates.ts';
import { createOfferFinder, type OfferFinder } from './find-offers.ts';
import type { QuotedOffer } from './offer.ts';
import { createOperatorRun, type OperatorRun, type OperatorTrips } from './operator-run.ts';
import type { CompareFailure, OperatorProgress } from './outcome.ts';
import { createQuoteRequests } from './quote-requests.ts';
import type { CompareRules } from './rules.ts';
import { withSameExtras, type CheckedOffers } from './same-extras.ts';
import { comparedTrips, searchOptions } from './search-options.ts';
import {
  askTrips,
  learnTrips,
  quoteRest,
  takeStep,
  type OfferState,
  type TripState,
} from './search-steps.ts';

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

/** The first stage, in which no vehicle is known. */
export interface TripStage {
  readonly parts: CompareParts;
  /** In the order of the operators. */
  readonly runs: readonly OperatorRun[];
  /** Asks for the vehicles of the trips that the search needs first, and of the preferred ones. */
  askFirstTrips(preferred?: readonly Trip[]): Promise<QuestionStage>;
  /** The offers as they are known by now, in this stage or a later one. */
  result(): SearchResult;
}

/** Vehicles are known, so the texts of a request can be resolved. */
export interface QuestionStage {
  /** Finds the offers of all trips that were asked for so far. */
  findOffers(question: Question): Promise<OfferStage>;
}

export interface OfferStage {
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
}

export interface SearchResult extends CheckedOffers {
  /** Undefined before `findOffers`. */
  readonly question: Question | undefined;
  readonly offerFinders: readonly OfferFinder[];
  readonly gaps: SearchGaps;
  /** All so far, also those of `parts`. */
  readonly failures: readonly CompareFailure[];
}

export function startStages(parts: CompareParts, options: RunOptions): TripStage {
  const state = createTripState(parts, options);
  const { runs, trips, search } = state;
  /** Set as soon as there is a question, because `findOffers` can be interrupted. */
  let offerState: OfferState | undefined;
  const findOffers = async (question: Question): Promise<OfferStage> => {
    offerState = { ...state, question, offerFinders: offerFindersOf(runs, question) };
    const asked = new Set(runs.flatMap(({ askedTrips }) => [...askedTrips]));
    await learnTrips(
      trips.filter(({ trip }) => asked.has(trip)),
      offerState,
    );
    return offerStageOf(offerState);
  };
  state.onProgress();
  return {
    parts,
    runs,
    askFirstTrips: async (preferred = []) => {
      const chosen = new Set(search.next().trips);
      const others = new Set(preferred);
      const first = trips.filter((one) => chosen.has(one) || others.has(one.trip));
      await askTrips(first, state);
      return { findOffers };
    },
    result: () => resultOf(state, offerState),
  };
}

function offerStageOf(state: OfferState): OfferStage {
  const { search, offerFinders } = state;
  return {
    vehicleCounts: () => {
      const counts = offerFinders.map(({ question: { operator }, offers }) => {
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
  };
}

function offerFindersOf(runs: readonly OperatorRun[], { operators }: Question): OfferFinder[] {
  const questionOf = new Map(operators.map((question) => [question.operator, question]));
  return runs.map((run) => createOfferFinder(run, questionOf.get(run.session.operator.name)!));
}

function createTripState(
  { operators, failures, plan, rules }: CompareParts,
  { signal, note = () => {}, onProgress = () => {} }: RunOptions,
): TripState {
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
  return {
    runs,
    runOf: new Map(runs.map((run) => [run.session.operator.name, run])),
    trips,
    search: createSearch(searchOptions(trips, rules)),
    quotes,
    foundOffers: new Map(),
    failures: allFailures,
    onProgress: report,
  };
}

function progressOf({ session, sent }: OperatorRun, { operators }: ComparePlan): OperatorProgress {
  const done = Object.values(sent).reduce((sum, count) => sum + count);
  const planned = operators.find(({ operator }) => operator === session.operator.name);
  return { session, done, total: planned?.requests ?? 0 };
}

function resultOf(state: TripState, offerState: OfferState | undefined): SearchResult {
  const { quotes, search, failures } = state;
  const { question, offerFinders } = offerState ?? { question: undefined, offerFinders: [] };
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
