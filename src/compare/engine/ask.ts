/**
 * Asks a question: the vehicles of each trip and their extras, then the quotes. Answers are stored,
 * so the same question again goes on where an earlier one ended.
 */
import { InterruptedError, type RentalError } from '../../base/errors.ts';
import type { Findings } from '../../search/findings.ts';
import type { FieldText } from '../../base/field-text.ts';
import { fold, isSameName } from '../../planner/names.ts';
import { unprovenIn, type RequestedExtra } from '../../planner/proof.ts';
import {
  finderIn,
  optionsOf,
  type ExtraRef,
  type NameRef,
  type Question,
} from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { WantedTimes } from '../../planner/wanted-times.ts';
import type { RentalDates, Trip } from '../../api/types.ts';
import type { ComparePlan } from '../../documents/compare.ts';
import type { FoundOffers } from './find-offers.ts';
import { askEveryList, isKnown } from './extras.ts';
import { namesakesIn } from './namesakes.ts';
import { isWhole, type Offer, type QuotedOffer } from './offer.ts';
import { startRun, type OperatorRun, type OperatorTrips } from './operator-run.ts';
import type { CompareFailure, CompareOutcome, OperatorProgress } from './outcome.ts';
import { startSearch, type RunningSearch } from './run-search.ts';
import type { SearchRules } from './search-options.ts';
import { datesOf, pairsOf } from './trips-asked.ts';
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

interface AskParts extends AskOptions {
  /** The question was saved: what has gone since then is to be found out. */
  readonly isSaved: boolean;
  readonly operators: readonly OperatorTrips[];
  readonly dates: readonly RentalDates[];
  readonly wanted: WantedTimes;
  readonly rules: SearchRules;
  /** These are asked for first, whatever the search chooses. */
  readonly preferred?: readonly Trip[] | undefined;
  /** Failures so far. */
  readonly failures: readonly CompareFailure[];
  readonly plan: ComparePlan;
  /** `vehicles`: how many are wanted at each operator. Rejects if the comparison may not go on. */
  allow(vehicles: readonly number[]): Promise<void>;
  /** The question; it may ask operators to resolve texts. */
  resolve(runs: readonly OperatorRun[]): Promise<Question>;
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
  let best: RunningSearch['best'] = () => undefined;
  const report = (): void =>
    onProgress(
      runs.map((run, index) => progressOf(run, plan.operators[index])),
      best(),
    );
  const runs = operators.map((operator) =>
    startRun(operator, { fail, onProgress: report, signal, wanted }),
  );
  report();
  const search: RunningSearch = startSearch(runs, {
    rules,
    note,
    onProgress: report,
    preferred: parts.preferred ?? [],
    resolve: parts.resolve,
    allow: parts.allow,
    more: () => parts.more(() => outcomeOf({ ...parts, failures }, runs, search)),
  });
  best = search.best;
  let interruption: InterruptedError | undefined;
  let gone: readonly ExtraRef[] = [];
  try {
    await search.run();
    const { found, offers } = search.result();
    if (parts.isSaved) gone = await goneExtras(found, offers);
  } catch (error) {
    // Ctrl-C at a question reaches the question alone.
    const isStopped = error instanceof InterruptedError;
    if (!signal.aborted && !isStopped) throw error;
    interruption =
      [signal.reason, error].find((one) => one instanceof InterruptedError) ??
      new InterruptedError();
  }
  storedNotes(runs, parts.minNotedAgeMs ?? 0).forEach((text) => note(text));
  return { ...outcomeOf({ ...parts, failures }, runs, search), interruption, gone };
}

/** What is known by now. */
function outcomeOf(
  parts: AskParts,
  runs: readonly OperatorRun[],
  search: RunningSearch,
): CompareOutcome {
  const { operators, dates, plan, failures } = parts;
  const { question, found, offers } = search.result();
  const vehicles = found.map((one) => ({ operator: one.question.operator, ...one.wanted() }));
  return {
    plan: planAfter(plan, runs),
    failures: [...failures, ...cutFailures(search.findings(), parts)],
    interruption: undefined,
    offers,
    findings: search.findings(),
    question,
    byId: question && byId(question, vehicles),
    change: vehicles.map(({ change }) => change).find((change) => change !== undefined),
    gone: [],
    unchecked: found.flatMap((one) => one.unchecked()),
    namesakes: namesakesIn(runs, offers),
    dates: datesOf(dates, runs, vehicles),
    pairs: pairsOf(runs, vehicles),
    warnings:
      found.length === 0
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

/** The search ended because no more requests were allowed. */
function cutFailures({ waiting }: Findings, { operators, cutError }: AskParts): CompareFailure[] {
  const [first] = operators;
  if (waiting === 0 || first === undefined) return [];
  return [
    { operator: first.session.operator.name, step: 'quote', error: cutError(), unasked: waiting },
  ];
}

/** What was sent, in the place of what was expected. */
function planAfter(plan: ComparePlan, runs: readonly OperatorRun[]): ComparePlan {
  const operators = plan.operators.map((operator, place) => {
    const { session, sent, counted } = runs[place]!;
    const { availability, extras, quote: quotes } = sent;
    // Also looked up after a refusal.
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

function byId(
  question: Question,
  wanted: readonly (WantedVehicles & { readonly operator: string })[],
): Question {
  const vehicles = new Map(wanted.map(({ operator, byId }) => [operator, byId]));
  const operators = question.operators.map((operator) => {
    return { ...operator, vehicles: vehicles.get(operator.operator) ?? operator.vehicles };
  });
  return { ...question, operators };
}

/**
 * The extras that no offer has. A service that refuses ids of extras does not say which of them, so
 * the lists of the vehicles are looked up where nothing else tells.
 */
async function goneExtras(
  found: readonly FoundOffers[],
  offers: readonly Offer[],
): Promise<ExtraRef[]> {
  if (offers.some((offer) => offer.quote !== undefined && isWhole(offer))) return [];
  const refs = new Map<string, ExtraRef>();
  const isSomewhere = new Map<string, boolean>();
  for (const { question, run } of found) {
    const { operator, extras } = question;
    const operatorOffers = offers.filter((offer) => offer.operator === operator);
    const isRefused = operatorOffers.some(
      ({ quote, missing }) => quote === undefined && missing.length > 0,
    );
    if (isRefused) await askEveryList(run, extras);
    for (const ref of extras) {
      const key =
        ref.id === undefined
          ? `${ref.kind} ${fold(ref.name)}`
          : `${ref.kind} ${operator} ${ref.id}`;
      refs.set(key, ref);
      const evidence = operatorOffers.flatMap((offer) => isShown(offer, ref, run) ?? []);
      if (evidence.length > 0)
        isSomewhere.set(key, isSomewhere.get(key) === true || evidence.includes(true));
    }
  }
  return [...refs].flatMap(([key, ref]) => (isSomewhere.get(key) === false ? ref : []));
}

/** Whether the offer has the extra; undefined if neither a list nor a quote tells. */
function isShown(
  { extras, vehicle, quote, unchecked }: Offer,
  ref: ExtraRef,
  { listed }: OperatorRun,
): boolean | undefined {
  const { kind } = ref;
  const options = optionsOf(ref);
  const requested = extras.requested.find((extra) => {
    return extra.kind === kind && options.some((option) => isOption(option, extra));
  });
  if (requested === undefined) return unchecked.length > 0 ? undefined : false;
  if (quote !== undefined)
    return !unprovenIn(quote, [requested]).some(
      (extra) => extra.quantity > 0 && extra.priced === 0,
    );
  if (!requested.isUnlisted) return true;
  const lists = listed.get(vehicleKey(vehicle))?.firstLists;
  const list = isKnown(lists) ? lists[kind] : undefined;
  return list && finderIn(list)(ref).length > 0;
}

function isOption({ id, name }: NameRef, extra: RequestedExtra): boolean {
  return id === undefined ? isSameName(name, extra.name ?? '') : extra.id === id;
}
