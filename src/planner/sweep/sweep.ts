/**
 * The sweep: a request of plain values in, events out. One program from top to bottom: read, plan, allow, the vehicles of each trip and their
 * extras, the quotes. Answers are stored, so the same program again goes on where an earlier one ended.
 */
import { InterruptedError, UsageError, type RentalError } from '../../errors.ts';
import { groupBy } from '../../group-by.ts';
import { expiredNotes } from '../expiry.ts';
import type { Session } from '../session.ts';
import { nameDepots } from '../trip.ts';
import { stream, type DatesResult, type SweepEvent, type SweepFailure, type SweepOutcome } from './events.ts';
import { findOffers, type FoundOffers } from './find-offers.ts';
import { knownAfter, knownBefore } from './forecast.ts';
import { readOperatorSweeps, type OperatorSweep } from './operator-sweep.ts';
import { meantBy } from './meant-request.ts';
import { sweepPlan, type Known, type SweepPlan } from './plan.ts';
import { candidateOf } from './quoter.ts';
import { createQuotes } from './quotes.ts';
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
  const [first, ...others] = sessions;
  if (first === undefined) throw new UsageError('a sweep needs an operator');
  const { emit } = parts;
  const { value: scope, notes } = readScope(request, [first, ...others]);
  const note = noteTo(emit);
  notes.forEach(note);
  const forDepots = (): number => sessions.reduce((sum, { depots }) => sum + depots.requests(), 0);
  const spending = createSpending({ maxRequests: request.maxRequests, confirm, forDepots });
  const { sweeps, lost } = await readOperatorSweeps(scope, sessions, { spend: spending.spend, note });
  const isLater = request.dryRun === true;
  // A plan without an operator would be no plan.
  if (isLater && lost[0] !== undefined) throw lost[0].error;
  const known = sweeps.map((one) => knownBefore(one, scope, isLater));
  const plan = sweepPlan(known, scope.quoting);
  if (isLater) return emit({ type: 'planned', plan });
  await spending.allow(plan);
  emit({ type: 'planned', plan });
  if (scope.named) await Promise.all(sweeps.map(({ session }) => nameDepots(session.depots)));
  const outcome = await askAll({ scope, sweeps, lost, known, plan, spending, ...parts });
  const quotes = outcome.offers.flatMap(({ quote = [] }) => quote);
  // All sessions have the clock of this machine.
  expiredNotes(quotes, first.now()).forEach(note);
  emit({ type: 'done', outcome });
}

function noteTo(emit: Parts['emit']) {
  return (text: Extract<SweepEvent, { type: 'note' }>['text']): void => emit({ type: 'note', text });
}

interface AskParts extends Parts {
  readonly scope: SweepScope;
  readonly sweeps: readonly OperatorSweep[];
  readonly lost: readonly SweepFailure[];
  /** Of each operator. */
  readonly known: readonly Known[];
  readonly plan: SweepPlan;
  readonly spending: Spending;
}

/** What is known at the end, also if that comes early. */
async function askAll({ scope, sweeps, lost, known, plan, spending, signal, emit }: AskParts): Promise<SweepOutcome> {
  const failures: SweepFailure[] = [];
  const fail = (failure: SweepFailure): void => {
    failures.push(failure);
    emit({ type: 'failure', failure });
  };
  const note = noteTo(emit);
  const onProgress = (): void => emit({ type: 'progress', operators: runs.map((run) => run.progress()) });
  const runs: OperatorRun[] = sweeps.map((one) => startRun(one, { fail, onProgress, signal }));
  runs.forEach((run, index) => run.expect(plan.operators[index]));
  lost.forEach(fail);
  let interruption: RentalError | undefined;
  let found: readonly FoundOffers[] = [];
  let quotes: ReturnType<typeof createQuotes> | undefined;
  try {
    found = await findOffers(runs, { isAll: lost.length === 0, note });
    const candidates = found.flatMap(({ run, offers }) => offers.map((offer) => candidateOf(run, offer)));
    plan = sweepPlan(
      known.map((before, index) => knownAfter(before, found[index] as FoundOffers, candidates)),
      scope.quoting,
    );
    await spending.allow(plan);
    runs.forEach((run, index) => run.expect(plan.operators[index]));
    quotes = createQuotes(candidates, scope, { tell: (offer) => emit({ type: 'offer', offer }), note });
    await quotes.ask();
    for (const run of runs) run.expect();
  } catch (error) {
    if (!signal.aborted) throw error;
    interruption = signal.reason instanceof InterruptedError ? signal.reason : new InterruptedError();
  }
  const { notes, ...ranked } = quotes?.result() ?? { offers: [], notes: [], isBelowEstimates: false };
  notes.forEach(note);
  return {
    ...{ plan, ...ranked, failures, interruption, asked: scope.fixed },
    meant: found.length === 0 ? undefined : meantBy(scope, found),
    dates: datesOf(scope, sweeps, found),
    warnings: found.flatMap(({ run, closed }) =>
      closed.map((day) => ({ operator: run.sweep.session.operator.name, ...day })),
    ),
    sessions: sweeps.map(({ session }) => session),
    made: runs.reduce((sum, run) => sum + run.progress().done, 0),
  };
}

/** In the order of the request. */
function datesOf(
  { dates }: SweepScope,
  sweeps: readonly OperatorSweep[],
  found: readonly FoundOffers[],
): DatesResult[] {
  const trips = sweeps.reduce((sum, one) => sum + one.trips.length / dates.length, 0);
  const answered = groupBy(
    found.flatMap((one) => one.answered),
    datesKey,
  );
  return dates.map((date) => ({ ...date, trips, answered: answered.get(datesKey(date))?.length ?? 0 }));
}
