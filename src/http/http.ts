/** Requests within a budget, with retries and events. */
import { setMaxListeners } from 'node:events';
import { RateLimitedError } from '../base/errors.ts';
import { remainingOf } from './reset.ts';
import { responseError } from './response-errors.ts';
import { withRetries, type RetryPolicy } from './retry.ts';
import type { Transport } from './transport.ts';
import type { Budget, HttpRequest, HttpResponse, Machine, OnEvent, Permit } from './types.ts';

export interface SendSettings {
  readonly transport: Transport;
  readonly budget: Budget;
  readonly machine: Machine;
  /** One attempt, without the wait for the budget, ms. */
  readonly timeoutMs: number;
  /** Ends every request and wait; no attempt begins after it. */
  readonly signal: AbortSignal;
  /** How long an attempt that is under way then may still take, ms. Default: 0. */
  readonly graceMs?: number | undefined;
  /** Told about each answer, wait and notice. */
  readonly onEvent: OnEvent;
}

export interface HttpOptions extends SendSettings, Pick<RetryPolicy, 'retries' | 'retryBudget'> {
  /** The longest wait for the budget or a retry, ms; 0 never waits, so never retries. */
  readonly maxWaitMs: number;
  /** Of the service's limit, ms: tells what unit a reset has. */
  readonly windowMs: number;
}

export interface Http {
  /**
   * Resolves with every response that is not worth a retry, 4xx included. Throws what
   * `responseError` and `Transport` have.
   */
  get(request: HttpRequest): Promise<HttpResponse>;
}

/** Sends within the budget and retries. */
export function createHttp(options: HttpOptions): Http {
  const { signal, maxWaitMs, windowMs } = options;
  // Every wait before a retry listens to the signal, and Node warns the user of a leak from the
  // eleventh listener on.
  setMaxListeners(0, signal);
  const policy = { ...options, maxWaitMs: () => maxWaitMs };
  return {
    get: (request) =>
      withRetries(async (waitedMs) => {
        const response = await sendOnce(request, options, waitedMs);
        if (response.status === 429 || response.status >= 500)
          throw responseError(response, request.endpoint, { windowMs });
        return response;
      }, policy),
  };
}

/**
 * Sends one attempt and reports it. Resolves with a response of any status. Throws what
 * `Budget.acquire` and `Transport.send` throw, and the signal's reason.
 *
 * @param waitedMs how long the request has waited for the budget before
 */
export async function sendOnce(
  request: HttpRequest,
  settings: SendSettings,
  waitedMs?: number,
): Promise<HttpResponse> {
  const { transport, budget, machine, timeoutMs, signal, graceMs, onEvent } = settings;
  let permit: Permit | undefined = await budget.acquire(signal, { waitedMs });
  const startedAt = machine.monotonic();
  const { url } = request;
  try {
    signal.throwIfAborted();
    const response = await transport.send(request, {
      signal,
      graceMs,
      timeoutMs,
      onHeaders: (answer) => {
        void permit?.settle(answer);
        permit = undefined;
      },
    });
    const { status, elapsedMs } = response;
    onEvent({ type: 'response', url, status, elapsedMs, remaining: remainingOf(response) });
    return response;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const message = error instanceof Error ? error.message : String(error);
    onEvent({ type: 'failure', url, message, elapsedMs: machine.monotonic() - startedAt });
    throw error;
  } finally {
    void permit?.settle();
  }
}

/**
 * A budget that permits every attempt. It still takes from `budget` while that has any left, so
 * that the count stays right.
 */
export function overspending(budget: Budget): Budget {
  return {
    acquire: (signal) =>
      budget.acquire(signal, { maxWaitMs: 0 }).catch((error: unknown) => {
        if (error instanceof RateLimitedError) return { settle: async () => {} };
        throw error;
      }),
  };
}
