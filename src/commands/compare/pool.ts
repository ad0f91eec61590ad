/** Work side by side, a few at a time, until it is done or there is no point in going on. */
import { InterruptedError, NetworkError, RateLimitedError, RentalError, UnavailableError } from '../../errors.ts';

/** Enough to spend a budget of 100 a minute on a service that takes six seconds for an answer. */
const width = 10;
/** An operator that fails so often in a row is left alone. */
const patience = 5;

export interface Guard {
  /** Why nothing more is sent. */
  stopped(): RentalError | undefined;
  succeeded(): void;
  failed(error: RentalError): void;
}

export function createGuard(): Guard {
  let row = 0;
  let reason: RentalError | undefined;
  return {
    stopped: () => reason,
    succeeded: () => {
      row = 0;
    },
    failed: (error) => {
      row = error instanceof UnavailableError || error instanceof NetworkError ? row + 1 : 0;
      // The next request would have to wait as long.
      if (row >= patience || error instanceof RateLimitedError) reason ??= error;
    },
  };
}

export interface Work<T> {
  readonly items: readonly T[];
  readonly guard: Guard;
  run(item: T): Promise<void>;
  /** A RentalError of one item; the others go on. */
  failed(item: T, error: RentalError): void;
}

/**
 * Resolves with the items that were not begun because the guard stopped. Rejects with the signal's reason, and with
 * anything that is no RentalError, once nothing is under way any more: what was answered by then is known.
 */
export async function workThrough<T>({ items, guard, run, failed }: Work<T>, signal: AbortSignal): Promise<T[]> {
  let next = 0;
  let isBroken = false;
  const attempt = async (item: T): Promise<void> => {
    try {
      signal.throwIfAborted();
      await run(item);
      guard.succeeded();
    } catch (error) {
      if (error instanceof RentalError && !(error instanceof InterruptedError) && !signal.aborted) {
        guard.failed(error);
        return failed(item, error);
      }
      isBroken = true;
      throw signal.aborted ? signal.reason : error;
    }
  };
  const worker = async (): Promise<void> => {
    while (next < items.length && !isBroken && guard.stopped() === undefined) await attempt(items[next++] as T);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, worker));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  return items.slice(next);
}
