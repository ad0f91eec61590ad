/** Sends the requests of a sweep to one operator, a few at a time, until it is down, and says what became of them. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { InterruptedError, isTransient, RateLimitedError, RentalError } from '../../base/errors.ts';
import type { SweepFailure, SweepStep } from './outcome.ts';
import { depotNames, type OperatorSweep } from './operator-sweep.ts';
import { SpentError } from './spending.ts';

/** Enough to use 100 requests a minute at a service that takes six seconds for an answer. */
const atOnce = 10;
/** Failures in a row, with none of the requests under way answered, after which an operator gets a pause. */
const mostFailures = 5;
/** ms. After each pause one request is tried. If none of them is answered, the operator is down. */
const pauses = [1000, 2000, 4000] as const;

/** What is asked for together. */
export interface Task {
  readonly step: SweepStep;
  readonly trip?: Trip;
  readonly vehicle?: Vehicle;
  /** Resolves with how many requests it took: none for a stored answer. */
  send(): Promise<number>;
}

interface RunParts {
  readonly fail: (failure: SweepFailure) => void;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
}

interface RunState extends RunParts, Pick<OperatorSweep, 'session'> {
  /** Requests so far. */
  readonly sent: Record<SweepStep, number>;
  /** Why the operator gets no more requests in this sweep. */
  stopped: RentalError | undefined;
  /** In a row. */
  failures: readonly RentalError[];
}

export type OperatorRun = ReturnType<typeof startRun>;

export function startRun(sweep: OperatorSweep, parts: RunParts) {
  const { session } = sweep;
  const sent = { depots: session.depots.requests(), availability: 0, extras: 0, quote: 0 };
  const state: RunState = { ...parts, session, sent, stopped: undefined, failures: [] };
  return {
    ...sweep,
    sent: sent as Readonly<typeof sent>,
    isStopped: () => state.stopped !== undefined,
    /**
     * Sends them, and once more those that failed and may be answered later. Resolves with those without an answer. Rejects with the
     * signal's reason, or with the first error that is not a RentalError, after all running requests have ended.
     */
    ask: async <T extends Task>(tasks: readonly T[]): Promise<readonly T[]> => {
      const first = await sendEach(state, tasks);
      const canAnswer = state.stopped === undefined && session.retries > 0;
      const again = first.flatMap(({ task, error }) => (canAnswer && isTransient(error) ? task : []));
      const lost = [...first.filter(({ task }) => !again.includes(task)), ...(await sendEach(state, again))];
      for (const { task, error } of lost) {
        const { step, trip, vehicle } = task;
        const names = trip && depotNames(session, trip);
        parts.fail({ operator: session.operator.name, step, trip, vehicle, ...names, error, unasked: 0 });
      }
      return lost.map(({ task }) => task);
    },
  };
}

/** Sends each of them once, and resolves with those that failed. */
async function sendEach<T extends Task>(state: RunState, tasks: readonly T[]) {
  const { session, signal } = state;
  const failed: { readonly task: T; readonly error: RentalError }[] = [];
  const left = [...tasks];
  let isBroken = false;
  const sendNext = async (): Promise<void> => {
    const task = left.shift() as T;
    try {
      signal.throwIfAborted();
      count(state, task.step, await task.send());
      state.failures = [];
    } catch (error) {
      isBroken = signal.aborted || !(error instanceof RentalError) || error instanceof InterruptedError;
      if (isBroken) throw signal.aborted ? signal.reason : error;
      if (isSent(error as RentalError, task, state)) failed.push({ task, error: error as RentalError });
      else left.unshift(task);
    }
  };
  const isOver = (): boolean => left.length === 0 || state.stopped !== undefined || isBroken;
  const worker = async (): Promise<void> => {
    while (!isOver() && state.failures.length < mostFailures) await sendNext();
  };
  const sendAll = () => settled(Array.from({ length: atOnce }, worker));
  await sendAll();
  for (let tries = 0; !isOver();) {
    const error = state.failures.at(-1) as RentalError;
    const ms = pauses[tries++];
    if (ms === undefined || !(await session.pause(`no answers (${error.message})`, ms, signal))) state.stopped = error;
    else await sendNext();
    if (state.failures.length > 0) continue;
    tries = 0;
    await sendAll();
  }
  const [first] = left;
  if (first !== undefined && state.stopped !== undefined) {
    const operator = session.operator.name;
    state.fail({ operator, step: first.step, error: state.stopped, unasked: left.length });
  }
  return failed;
}

/** Takes note of a failure. False: our own limits have stopped the request, and the service has not seen it. */
function isSent(error: RentalError, { step }: Task, state: RunState): boolean {
  if (error instanceof RateLimitedError || error instanceof SpentError) state.stopped ??= error;
  if (error instanceof SpentError || (error instanceof RateLimitedError && error.status === undefined)) return false;
  state.failures = isTransient(error) ? [...state.failures, error] : [];
  count(state, step, 1);
  return true;
}

function count({ sent, onProgress }: RunState, step: SweepStep, requests: number): void {
  if (requests === 0) return;
  sent[step] += requests;
  onProgress();
}

/** After all of them have ended; rejects with the first error. */
export async function settled<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
