/** The entrance of this room: plans a comparison from the texts of a request and asks it, or asks a saved question. */
import type { RentalDates, Trip } from '../api/types.ts';
import { isFailedRequest, UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import type { ComparePlan } from '../documents/compare.ts';
import { expiredNotes } from '../planner/expiry.ts';
import type { Question } from '../planner/question.ts';
import type { Session } from '../planner/session.ts';
import { nameDepots } from '../planner/trip.ts';
import { wantedTimesOf } from '../planner/wanted-times.ts';
import { hasExtras, textsByOperator, vehicleIds, type OperatorTexts } from '../resolve/by-operator.ts';
import { needsDepots, resolveDepots, takesPart } from '../resolve/compared-depots.ts';
import { neededLists } from '../resolve/compared-extras.ts';
import { ask, type AskOptions } from './engine/ask.ts';
import type { OperatorRun } from './engine/operator-run.ts';
import type { CompareFailure, CompareOutcome } from './engine/outcome.ts';
import { comparePlan, type PlannedOperator } from './engine/plan.ts';
import { isOneEnd } from './engine/search-options.ts';
import { createSpending, type Confirm } from './engine/spending.ts';
import { tripsOf } from './question/dates.ts';
import {
  defaultMaxRequests,
  readDates,
  requestCeiling,
  type CompareRequest,
  type DateTexts,
} from './question/request.ts';
import { noteLaterVehicles, resolveQuestion, tripsAsked } from './resolve-question.ts';

export type { Confirm } from './engine/spending.ts';

interface CompareOptions extends AskOptions {
  /** Asked before a comparison that may take more than `maxRequests` requests. Without it, such a comparison is refused, or ends when they are sent. */
  readonly confirm?: Confirm;
}

interface PlannedComparison {
  readonly plan: ComparePlan;
  /** The dates of the request, so that they give the same days when they are read later. */
  readonly fixed: DateTexts;
  /** To be called once. */
  ask(): Promise<CompareOutcome>;
}

/**
 * Until `ask` is called, only lists of depots are requested. Throws UsageError if the request is not understood, or needs more requests
 * than are allowed. `ask` also throws NotAvailableError if no wanted vehicle is available.
 */
export async function planComparison(
  request: CompareRequest,
  sessions: readonly Session[],
  options: CompareOptions,
): Promise<PlannedComparison> {
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a comparison needs an operator');
  const { note = () => {}, confirm } = options;
  const { quoteMode, groups = ['all'], isNamed = false, dryRun: isLater = false } = request;
  const { dates, fixed } = readDates(request, [first, ...others], note);
  const spending = createSpending(sessions, { maxRequests: request.maxRequests, confirm });
  const { operators, failures } = await findTrips(request, sessions, { dates, note, spend: spending.spend });
  // A dry run is for the plan alone, so no operator may be missing from it.
  if (isLater && failures[0] !== undefined) throw failures[0].error;
  const rules = searchRules(request, dates);
  const planRules = { ...rules, isNamed, isLater, isOpenEnded: request.maxRequests === undefined };
  const plan = comparePlan(operators, planRules);
  if (!isLater) await spending.allow(plan, rules);
  const texts = operators.map((operator) => operator.texts);
  let runs: readonly OperatorRun[] = [];
  let resolvedTrips = 0;
  const resolve = async (started: readonly OperatorRun[]): Promise<Question> => {
    runs = started;
    const lost = failures.map(({ operator }) => operator);
    const resolved = await resolveQuestion(texts, runs, { lost, note });
    resolvedTrips = tripsAsked(runs);
    return { operators: resolved, dates, ...wantedTimesOf(request), groups, quoteMode };
  };
  return {
    plan,
    fixed,
    ask: async () => {
      if (isNamed) await Promise.all(operators.map(({ session }) => nameDepots(session.depots)));
      const { more, cutError } = spending;
      const allow = async (counts: readonly number[]): Promise<void> => {
        if (quoteMode.how !== 'all') return;
        const rest = comparePlan(withVehicles(operators, counts), planRules);
        await spending.allow({ ...rest, requests: rest.requests + spending.sent() }, rules);
      };
      const parts = {
        isSaved: false,
        operators,
        dates,
        wanted: wantedTimesOf(request),
        failures,
        plan,
        rules: { ...rules, maxRequests: spending.left() },
        resolve,
        allow,
        more,
        cutError,
      };
      const outcome = await ask({ ...options, ...parts });
      if (outcome.question !== undefined && tripsAsked(runs) > resolvedTrips)
        noteLaterVehicles(outcome.question, texts, runs, note);
      const quotes = outcome.offers.flatMap(({ quote = [] }) => quote);
      // All sessions have the clock of this machine.
      expiredNotes(quotes, first.now()).forEach(note);
      return outcome;
    },
  };
}

/** `counts`: of the wanted vehicles at each operator. */
function withVehicles(operators: readonly PlannedOperator[], counts: readonly number[]): PlannedOperator[] {
  return operators.map((operator, place) => ({ ...operator, vehicles: counts[place], isCounted: true }));
}

function searchRules(
  { quoteMode, groups = ['all'], maxTotal, maxRequests = defaultMaxRequests }: CompareRequest,
  dates: readonly RentalDates[],
) {
  return { quoteMode, groups, isOneEnd: isOneEnd(dates), maxTotal, maxRequests: Math.min(maxRequests, requestCeiling) };
}

/** Asks a question of values again: by ids and whole names. The sessions have the names of its operators. Trips that are preferred are asked for first. */
export async function askQuestion(
  question: Question,
  sessions: readonly Session[],
  options: AskOptions & { readonly isPreferred?: (operator: string, trip: Trip) => boolean },
): Promise<CompareOutcome> {
  const { dates, groups, quoteMode } = question;
  const { isPreferred = () => false } = options;
  // The user allowed this many before, but there can be more vehicles now.
  const { spend } = createSpending(sessions, { maxRequests: requestCeiling });
  const operators = await Promise.all(
    sessions.map(async (session): Promise<PlannedOperator> => {
      const depots = question.operators.find(({ operator }) => operator === session.operator.name)!;
      await nameDepots(session.depots);
      const answers = await session.answers(spend);
      const allowance = session.allowance();
      return {
        session,
        answers,
        depots,
        trips: tripsOf(depots, dates),
        allowance,
        vehicles: undefined,
        isCounted: false,
        lists: 0,
      };
    }),
  );
  const rules = { quoteMode, groups, isOneEnd: isOneEnd(dates), maxRequests: requestCeiling };
  const planRules = { ...rules, isNamed: true, isLater: false, isOpenEnded: false };
  return ask({
    ...options,
    isSaved: true,
    preferred: operators.flatMap(({ session, trips }) => {
      return trips.filter((trip) => isPreferred(session.operator.name, trip));
    }),
    operators,
    dates,
    wanted: wantedTimesOf(question),
    failures: [],
    plan: comparePlan(operators, planRules),
    rules,
    allow: async (counts) => {
      const { requests } = comparePlan(withVehicles(operators, counts), planRules);
      if (requests <= requestCeiling) return;
      throw new UsageError(`this now takes ${requests} requests, and a comparison sends at most ${requestCeiling}`);
    },
    more: async () => 0,
    cutError: () => new UsageError(`all ${requestCeiling} allowed requests were sent`),
    resolve: async () => question,
  });
}

interface FindParts {
  readonly dates: readonly RentalDates[];
  readonly note: NonNullable<AskOptions['note']>;
  /** Called before each request, which is not sent if it throws. */
  readonly spend: () => void;
}

interface FoundTrips {
  readonly operators: readonly (PlannedOperator & { readonly texts: OperatorTexts })[];
  /** Of operators whose depots could not be looked up; the others continue. */
  readonly failures: readonly CompareFailure[];
}

/** The trips of each operator that takes part. Throws UsageError if none does, and what the service throws if there is only one operator. */
async function findTrips(
  request: CompareRequest,
  sessions: readonly Session[],
  { dates, note, spend }: FindParts,
): Promise<FoundTrips> {
  const isOnly = sessions.length === 1;
  const leaveOut = (operator: string): void =>
    note(`${operator} is left out: it has none of the requested depots or vehicles`);
  const { listed, failures } = await listDepots(request, sessions, leaveOut);
  const choices = resolveDepots(listed, { isOnly, note });
  const operators = listed.map(async ({ session, texts, allowance }, place) => {
    const depots = choices[place]!;
    const trips = tripsOf(depots, dates);
    // If a list is stored, it is read for warnings of closed days and for names; nothing is sent for them.
    await session.depots.stored();
    if (trips.length === 0) return leaveOut(texts.operator);
    const answers = await session.answers(spend);
    const wanted = vehicleIds(texts)?.size;
    const vehicles = wanted ?? ((await session.seenVehicles()).length || undefined);
    const counts = { vehicles, isCounted: wanted !== undefined, lists: neededLists(texts).length };
    return { session, answers, depots, trips, allowance, texts, ...counts };
  });
  const found = (await Promise.all(operators)).filter((operator) => operator !== undefined);
  if (found.length + failures.length > 0) return { operators: found, failures };
  throw new UsageError('none of these operators has the requested depots and vehicles', {
    hint: fieldText("{list:depots} lists an operator's depots"),
  });
}

/** The depots of each operator, where its texts need them. Side by side: one that does not answer must not keep the others waiting. */
async function listDepots(request: CompareRequest, sessions: readonly Session[], leaveOut: (operator: string) => void) {
  const names = sessions.map(({ operator }) => operator.name);
  const texts = textsByOperator(request, names);
  if (request.quoteMode.how === 'none' && texts.some(hasExtras))
    throw new UsageError(fieldText('{quote} none does not price extras'), { hint: 'leave one of them out' });
  const failures: CompareFailure[] = [];
  const listed = texts.map(async (operatorTexts, place) => {
    const session = sessions[place]!;
    if (!takesPart(operatorTexts)) return leaveOut(operatorTexts.operator);
    const allowance = session.allowance();
    try {
      const depots = needsDepots(operatorTexts) ? await session.depots.list() : [];
      return { session, texts: operatorTexts, depots, allowance };
    } catch (error) {
      if (sessions.length === 1 || !isFailedRequest(error)) throw error;
      failures.push({ operator: operatorTexts.operator, step: 'depots', error, unasked: 0 });
      return undefined;
    }
  });
  return { listed: (await Promise.all(listed)).filter((operator) => operator !== undefined), failures };
}
