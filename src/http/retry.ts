/** Retries: whether to send a request again, and after how long. */
import { BudgetWaitError, RateLimitedError, UnavailableError } from '../base/errors.ts';
import { isUnavailable } from './error-codes.ts';
import { TransportError } from './transport-errors.ts';
import type { Machine, OnEvent } from './types.ts';

/** A request that got no more 429s than this is sent again as soon as the budget permits. */
const alwaysResent = 3;
/** After more of them, only if they came no more often: a service may refuse every request at once. */
const maxRefusalsPerWindow = 12;
/** The wait before retry n is random in [0, min(maxBackoffMs, baseBackoffMs · 2ⁿ⁻¹)). */
const baseBackoffMs = 500;
const maxBackoffMs = 8_000;

export interface RetryPolicy {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  /** Retries after the first attempt: 2 makes three attempts. */
  readonly retries: number;
  /** The longest wait that is allowed now, ms; 0 never waits. */
  maxWaitMs(): number;
  /** The window of the service's limit, ms; without it, a fourth 429 is final. */
  readonly windowMs?: number;
  /** Called after each failed attempt, and before each wait. */
  onTimeSpent?(ms: number): void;
  /** All clients of an operator share one. */
  readonly retryBudget?: RetryBudget;
}

/**
 * Throws the last error if no retry is left.
 *
 * @param attempt gets the time since the first 429, ms, if there were more than three; else 0
 */
export async function withRetries<T>(
  attempt: (sinceRefusedMs: number) => Promise<T>,
  policy: RetryPolicy,
): Promise<T> {
  const { machine, retryBudget } = policy;
  let refusals = 0;
  let firstRefusedAt = 0;
  for (let retriesMade = 0; ;) {
    const startedAt = machine.monotonic();
    try {
      const result = await attempt(refusals > alwaysResent ? startedAt - firstRefusedAt : 0);
      retryBudget?.succeeded();
      return result;
    } catch (error) {
      if (error instanceof RateLimitedError && !(error instanceof BudgetWaitError)) {
        if (refusals === 0) firstRefusedAt = machine.monotonic();
        refusals += 1;
        if (maySendAgain(refusals, machine.monotonic() - firstRefusedAt, policy)) continue;
      }
      policy.onTimeSpent?.(machine.monotonic() - startedAt);
      await waitForRetry(error, retriesMade, policy);
      retriesMade += 1;
    }
  }
}

/** @param sinceMs since the first of the refusals, each of which is a 429 */
function maySendAgain(
  refusals: number,
  sinceMs: number,
  { windowMs, maxWaitMs }: RetryPolicy,
): boolean {
  if (refusals <= alwaysResent) return true;
  const isSlow =
    windowMs !== undefined && sinceMs >= ((refusals - 1) * windowMs) / maxRefusalsPerWindow;
  return isSlow && sinceMs < maxWaitMs();
}

/** Throws the error if the request may not be sent again. */
async function waitForRetry(
  error: unknown,
  retriesMade: number,
  policy: RetryPolicy,
): Promise<void> {
  const { machine, retryBudget, signal, onEvent } = policy;
  const { reason, maxRetries } = retryAdvice(error, policy);
  const retryAfterMs =
    error instanceof UnavailableError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const delayMs =
    retriesMade < maxRetries
      ? retryDelayMs(retriesMade, retryAfterMs, policy.maxWaitMs(), machine.random())
      : undefined;
  if (delayMs === undefined) throw error;
  if (retryBudget?.take() === false) {
    onEvent({
      type: 'notice',
      message: `${reason}: too many requests failed, so this one is not sent again`,
    });
    throw error;
  }
  policy.onTimeSpent?.(delayMs);
  onEvent({
    type: 'wait',
    reason: `${reason}, retry ${retriesMade + 1} of ${maxRetries}`,
    until: machine.now() + delayMs,
  });
  await machine.sleep(delayMs, signal).finally(() => onEvent({ type: 'wait-end' }));
}

interface RetryAdvice {
  readonly reason: string;
  readonly maxRetries: number;
}

function retryAdvice(error: unknown, { retries }: RetryPolicy): RetryAdvice {
  if (error instanceof TransportError && error.retryReason)
    return { reason: error.retryReason, maxRetries: retries };
  if (error instanceof UnavailableError && error.status === 500)
    return { reason: 'service failed', maxRetries: Math.min(1, retries) };
  if (error instanceof UnavailableError && isUnavailable(error.status ?? 0))
    return { reason: 'service unavailable', maxRetries: retries };
  return { reason: '', maxRetries: 0 };
}

/** Undefined to give up now. `random` is in [0, 1). */
export function retryDelayMs(
  retriesMade: number,
  retryAfterMs: number,
  maxWaitMs: number,
  random: number,
): number | undefined {
  if (maxWaitMs <= 0 || retryAfterMs > maxWaitMs) return undefined;
  // With Retry-After, too, rejected clients must not retry together.
  const backoffMs = random * Math.min(maxBackoffMs, baseBackoffMs * 2 ** retriesMade);
  return Math.min(retryAfterMs + backoffMs, maxWaitMs);
}

interface RetryBudget {
  /** False if no retry is left. */
  take(): boolean;
  succeeded(): void;
}

/**
 * If most requests fail, retrying each one makes it worse. Each success earns a tenth of a retry,
 * so in the long run at most one request in eleven is a retry.
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
