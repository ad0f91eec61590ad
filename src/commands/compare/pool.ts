/** Work side by side, a few at a time, until it is done or there is no point in going on. */
import { NetworkError, RateLimitedError, RentalError, UnavailableError } from '../../errors.ts';

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
 * anything that is no RentalError.
 */
export async function workThrough<T>({ items, guard, run, failed }: Work<T>, signal: AbortSignal): Promise<T[]> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && guard.stopped() === undefined) {
      signal.throwIfAborted();
      const item = items[next++] as T;
      try {
        await run(item);
        guard.succeeded();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof RentalError)) throw error;
        guard.failed(error);
        failed(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return items.slice(next);
}
