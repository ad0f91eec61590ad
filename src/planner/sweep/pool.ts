/** Runs requests in parallel, a few at a time, until all are done or the operator is given up. */
import { InterruptedError, NetworkError, RateLimitedError, RentalError, UnavailableError } from '../../errors.ts';

/** Enough to use 100 requests a minute at a service that takes six seconds for an answer. */
const concurrency = 10;
/** Failures in a row after which an operator is given up. */
const mostFailures = 5;

/** Stops the requests to an operator that keeps failing. */
export function createCircuitBreaker() {
  let failures = 0;
  let reason: RentalError | undefined;
  return {
    /** Why nothing more is sent. */
    stopped: () => reason,
    succeeded: (): void => {
      failures = 0;
    },
    failed: (error: RentalError): void => {
      failures = error instanceof UnavailableError || error instanceof NetworkError ? failures + 1 : 0;
      // After a RateLimitedError the next request would have to wait just as long.
      if (failures >= mostFailures || error instanceof RateLimitedError) reason ??= error;
    },
  };
}

interface PooledWork<T> {
  readonly items: readonly T[];
  readonly breaker: ReturnType<typeof createCircuitBreaker>;
  run(item: T): Promise<void>;
  /** Called with the RentalError of one item; the other items continue. */
  failed(item: T, error: RentalError): void;
}

/**
 * Resolves with the items that were not started because the circuit breaker stopped the work. Rejects with the signal's reason, or
 * with the first error that is not a RentalError, after all running items have ended.
 */
export async function runPool<T>({ items, breaker, run, failed }: PooledWork<T>, signal: AbortSignal): Promise<T[]> {
  let next = 0;
  let isBroken = false;
  const attempt = async (item: T): Promise<void> => {
    try {
      signal.throwIfAborted();
      await run(item);
      breaker.succeeded();
    } catch (error) {
      if (error instanceof RentalError && !(error instanceof InterruptedError) && !signal.aborted) {
        breaker.failed(error);
        return failed(item, error);
      }
      isBroken = true;
      throw signal.aborted ? signal.reason : error;
    }
  };
  const worker = async (): Promise<void> => {
    while (next < items.length && !isBroken && breaker.stopped() === undefined) await attempt(items[next++] as T);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  return items.slice(next);
}
