/** Asks a question: the vehicles of each trip and their extras, then the quotes. Answers are stored, so that the same question continues where an interrupted one ended. */
import { InterruptedError } from '../../base/errors.ts';
import type { FieldText } from '../../base/field-text.ts';
import { groupBy } from '../../base/group-by.ts';
import { giveWay } from '../../base/turns.ts';
import { datesKey } from '../../planner/groupings.ts';
import { fold, isSameName } from '../../planner/names.ts';
import { unprovenIn } from '../../planner/proof.ts';
import { finderIn, type ExtraRef, type Question } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { RentalDates } from '../../api/types.ts';
import type { ComparePlan } from '../../documents/compare.ts';
import { findOffers, type FoundOffers } from './find-offers.ts';
import { askEveryList, isKnown } from './extras.ts';
import { isWhole, type Offer } from './offer.ts';
import { settled, startRun, type OperatorRun, type OperatorTrips } from './operator-run.ts';
import type { CompareFailure, CompareOutcome, DatesResult, OperatorProgress } from './outcome.ts';
import { createQuoteRequests } from './quote-requests.ts';

export interface AskOptions {
  /** Ends the comparison early, with what is known; its reason is the interruption of the outcome. */
  readonly signal: AbortSignal;
  readonly note?: (text: FieldText) => void;
  readonly onProgress?: (operators: readonly OperatorProgress[]) => void;
}

interface AskParts extends AskOptions {
  /** The question was saved before, so the outcome says which of its extras are gone. */
  readonly isSaved: boolean;
  readonly operators: readonly OperatorTrips[];
  readonly dates: readonly RentalDates[];
  /** Failures so far. */
  readonly failures: readonly CompareFailure[];
  /** Gives the question. For a new request it asks the operators for the lists that its texts need. */
  resolve(runs: readonly OperatorRun[]): Promise<Question>;
  /** The plan, made again once the offers are known. */
  planFor(found: readonly FoundOffers[]): ComparePlan;
  /** Throws if the plan is not allowed. */
  allow(plan: ComparePlan): Promise<void>;
}

/** Resolves with what is known at the end, also after an interruption. A failed request does not end the comparison. */
export async function ask(parts: AskParts): Promise<CompareOutcome> {
  const { operators, dates, signal, note = () => {}, onProgress = () => {} } = parts;
  const failures = [...parts.failures];
  const fail = (failure: CompareFailure): void => void failures.push(failure);
  let plan = parts.planFor([]);
  const report = (): void => onProgress(runs.map((run, index) => progressOf(run, plan.operators[index])));
  const runs = operators.map((operator) => startRun(operator, { fail, onProgress: report, signal }));
  report();
  let question: Question | undefined;
  let found: readonly FoundOffers[] = [];
  let quotes: ReturnType<typeof createQuoteRequests> | undefined;
  let interruption: InterruptedError | undefined;
  try {
    question = await parts.resolve(runs);
    found = await findAll(runs, question, note);
    plan = parts.planFor(found);
    await giveWay(plan.trips);
    await parts.allow(plan);
    report();
    quotes = createQuoteRequests(found, question, note);
    await giveWay(plan.trips);
    await quotes.ask();
  } catch (error) {
    if (!signal.aborted) throw error;
    interruption = signal.reason instanceof InterruptedError ? signal.reason : new InterruptedError();
  }
  const { offers, isBelowEstimates } = quotes?.result() ?? { offers: [], isBelowEstimates: false };
  return {
    plan,
    failures,
    interruption,
    offers,
    isBelowEstimates,
    question,
    byId: question && byId(question, found),
    change: found.map(({ wanted }) => wanted.change).find((change) => change !== undefined),
    gone: parts.isSaved && interruption === undefined ? await goneExtras(found, offers) : [],
    unchecked: found.flatMap(({ unchecked }) => unchecked),
    dates: datesOf(dates, operators, found),
    warnings: found.flatMap(({ run, closed }) =>
      closed.map((day) => ({ operator: run.session.operator.name, ...day })),
    ),
    sessions: operators.map(({ session }) => session),
  };
}

/** At all operators side by side. */
async function findAll(
  runs: readonly OperatorRun[],
  question: Question,
  note: (text: FieldText) => void,
): Promise<FoundOffers[]> {
  const operators = new Map(question.operators.map((operator) => [operator.operator, operator]));
  const all = runs.map((run) => findOffers(run, operators.get(run.session.operator.name)!, note));
  const found = await settled(all);
  await giveWay(found.reduce((sum, { offers }) => sum + offers.length, 0));
  return found;
}

function progressOf(
  { session, sent }: OperatorRun,
  plan: ComparePlan['operators'][number] | undefined,
): OperatorProgress {
  const done = Object.values(sent).reduce((sum, count) => sum + count);
  return { session, done, total: plan?.mostRequests ?? plan?.requests ?? 0 };
}

/** In the order of the question. */
function datesOf(
  dates: readonly RentalDates[],
  operators: readonly OperatorTrips[],
  found: readonly FoundOffers[],
): DatesResult[] {
  const trips = operators.reduce((sum, operator) => sum + operator.trips.length / dates.length, 0);
  const answered = groupBy(
    found.flatMap(({ wanted }) => [...wanted.availability.keys()]),
    datesKey,
  );
  return dates.map((pair) => ({ ...pair, trips, answered: answered.get(datesKey(pair))?.length ?? 0 }));
}

function byId(question: Question, found: readonly FoundOffers[]): Question {
  const vehicles = new Map(found.map(({ question: { operator }, wanted }) => [operator, wanted.byId]));
  const operators = question.operators.map((operator) => {
    return { ...operator, vehicles: vehicles.get(operator.operator) ?? operator.vehicles };
  });
  return { ...question, operators };
}

/**
 * The extras that no offer has. A service that refuses ids of extras does not say which of them, so after a refusal the lists of the
 * vehicles are looked up.
 */
async function goneExtras(found: readonly FoundOffers[], offers: readonly Offer[]): Promise<ExtraRef[]> {
  if (offers.some((offer) => offer.quote !== undefined && isWhole(offer))) return [];
  const refs = new Map<string, ExtraRef>();
  const isSomewhere = new Map<string, boolean>();
  for (const { question, run } of found) {
    const { operator, extras } = question;
    const operatorOffers = offers.filter((offer) => offer.operator === operator);
    const isRefused = operatorOffers.some(({ quote, missing }) => quote === undefined && missing.length > 0);
    if (isRefused) await askEveryList(run, extras);
    for (const ref of extras) {
      const key = ref.id === undefined ? `${ref.kind} ${fold(ref.name)}` : `${ref.kind} ${operator} ${ref.id}`;
      refs.set(key, ref);
      const evidence = operatorOffers.flatMap((offer) => isShown(offer, ref, run) ?? []);
      if (evidence.length > 0) isSomewhere.set(key, isSomewhere.get(key) === true || evidence.includes(true));
    }
  }
  return [...refs].flatMap(([key, ref]) => (isSomewhere.get(key) === false ? ref : []));
}

/** Whether the offer has the extra; undefined if neither a list nor a quote shows it. */
function isShown(
  { extras, vehicle, quote, unchecked }: Offer,
  ref: ExtraRef,
  { listed }: OperatorRun,
): boolean | undefined {
  const { kind, id, name } = ref;
  const requested = extras.requested.find((extra) => {
    return extra.kind === kind && (id === undefined ? isSameName(name, extra.name ?? '') : extra.id === id);
  });
  if (requested === undefined) return unchecked.length > 0 ? undefined : false;
  if (quote !== undefined)
    return !unprovenIn(quote, [requested]).some((extra) => extra.quantity > 0 && extra.priced === 0);
  if (!requested.isUnlisted) return true;
  const lists = listed.get(vehicleKey(vehicle))?.firstLists;
  const list = isKnown(lists) ? lists[kind] : undefined;
  return list && finderIn(list)(ref).length > 0;
}
