/** Attempts and the waits between them: whether to retry, and after how long. */
import { RateLimitedError, UnavailableError } from '../base/errors.ts';
import { isUnavailable } from './error-codes.ts';
import { TransportError } from './transport-errors.ts';
import type { Machine, OnEvent } from './types.ts';

/** One request waits out this many 429, whatever the waits are; the budget decides how long. */
const rateLimitRetries = 3;
/**
 * Further ones are waited out if they come at most this often per window: otherwise a service that
 * refuses at once is asked for ever.
 */
const refusalsPerWindow = 12;
/** ms; the wait before retry n is random in [0, min(cap, base · 2ⁿ⁻¹)). */
const base = 500;
const cap = 8_000;

export interface RetryPolicy {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  /** Retries after the first attempt: 2 makes three attempts. */
  readonly retries: number;
  /** The longest wait allowed now, ms; 0 means never wait. */
  maxWaitMs(): number;
  /** Of the service's limit; without it, no more than three 429 are waited out. */
  readonly windowMs?: number;
  /** Gets the time of each failed attempt, and of each wait before it begins, ms. */
  onTimeSpent?(ms: number): void;
  /** One for all clients of an operator. */
  readonly retryBudget?: RetryBudget;
}

/**
 * Calls until an attempt gives a result. Throws the last error if no retry is left.
 *
 * @param attempt gets how long the request has already waited for the limit, once the free retries are used up, ms
 */
export async function withRetries<T>(
  attempt: (waitedMs: number) => Promise<T>,
  policy: RetryPolicy,
): Promise<T> {
  const { machine, retryBudget } = policy;
  let [rateLimited, refusedAt] = [0, 0];
  for (let made = 0; ;) {
    const startedAt = machine.monotonic();
    try {
      const result = await attempt(rateLimited > rateLimitRetries ? startedAt - refusedAt : 0);
      retryBudget?.succeeded();
      return result;
    } catch (error) {
      if (error instanceof RateLimitedError && error.status === 429) {
        if (rateLimited === 0) refusedAt = machine.monotonic();
        if (mayWaitAgain(rateLimited, machine.monotonic() - refusedAt, policy)) {
          rateLimited += 1;
          continue;
        }
      }
      policy.onTimeSpent?.(machine.monotonic() - startedAt);
      await waitForRetry(error, made, policy);
      made += 1;
    }
  }
}

/** @param sinceMs since the first of the refusals */
function mayWaitAgain(
  refusals: number,
  sinceMs: number,
  { windowMs, maxWaitMs }: RetryPolicy,
): boolean {
  if (refusals < rateLimitRetries) return true;
  const isSlow = windowMs !== undefined && sinceMs >= (refusals * windowMs) / refusalsPerWindow;
  return isSlow && sinceMs < maxWaitMs();
}

/** Waits until the request may be sent again; throws the error if it may not. */
async function waitForRetry(error: unknown, made: number, policy: RetryPolicy): Promise<void> {
  const { machine, retryBudget, signal, onEvent } = policy;
  const { reason = '', most = policy.retries } = cureOf(error);
  const retries = reason === '' ? 0 : Math.min(most, policy.retries);
  // By Retry-After.
  const earliestMs = error instanceof UnavailableError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const delay =
    made < retries ? retryDelay(made, earliestMs, policy.maxWaitMs(), machine.random()) : undefined;
  if (delay === undefined) throw error;
  if (retryBudget?.take() === false) {
    onEvent({
      type: 'notice',
      message: `${reason}: too many requests failed, so this one is not sent again`,
    });
    throw error;
  }
  policy.onTimeSpent?.(delay);
  onEvent({
    type: 'wait',
    reason: `${reason}, retry ${made + 1} of ${retries}`,
    until: machine.now() + delay,
  });
  await machine.sleep(delay, signal).finally(() => onEvent({ type: 'wait-end' }));
}

/** What another attempt can cure, in short, and with how many at most; nothing for other errors. */
function cureOf(error: unknown): { readonly reason?: string | undefined; readonly most?: number } {
  if (error instanceof TransportError) return { reason: error.retryReason };
  if (!(error instanceof UnavailableError)) return {};
  if (error.status === 500) return { reason: 'service failed', most: 1 };
  return isUnavailable(error.status ?? 0) ? { reason: 'service unavailable' } : {};
}

/**
 * ms to wait before the retry after `made` others; undefined to give up now. `random` is in [0, 1).
 */
export function retryDelay(
  made: number,
  earliestMs: number,
  maxWaitMs: number,
  random: number,
): number | undefined {
  if (maxWaitMs <= 0 || earliestMs > maxWaitMs) return undefined;
  // Jitter Retry-After as well, so that rejected clients do not retry together.
  return Math.min(earliestMs + random * Math.min(cap, base * 2 ** made), maxWaitMs);
}

/** How many retries are left. */
interface RetryBudget {
  /** Takes one retry; false if none is left. */
  take(): boolean;
  /** Counts a request that needed no other retry. */
  succeeded(): void;
}

/**
 * Stops a retry storm: if most requests fail, retrying each one makes it worse. Ten retries at
 * first; each success earns a tenth of one, so in the long run at most one request in eleven is a
 * retry.
 */
export function createRetryBudget(max = 10): RetryBudget {
  // In tenths of a retry.
  let left = 10 * max;
  return {
    take: (): boolean => {
      if (left < 10) return false;
      left -= 10;
      return true;
    },
    succeeded: (): void => {
      left = Math.min(10 * max, left + 1);
    },
  };
}
