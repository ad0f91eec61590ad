/** Runs requests in parallel, a few at a time, until all are done or the operator is given up because it is down. */
import { InterruptedError, NetworkError, RateLimitedError, RentalError, UnavailableError } from '../../errors.ts';

/** Enough to use 100 requests a minute at a service that takes six seconds for an answer. */
const concurrency = 10;
/** Failures in a row, with none of the requests under way answered, after which an operator gets a pause. */
const mostFailures = 5;
/** ms. After each pause one request is tried. If none of them is answered, the operator is down. */
const pauses = [1000, 2000, 4000] as const;

/** Whether a later request may be answered. */
const isPassing = (error: unknown): boolean => error instanceof UnavailableError || error instanceof NetworkError;

/** Whether an operator gets no more requests in this sweep. */
export function createCircuitBreaker() {
  let reason: RentalError | undefined;
  return {
    stopped: () => reason,
    stop: (error: RentalError): void => {
      reason ??= error;
    },
  };
}

interface PooledWork<T> {
  readonly items: readonly T[];
  readonly breaker: ReturnType<typeof createCircuitBreaker>;
  /** So many rounds without any answer end the asking for what failed; 0 asks for each item once. */
  readonly retries: number;
  run(item: T): Promise<void>;
  /** Called with the RentalError of one item, at the end if it was asked for again; the other items continue. */
  failed(item: T, error: RentalError): void;
  /** Resolves after `ms`, or with false if the user does not want to wait that long. */
  pause(error: RentalError, ms: number): Promise<boolean>;
}

interface Failure<T> {
  readonly item: T;
  readonly error: RentalError;
}

/**
 * Resolves with the items that were never started because the operator is down or its limit is reached. Rejects with the signal's
 * reason, or with the first error that is not a RentalError, after all running items have ended.
 */
export async function runPool<T>(work: PooledWork<T>, signal: AbortSignal): Promise<T[]> {
  const { breaker, retries, failed, pause } = work;
  let again: Failure<T>[] = [];
  const later = (item: T, error: RentalError): void =>
    void (retries > 0 && isPassing(error) ? again.push({ item, error }) : failed(item, error));
  try {
    const unsent = await runRound({ ...work, failed: later }, signal, true);
    for (let fruitless = 0; fruitless < retries && breaker.stopped() === undefined;) {
      const round = again;
      const [first] = round;
      if (first === undefined || (fruitless > 0 && !(await pause(first.error, pauses[0])))) break;
      again = [];
      const left = await runRound({ ...work, items: round.map(({ item }) => item), failed: later }, signal, false);
      again.push(...round.slice(round.length - left.length));
      fruitless = again.length < round.length ? 0 : fruitless + 1;
    }
    return unsent;
  } finally {
    for (const { item, error } of again) failed(item, error);
  }
}

/**
 * Starts each item once, until the operator is silent. `probes`: then it is tried after pauses, and given up if it stays silent: a
 * share of failures is not a reason, because any answer shows that it is not down. Resolves with the items that were not started.
 */
async function runRound<T>(work: PooledWork<T>, signal: AbortSignal, probes: boolean): Promise<T[]> {
  const { items, breaker, pause } = work;
  const { attempt, isBroken, silence } = createAttempts(work, signal);
  let next = 0;
  const mayStart = (): boolean => next < items.length && !isBroken() && breaker.stopped() === undefined;
  const start = (): Promise<void> => attempt(items[next++] as T);
  const worker = async (): Promise<void> => {
    while (mayStart() && silence() === undefined) await start();
  };
  const runAll = async (): Promise<void> => {
    const ends = await Promise.allSettled(Array.from({ length: Math.min(concurrency, items.length) }, worker));
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
  };
  await runAll();
  let tries = 0;
  for (let error = silence(); probes && error !== undefined && mayStart(); error = silence()) {
    const ms = pauses[tries++];
    if (ms === undefined || !(await pause(error, ms))) breaker.stop(error);
    else await start();
    if (silence() !== undefined) continue;
    tries = 0;
    await runAll();
  }
  return items.slice(next);
}

/** Runs single items, and counts the failures in a row. */
function createAttempts<T>({ breaker, run, failed }: PooledWork<T>, signal: AbortSignal) {
  let failures = 0;
  let last: RentalError | undefined;
  let isBroken = false;
  return {
    isBroken: () => isBroken,
    /** The last failure if nothing has been answered lately. */
    silence: (): RentalError | undefined => (failures < mostFailures ? undefined : last),
    attempt: async (item: T): Promise<void> => {
      try {
        signal.throwIfAborted();
        await run(item);
        failures = 0;
      } catch (error) {
        if (!(error instanceof RentalError) || error instanceof InterruptedError || signal.aborted) {
          isBroken = true;
          throw signal.aborted ? signal.reason : error;
        }
        last = error;
        failures = isPassing(error) ? failures + 1 : 0;
        // After a RateLimitedError the next request would have to wait just as long.
        if (error instanceof RateLimitedError) breaker.stop(error);
        failed(item, error);
      }
    },
  };
}
