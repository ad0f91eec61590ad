/** Retries: whether to send a request again, and after how long. */
import { BudgetWaitError, RateLimitedError, UnavailableError } from '../base/errors.ts';
import { isGatewayStatus } from './error-codes.ts';
import { TransportError } from './transport-errors.ts';
import type { Machine, OnEvent } from './types.ts';

/** After so many 429s at most, a request is sent again as soon as the budget permits. */
const freeResends = 3;
/**
 * After more of them, only while its 429s come at this rate or slower, because a service may refuse
 * every request at once.
 */
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
  /**
   * Gets the time of each failed attempt, but of a 429 only if it is final, and the length of each
   * wait before it begins; ms.
   */
  onTimeSpent?(ms: number): void;
  /** All clients of an operator share one. */
  readonly retryAllowance?: RetryAllowance;
}

/**
 * Throws the last error if no retry is left.
 *
 * @param attempt gets what counts as waited already, ms. From the fourth 429 on, that is the time
 *   since the first one, so that the sum of the waits has a limit.
 */
export async function withRetries<T>(
  attempt: (waitedMs: number) => Promise<T>,
  policy: RetryPolicy,
): Promise<T> {
  const { machine, retryAllowance } = policy;
  let refusals = 0;
  let firstRefusedAt = 0;
  for (let retriesMade = 0; ;) {
    const startedAt = machine.monotonic();
    try {
      const result = await attempt(refusals > freeResends ? startedAt - firstRefusedAt : 0);
      retryAllowance?.succeeded();
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
  if (refusals <= freeResends) return true;
  const isWithinRate =
    windowMs !== undefined && sinceMs >= ((refusals - 1) * windowMs) / maxRefusalsPerWindow;
  return isWithinRate && sinceMs < maxWaitMs();
}

/** Throws the error if the request may not be sent again. */
async function waitForRetry(
  error: unknown,
  retriesMade: number,
  policy: RetryPolicy,
): Promise<void> {
  const { machine, retryAllowance, signal, onEvent } = policy;
  const { reason, maxRetries } = retryAdvice(error, policy);
  const retryAfterMs =
    error instanceof UnavailableError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const delayMs =
    retriesMade < maxRetries
      ? retryDelayMs(retriesMade, retryAfterMs, policy.maxWaitMs(), machine.random())
      : undefined;
  if (delayMs === undefined) throw error;
  if (retryAllowance?.take() === false) {
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
  if (error instanceof UnavailableError && isGatewayStatus(error.status ?? 0))
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

interface RetryAllowance {
  /** False if no retry is left. */
  take(): boolean;
  succeeded(): void;
}

/**
 * If most requests fail, retrying each one makes it worse. Each success earns a tenth of a retry,
 * so in the long run at most one request in eleven is a retry.
 */
export function createRetryAllowance(max = 10): RetryAllowance {
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
