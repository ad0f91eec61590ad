/** Retries after failures: whether to send a request again, and after how long. */
import { UnavailableError } from '../base/errors.ts';
import { isGatewayStatus } from './error-codes.ts';
import type { RefusalPolicy } from './refusals.ts';
import { TransportError } from './transport-errors.ts';
import type { Machine, OnEvent } from './types.ts';

/** The wait before retry n is random in [0, min(maxBackoffMs, baseBackoffMs · 2ⁿ⁻¹)). */
const baseBackoffMs = 500;
const maxBackoffMs = 8_000;

export interface RetryPolicy extends RefusalPolicy {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  /** Retries after the first attempt: 2 makes three attempts. */
  readonly retries: number;
  /** All clients of an operator share one. */
  readonly retryAllowance?: RetryAllowance;
}

/** A 429 is final here: `resendWhenRefused` makes the attempts. Throws the last error. */
export async function withRetries<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let retriesMade = 0; ; retriesMade += 1) {
    try {
      const result = await attempt();
      policy.retryAllowance?.succeeded();
      return result;
    } catch (error) {
      await waitForRetry(error, retriesMade, policy);
    }
  }
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
