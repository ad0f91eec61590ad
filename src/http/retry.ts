/** Attempts and the waits between them: whether to retry, and after how long. */
import { RateLimitedError } from '../errors.ts';
import type { Machine, OnEvent } from './types.ts';

/** How many 429 one request waits out; the budget decides how long. */
const rateLimitRetries = 3;
/** ms; the wait before retry n is random in [0, min(cap, base · 2ⁿ⁻¹)). */
const base = 500;
const cap = 8_000;

/** How an error may be cured. */
export interface Retry {
  /** Short, for messages: `<reason>, retry 1 of 2`. */
  readonly reason: string;
  readonly retries: number;
  /** Earliest time of a retry by Retry-After, ms from now. */
  readonly earliestMs?: number | undefined;
}

export interface RetryPolicy {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  /** Undefined if no other attempt can succeed. */
  retryOf(error: unknown): Retry | undefined;
  /** The longest wait allowed now, ms; 0 means never wait. */
  maxWaitMs(): number;
  /** Gets the time of each failed attempt, and of each wait before it begins, ms. */
  onTimeSpent?(ms: number): void;
  readonly retryBudget?: RetryBudget;
}

/** Calls until an attempt gives a result. Throws the last error if no retry is left. */
export async function withRetries<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  const { machine, retryBudget } = policy;
  let rateLimited = 0;
  for (let made = 0; ;) {
    const startedAt = machine.monotonic();
    try {
      const result = await attempt();
      retryBudget?.succeeded();
      return result;
    } catch (error) {
      if (error instanceof RateLimitedError && error.status === 429 && rateLimited < rateLimitRetries) {
        rateLimited += 1;
        continue;
      }
      policy.onTimeSpent?.(machine.monotonic() - startedAt);
      await waitForRetry(error, made, policy);
      made += 1;
    }
  }
}

/** Waits until the request may be sent again; throws the error if it may not. */
async function waitForRetry(error: unknown, made: number, policy: RetryPolicy): Promise<void> {
  const { machine, retryBudget, signal, onEvent } = policy;
  const { reason, retries, earliestMs } = policy.retryOf(error) ?? { reason: '', retries: 0 };
  const delay = made < retries ? retryDelay(made, earliestMs, policy.maxWaitMs(), machine.random()) : undefined;
  if (delay === undefined) throw error;
  if (retryBudget?.take() === false) {
    onEvent({ type: 'notice', message: `${reason}: too many requests failed, so this one is not sent again` });
    throw error;
  }
  policy.onTimeSpent?.(delay);
  onEvent({ type: 'wait', reason: `${reason}, retry ${made + 1} of ${retries}`, until: machine.now() + delay });
  await machine.sleep(delay, signal).finally(() => onEvent({ type: 'wait-end' }));
}

/** ms to wait before the retry after `made` others; undefined to give up now. `random` is in [0, 1). */
export function retryDelay(made: number, earliestMs = 0, maxWaitMs: number, random: number): number | undefined {
  if (maxWaitMs <= 0 || earliestMs > maxWaitMs) return undefined;
  // Jitter Retry-After as well, so that rejected clients do not retry together.
  return Math.min(earliestMs + random * Math.min(cap, base * 2 ** made), maxWaitMs);
}

/** The service, or something before it, may be back soon: the only rule about which statuses are worth a retry of every kind. */
export function isUnavailable(status: number): boolean {
  return status >= 502 && status <= 504;
}

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/**
 * Stops a retry storm: if most requests fail, retrying each one makes it worse. Ten retries at first; each success earns a
 * tenth of one, so in the long run at most one request in eleven is a retry.
 */
export function createRetryBudget(most = 10) {
  // In tenths of a retry.
  let left = 10 * most;
  return {
    /** Takes one retry; false if none is left. */
    take: (): boolean => {
      if (left < 10) return false;
      left -= 10;
      return true;
    },
    succeeded: (): void => {
      left = Math.min(10 * most, left + 1);
    },
  };
}
