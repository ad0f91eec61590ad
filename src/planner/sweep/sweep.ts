/**
 * The sweep: a request of plain values in, events out. One program from top to bottom: read, plan, allow, the vehicles of each trip and their
 * extras, the quotes. Answers are stored, so the same program again goes on where an earlier one ended.
 */
import { InterruptedError, UsageError, type RentalError } from '../../errors.ts';
import { groupBy } from '../../group-by.ts';
import { expiredNotes } from '../expiry.ts';
import type { Session } from '../session.ts';
import { nameDepots } from '../trip.ts';
import { sweepWarnings } from './closed-day-warnings.ts';
import { stream, type DatesResult, type SweepEvent, type SweepFailure, type SweepNote } from './events.ts';
import type { SweepOutcome } from './events.ts';
import { findOffers, type FoundOffers } from './find-offers.ts';
import { expectSweep } from './forecast.ts';
import { lessInWords } from './fewer-requests.ts';
import { readOperatorSweeps, type OperatorSweep } from './operator-sweep.ts';
import { meantBy } from './meant-request.ts';
import { pause } from './pauses.ts';
import { sweepPlan, type SweepPlan } from './plan.ts';
import { candidatesOf, createQuotes, knownOf } from './quotes.ts';
import { readScope, type SweepRequest, type SweepScope } from './request.ts';
import { startRun, type OperatorRun } from './run.ts';
import { createSpending, type Confirm, type Spending } from './spending.ts';
import { datesKey } from './trips.ts';

interface SweepOptions {
  /** Ends the sweep early, with what is known; its reason is the interruption of the outcome. */
  readonly signal?: AbortSignal;
  /** Asked before a sweep that may take more requests than `maxRequests`; without it such a sweep is refused, or ends there. */
  readonly confirm?: Confirm;
}

/**
 * Runs when it is read. Fails with UsageError if the request is not understood, or needs more requests than are allowed, and with
 * NotAvailableError if no wanted vehicle is available. A failed request is a `failure` event; the sweep continues.
 */
export function runSweep(
  request: SweepRequest,
  sessions: readonly Session[],
  options: SweepOptions = {},
): AsyncGenerator<SweepEvent> {
  // Ends the requests of a sweep that nothing reads any more.
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  return stream<SweepEvent>(
    (emit) => sweep(request, sessions, { ...options, signal, emit }),
    () => stop.abort(new InterruptedError()),
  );
}

interface Parts {
  readonly signal: AbortSignal;
  readonly emit: (event: SweepEvent) => void;
}

async function sweep(
  request: SweepRequest,
  sessions: readonly Session[],
  { confirm, ...parts }: SweepOptions & Parts,
): Promise<void> {
  const { signal, emit } = parts;
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a sweep needs an operator');
  const { value: scope, notes } = readScope(request, [first, ...others]);
  const note: SweepNote = (text) => emit({ type: 'note', text });
  notes.forEach(note);
  const spending = createSpending(request.maxRequests, confirm);
  const { sweeps, lost } = await readOperatorSweeps(scope, sessions, { spend: spending.spend, note });
  const forLater = request.dryRun === true;
  const plan = await expectSweep(sweeps, scope, { forLater, signal });
  if (forLater) return emit({ type: 'planned', plan: planWithout(lost, plan, note) });
  const named = (): number => sessions.reduce((sum, { depots }) => sum + depots.requests(), 0);
  const before = named();
  spending.count(before);
  await spending.allow(plan, lessInWords(plan, sweeps));
  emit({ type: 'planned', plan });
  if (scope.named) await Promise.all(sweeps.map(({ session }) => nameDepots(session.depots)));
  spending.count(named() - before);
  const outcome = await askAll({ scope, sweeps, lost, plan, spending, ...parts });
  const quotes = outcome.offers.flatMap(({ quote = [] }) => quote);
  // All sessions have the clock of this machine.
  expiredNotes(quotes, first.now()).forEach(note);
  emit({ type: 'done', outcome });
}

interface AskParts extends Parts {
  readonly scope: SweepScope;
  readonly sweeps: readonly OperatorSweep[];
  readonly lost: readonly SweepFailure[];
  readonly plan: SweepPlan;
  readonly spending: Spending;
}

/** What is known at the end, also if that comes early. */
async function askAll({
  scope,
  sweeps,
  lost,
  plan: expected,
  spending,
  signal,
  emit,
}: AskParts): Promise<SweepOutcome> {
  const failures: SweepFailure[] = [];
  const fail = (failure: SweepFailure): void => {
    failures.push(failure);
    emit({ type: 'failure', failure });
  };
  const note: SweepNote = (text) => emit({ type: 'note', text });
  const runs = startRuns(sweeps, expected, { emit, fail, signal });
  lost.forEach(fail);
  let [plan, interruption]: [SweepPlan, RentalError | undefined] = [expected, undefined];
  let found: readonly FoundOffers[] = [];
  let quotes: ReturnType<typeof createQuotes> | undefined;
  try {
    // A reader knows how much there is to do before the first wait.
    await pause(signal);
    found = await findOffers(runs, scope, { isAll: lost.length === 0, note });
    const candidates = candidatesOf(found);
    plan = sweepPlan(knownOf(found, candidates, scope), scope.quoting);
    await spending.allow(plan, lessInWords(plan, sweeps));
    runs.forEach((run, index) => run.expect(plan.operators[index]));
    quotes = createQuotes(candidates, scope, { tell: (offer) => emit({ type: 'offer', offer }), note });
    await quotes.ask();
    for (const run of runs) run.end();
  } catch (error) {
    if (!signal.aborted) throw error;
    interruption = signal.reason instanceof InterruptedError ? signal.reason : new InterruptedError();
  }
  const { notes, ...known } = quotes?.result() ?? { offers: [], notes: [], isBelowEstimates: false };
  notes.forEach(note);
  if (interruption === undefined) for (const run of runs) run.finish();
  const meant = found.length === 0 ? undefined : meantBy(scope, found);
  return { plan, ...known, failures, asked: scope.fixed, meant, ...whatWasAsked(runs, found), interruption };
}

function startRuns(
  sweeps: readonly OperatorSweep[],
  plan: SweepPlan,
  parts: Omit<Parameters<typeof startRun>[1], 'onProgress'>,
): OperatorRun[] {
  const onProgress = (): void => parts.emit({ type: 'progress', operators: runs.map((run) => run.progress()) });
  const runs: OperatorRun[] = [];
  for (const one of sweeps) runs.push(startRun(one, { ...parts, onProgress }));
  runs.forEach((run, index) => run.expect(plan.operators[index]));
  return runs;
}

function whatWasAsked(runs: readonly OperatorRun[], found: readonly FoundOffers[]) {
  const sweeps = runs.map(({ sweep }) => sweep);
  const made = runs.reduce((sum, run) => sum + run.progress().done, 0);
  return {
    dates: datesOf(sweeps, found),
    warnings: sweepWarnings(sweeps),
    sessions: sweeps.map(({ session }) => session),
    made,
  };
}

/** In the order of the request. */
function datesOf(sweeps: readonly OperatorSweep[], found: readonly FoundOffers[]): DatesResult[] {
  const answered = groupBy(
    found.flatMap((one) => one.answered),
    datesKey,
  );
  const all = new Map<string, DatesResult>();
  for (const { trips } of sweeps) {
    for (const { pickUpDate, dropOffDate } of trips.dates) {
      const key = datesKey({ pickUpDate, dropOffDate });
      const count = (all.get(key)?.trips ?? 0) + trips.length / trips.dates.length;
      all.set(key, { pickUpDate, dropOffDate, trips: count, answered: answered.get(key)?.length ?? 0 });
    }
  }
  return [...all.values()];
}

/** A plan that leaves operators out says so. Throws if it would leave all of them out. */
function planWithout(lost: readonly SweepFailure[], plan: SweepPlan, note: SweepNote): SweepPlan {
  const [first] = lost;
  if (first === undefined) return plan;
  for (const { operator, error } of lost) note(`not counted: ${operator}, because of this: ${error.message}`);
  if (plan.operators.length === 0) throw first.error;
  return { ...plan, exact: false, counted: false };
}
