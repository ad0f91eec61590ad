/** The sweep engine: a request of plain values in, events out. Operators are asked in parallel, each within its own budget. */
import { InterruptedError, UsageError, type FieldText, type RentalError } from '../../errors.ts';
import type { Session } from '../session.ts';
import { nameDepots } from '../trip.ts';
import { askAll, type AskParts } from './ask.ts';
import type { Candidates } from './candidates.ts';
import { stream, type SweepEvent } from './events.ts';
import { exactPlan, expectSweep, planWithout } from './forecast.ts';
import { createRequestGate, type Confirm } from './gate.ts';
import { readOperatorSweeps } from './operator-sweep.ts';
import { createRecorder } from './recorder.ts';
import { readScope, type SweepRequest } from './request.ts';

export interface SweepOptions {
  /** Ends the sweep early, with what is known; its reason is the interruption of the outcome. */
  readonly signal?: AbortSignal;
  /** Asked before a sweep of more requests than `maxRequests`; without it such a sweep is refused. */
  readonly confirm?: Confirm;
}

type Emit = (event: SweepEvent) => void;

/**
 * Runs when it is read. Fails with UsageError if the request is not understood, or needs more requests than are allowed. A failed
 * request is a `failure` event; the sweep continues.
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
    (emit) => sweep(request, sessions, { ...options, signal }, emit),
    () => stop.abort(new InterruptedError()),
  );
}

async function sweep(
  request: SweepRequest,
  sessions: readonly Session[],
  options: SweepOptions & { readonly signal: AbortSignal },
  emit: Emit,
): Promise<void> {
  if (sessions.length === 0) throw new UsageError('a sweep needs an operator');
  const { value: scope, notes } = await readScope(request, sessions);
  const note = (text: FieldText): void => emit({ type: 'note', text });
  notes.forEach(note);
  const { sweeps, lost } = await readOperatorSweeps(scope, sessions, note);
  const forecast = expectSweep(sweeps, scope.quoting, request.dryRun === true);
  if (request.dryRun === true) return emit({ type: 'planned', plan: planWithout(lost, forecast.plan, note) });
  const lookedUp = sessions.some(({ depots }) => depots.requests() > 0);
  const gate = createRequestGate({ request, sweeps, confirm: options.confirm });
  await gate.allow(forecast.plan, lookedUp);
  emit({ type: 'planned', plan: forecast.plan });
  if (scope.named) await Promise.all(sweeps.map(({ session }) => nameDepots(session.depots)));
  await askOperators({ sweeps, lost, forecast, quoting: scope.quoting, gate, emit, signal: options.signal });
}

async function askOperators(parts: AskParts): Promise<void> {
  const { sweeps, lost, forecast, quoting, emit, signal } = parts;
  const recorder = createRecorder(sweeps, forecast.plan, emit);
  for (const failure of lost) recorder.fail(failure);
  const candidates: Candidates[] = [];
  let interruption: RentalError | undefined;
  try {
    await askAll(parts, recorder, candidates);
  } catch (error) {
    if (!signal.aborted) throw error;
    interruption = signal.reason instanceof InterruptedError ? signal.reason : new InterruptedError();
  }
  const isExact = sweeps.every((_, index) => candidates[index] !== undefined);
  const plan = isExact ? exactPlan(sweeps, candidates, quoting) : forecast.plan;
  recorder.noteExpired();
  emit({ type: 'done', outcome: { plan, ...recorder.results(), interruption } });
}
