/**
 * Asks a question: the vehicles of each trip and their extras, then the quotes. Answers are stored,
 * so the same question again goes on where an earlier one ended.
 */
import { InterruptedError, type RentalError } from '../../base/errors.ts';
import type { Findings } from '../../search/findings.ts';
import type { FieldText } from '../../base/field-text.ts';
import type { ExtraRef, Question } from '../../planner/question.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { RentalDates, Trip } from '../../api/types.ts';
import type { ComparePlan } from '../../documents/compare-plan.ts';
import { goneExtras } from './gone-extras.ts';
import { namesakesIn } from './namesakes.ts';
import type { QuotedOffer } from './offer.ts';
import { createOperatorRun, type OperatorRun, type OperatorTrips } from './operator-run.ts';
import type { CompareFailure, CompareOutcome, OperatorProgress } from './outcome.ts';
import {
  createSearchRun,
  type SearchRun,
  type SearchResult,
  type SearchParts,
} from './run-search.ts';
import { resultsByDates, resultsByPair } from './trips-asked.ts';
import { storedNotes, type WantedVehicles } from './vehicles.ts';

export interface AskOptions {
  /**
   * Ends the comparison early, with what is known; its reason is the interruption of the outcome.
   */
  readonly signal: AbortSignal;
  readonly note?: (text: FieldText) => void;
  /** Lists of an earlier comparison that are newer are used without a note. Default: 0. */
  readonly minNotedAgeMs?: number;
  /** `best`: the cheapest so far. */
  readonly onProgress?: (
    operators: readonly OperatorProgress[],
    best: QuotedOffer | undefined,
  ) => void;
}

interface AskParts extends AskOptions, Pick<SearchParts, 'rules' | 'allow' | 'resolve'> {
  /** The question was saved, so the extras that have gone since then are looked for. */
  readonly isSaved: boolean;
  readonly operators: readonly OperatorTrips[];
  readonly dates: readonly RentalDates[];
  readonly wanted: WantedTimes;
  /** These are asked for first, whatever the search chooses. */
  readonly preferred?: readonly Trip[] | undefined;
  /** Failures so far. */
  readonly failures: readonly CompareFailure[];
  readonly plan: ComparePlan;
  /** How many more requests are allowed. `soFar`: what is known by then. */
  more(soFar: () => CompareOutcome): Promise<number>;
  /** Why no more are allowed. */
  cutError(): RentalError;
}

/** A failed request does not end the comparison. */
export async function ask(parts: AskParts): Promise<CompareOutcome> {
  const { operators, wanted, plan, rules, signal, note = () => {}, onProgress = () => {} } = parts;
  const failures = [...parts.failures];
  const fail = (failure: CompareFailure): void => void failures.push(failure);
  // The search begins after the first report.
  let best: SearchRun['best'] = () => undefined;
  const report = (): void =>
    onProgress(
      runs.map((run, index) => progressOf(run, plan.operators[index])),
      best(),
    );
  const runs = operators.map((operator) =>
    createOperatorRun(operator, { fail, onProgress: report, signal, wanted }),
  );
  report();
  const search: SearchRun = createSearchRun(runs, {
    rules,
    note,
    onProgress: report,
    preferred: parts.preferred ?? [],
    resolve: parts.resolve,
    allow: parts.allow,
    more: () => parts.more(() => outcome(search.result())),
  });
  best = search.best;
  const outcome = (result: SearchResult): CompareOutcome =>
    outcomeOf({ ...parts, failures }, runs, search.findings(), result);
  let interruption: InterruptedError | undefined;
  let gone: readonly ExtraRef[] = [];
  try {
    await search.run();
    if (parts.isSaved) {
      const { offerFinders, offers } = search.result();
      gone = await goneExtras(offerFinders, offers);
    }
  } catch (error) {
    // Ctrl-C at a prompt interrupts the prompt, but does not abort the signal.
    const isStopped = error instanceof InterruptedError;
    if (!signal.aborted && !isStopped) throw error;
    interruption =
      [signal.reason, error].find((one) => one instanceof InterruptedError) ??
      new InterruptedError();
  }
  const result = search.result();
  for (const text of [...result.notes, ...storedNotes(runs, parts.minNotedAgeMs ?? 0)]) note(text);
  return { ...outcome(result), interruption, gone };
}

/** The outcome as it is known by now. */
function outcomeOf(
  parts: AskParts,
  runs: readonly OperatorRun[],
  findings: Findings,
  { question, offerFinders, offers }: SearchResult,
): CompareOutcome {
  const { operators, dates, plan, failures } = parts;
  const vehicles = offerFinders.map((one) => ({
    operator: one.question.operator,
    ...one.wanted(),
  }));
  return {
    plan: planAfter(plan, runs),
    failures: [...failures, ...cutFailures(findings, parts)],
    interruption: undefined,
    offers,
    findings,
    question,
    byId: question && questionById(question, vehicles),
    change: vehicles.map(({ change }) => change).find((change) => change !== undefined),
    gone: [],
    unchecked: offerFinders.flatMap((one) => one.unchecked()),
    namesakes: namesakesIn(runs, offers),
    dates: resultsByDates(dates, runs, vehicles),
    pairs: resultsByPair(runs, vehicles),
    warnings:
      offerFinders.length === 0
        ? []
        : runs.flatMap(({ session, dayWarnings }) =>
            dayWarnings.map((warning) => ({ operator: session.operator.name, ...warning })),
          ),
    sessions: operators.map(({ session }) => session),
  };
}

function progressOf(
  { session, sent }: OperatorRun,
  plan: ComparePlan['operators'][number] | undefined,
): OperatorProgress {
  const done = Object.values(sent).reduce((sum, count) => sum + count);
  return { session, done, total: plan?.requests ?? 0 };
}

/** A failure for what was not sent if the search ended because no more requests were allowed. */
function cutFailures({ waiting }: Findings, { operators, cutError }: AskParts): CompareFailure[] {
  const [first] = operators;
  if (waiting === 0 || first === undefined) return [];
  return [
    { operator: first.session.operator.name, step: 'quote', error: cutError(), unasked: waiting },
  ];
}

/** The plan with what was sent in the place of what was expected. */
function planAfter(plan: ComparePlan, runs: readonly OperatorRun[]): ComparePlan {
  const operators = plan.operators.map((operator, index) => {
    const { session, sent, counted } = runs[index]!;
    const { availability, extras, quote: quotes } = sent;
    // A refusal also leads to a look-up of depots.
    const depots = session.depots.requests();
    const requests = depots + availability + extras + quotes;
    return {
      ...operator,
      depots,
      availability,
      extras,
      quotes,
      known: counted.storedQuotes,
      requests,
      seconds: 0,
      mostSeconds: 0,
    };
  });
  const requests = operators.reduce((sum, operator) => sum + operator.requests, 0);
  return { ...plan, operators, requests, seconds: 0, mostSeconds: 0 };
}

function questionById(
  question: Question,
  wanted: readonly (WantedVehicles & { readonly operator: string })[],
): Question {
  const vehicles = new Map(wanted.map(({ operator, byId }) => [operator, byId]));
  const operators = question.operators.map((operator) => {
    return { ...operator, vehicles: vehicles.get(operator.operator) ?? operator.vehicles };
  });
  return { ...question, operators };
}
