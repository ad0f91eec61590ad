/** Requests within a budget, with retries and events. */
import { setMaxListeners } from 'node:events';
import { BudgetWaitError } from '../base/errors.ts';
import { remainingOf } from './limit-headers.ts';
import { resendWhenRefused } from './refusals.ts';
import { responseError } from './response-errors.ts';
import { withRetries, type RetryPolicy } from './retry.ts';
import type { Transport } from './transport.ts';
import type { Budget, HttpRequest, HttpResponse, Machine, OnEvent, Permit } from './types.ts';

export interface SendSettings {
  readonly transport: Transport;
  readonly budget: Budget;
  readonly machine: Machine;
  /** How long one attempt may take, without the wait for the budget, ms. */
  readonly timeoutMs: number;
  /** Ends every request and wait; no attempt begins after it. */
  readonly signal: AbortSignal;
  /** How long after the signal an attempt that is under way may still take, ms. Default: 0. */
  readonly graceMs?: number | undefined;
  readonly onEvent: OnEvent;
}

export interface HttpOptions extends SendSettings, Pick<RetryPolicy, 'retries' | 'retryAllowance'> {
  /** For the budget or a retry, ms; 0 never waits, so it never retries. */
  readonly maxWaitMs: number;
  /** The window of the service's limit, ms: it shows which unit a reset has. */
  readonly windowMs: number;
}

export interface Http {
  /** Resolves with a 4xx, too, except 429. Throws the errors of `responseError` and `Transport`. */
  get(request: HttpRequest): Promise<HttpResponse>;
}

export function createHttp(options: HttpOptions): Http {
  const { signal, maxWaitMs, windowMs } = options;
  // Each wait listens to the signal, and Node warns the user from the eleventh listener on.
  setMaxListeners(0, signal);
  const policy = { ...options, maxWaitMs: () => maxWaitMs };
  return {
    get: (request) => {
      const attempt = async (waitedMs: number): Promise<HttpResponse> => {
        const response = await sendOnce(request, options, waitedMs);
        if (response.status === 429 || response.status >= 500)
          throw responseError(response, request.endpoint, { windowMs });
        return response;
      };
      return withRetries(resendWhenRefused(attempt, policy), policy);
    },
  };
}

/**
 * Sends one attempt and reports it. Throws what `Budget.acquire` and `Transport.send` throw.
 *
 * @param waitedMs what counts as waited for the budget already
 */
export async function sendOnce(
  request: HttpRequest,
  settings: SendSettings,
  waitedMs?: number,
): Promise<HttpResponse> {
  const { transport, budget, machine, timeoutMs, signal, graceMs, onEvent } = settings;
  let permit: Permit | undefined = await budget.acquire(signal, { waitedMs });
  let settled: Promise<void> | undefined;
  const startedAt = machine.monotonic();
  const { url } = request;
  try {
    signal.throwIfAborted();
    const response = await transport.send(request, {
      signal,
      graceMs,
      timeoutMs,
      onHeaders: (answer) => {
        settled = permit?.settle(answer);
        permit = undefined;
      },
    });
    const { status, elapsedMs } = response;
    onEvent({ type: 'response', url, status, elapsedMs, remaining: remainingOf(response) });
    // A refusal begins a pause, which the next attempt must see.
    if (status === 429) await settled;
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
 * Permits every attempt at once. Those within the limit are counted in `budget`, which so stays
 * right.
 */
export function beyondBudget(budget: Budget): Budget {
  return {
    acquire: (signal) =>
      budget.acquire(signal, { maxWaitMs: 0 }).catch((error: unknown) => {
        if (error instanceof BudgetWaitError) return { settle: async () => {} };
        throw error;
      }),
  };
}
