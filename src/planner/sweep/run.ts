/** Sends the requests of a sweep to one operator, a few at a time, until it is down, and says what became of them. */
import type { Trip, Vehicle } from '../../api/types.ts';
import { InterruptedError, isTransient, RateLimitedError, RentalError, UnavailableError } from '../../errors.ts';
import type { Session } from '../session.ts';
import type { OperatorProgress, SweepFailure, SweepStep } from './outcome.ts';
import { depotNames, type OperatorSweep } from './operator-sweep.ts';
import { SpentError, type OperatorPlan } from './plan.ts';

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

export type OperatorRun = ReturnType<typeof startRun>;

interface RunParts {
  readonly fail: (failure: SweepFailure) => void;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
}

export function startRun(sweep: OperatorSweep, { fail, onProgress, signal }: RunParts) {
  const { session } = sweep;
  const operator = session.operator.name;
  const asker = createAsker(session, signal);
  const sent = { depots: session.depots.requests(), availability: 0, extras: 0, quote: 0 };
  let total = 0;
  const made = (): number => Object.values(sent).reduce((sum, count) => sum + count);
  const count = (step: SweepStep, requests: number): void => {
    if (requests === 0) return;
    sent[step] += requests;
    onProgress();
  };
  const askEach = async <T extends Task>(tasks: readonly T[]): Promise<Failed<T>[]> => {
    const { failed, unsent } = await asker.askEach(tasks, async (task) => count(task.step, await task.send()));
    for (const { item } of failed) count(item.step, 1);
    const [first] = unsent;
    const error = asker.stopped();
    if (first !== undefined && error !== undefined) fail({ operator, step: first.step, error, unasked: unsent.length });
    return failed;
  };
  const lose = ({ step, trip, vehicle }: Task, error: RentalError): void =>
    fail({ operator, step, trip, vehicle, ...(trip && depotNames(session, trip)), error, unasked: 0 });
  return {
    sweep,
    stopped: asker.stopped,
    /** So far. */
    sent: sent as Readonly<typeof sent>,
    /** Sends them, a few at a time, and once more those that failed and may be answered later. Resolves with those without an answer. */
    ask: async <T extends Task>(tasks: readonly T[]): Promise<readonly T[]> => {
      const first = await askEach(tasks);
      const again =
        asker.stopped() === undefined && session.retries > 0 ? first.filter(({ error }) => isTransient(error)) : [];
      const lost = [...first.filter((one) => !again.includes(one)), ...(await askEach(again.map(({ item }) => item)))];
      for (const { item, error } of lost) lose(item, error);
      return lost.map(({ item }) => item);
    },
    expect: (plan: OperatorPlan | undefined): void => {
      total = plan?.mostRequests ?? plan?.requests ?? 0;
      onProgress();
    },
    progress: (): OperatorProgress => ({ session, done: made(), total }),
  };
}

interface Failed<T> {
  readonly item: T;
  readonly error: RentalError;
}

export function createAsker({ pause }: Pick<Session, 'pause'>, signal: AbortSignal) {
  let stopped: RentalError | undefined;
  let failures = 0;
  return {
    /** Why the operator gets no more requests in this sweep. */
    stopped: () => stopped,
    /**
     * Asks for each item once. Resolves with those that failed and those that were not asked for. Rejects with the signal's reason, or with
     * the first error that is not a RentalError, after all running requests have ended.
     */
    askEach: async <T>(items: readonly T[], ask: (item: T) => Promise<void>) => {
      const failed: Failed<T>[] = [];
      const unsent: T[] = [];
      let next = 0;
      let isBroken = false;
      const fail = (item: T, error: RentalError): void => {
        if (error instanceof RateLimitedError || error instanceof SpentError) stopped ??= error;
        if (isUnsent(error)) return void unsent.push(item);
        failures = isTransient(error) ? failures + 1 : 0;
        failed.push({ item, error });
      };
      const start = async (): Promise<void> => {
        const item = items[next++] as T;
        try {
          signal.throwIfAborted();
          await ask(item);
          failures = 0;
        } catch (error) {
          isBroken = signal.aborted || !(error instanceof RentalError) || error instanceof InterruptedError;
          if (isBroken) throw signal.aborted ? signal.reason : error;
          fail(item, error as RentalError);
        }
      };
      const isOver = (): boolean => next >= items.length || stopped !== undefined || isBroken;
      const worker = async (): Promise<void> => {
        while (!isOver() && failures < mostFailures) await start();
      };
      const startAll = () => settled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
      await startAll();
      for (let tries = 0; !isOver();) {
        const ms = pauses[tries++];
        const error = failed.at(-1)?.error ?? new UnavailableError('no answers');
        if (ms === undefined || !(await pause(`no answers (${error.message})`, ms, signal))) stopped = error;
        else await start();
        if (failures > 0) continue;
        tries = 0;
        await startAll();
      }
      return { failed, unsent: [...unsent, ...items.slice(next)] };
    },
  };
}

/** Our own limits have stopped the request: the service has not seen it. */
function isUnsent(error: RentalError): boolean {
  return error instanceof SpentError || (error instanceof RateLimitedError && error.status === undefined);
}

/** After all of them have ended; rejects with the first error. */
export async function settled<T>(tasks: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
