/** Sends one attempt of a request within a budget, and reports it as an event. */
import { RateLimitedError } from '../errors.ts';
import { withoutCredentials } from './credentials.ts';
import { serverNow } from './reset.ts';
import type { Budget, HttpRequest, HttpResponse, Machine, OnEvent, Transport } from './types.ts';

export interface SendSettings {
  readonly transport: Transport;
  readonly budget: Budget;
  readonly machine: Machine;
  /** One attempt, without the wait for the budget, ms. */
  readonly timeoutMs: number;
  /** Ends every request and wait. */
  readonly signal: AbortSignal;
  /** Told about each answer, wait and notice. */
  readonly onEvent: OnEvent;
}

/**
 * Resolves with a response of any status. Throws what `Budget.acquire` and `Transport.send` throw, and the signal's reason.
 */
export async function sendOnce(request: HttpRequest, settings: SendSettings): Promise<HttpResponse> {
  const { transport, budget, machine, timeoutMs, signal, onEvent } = settings;
  const { endpoint } = request;
  const permit = await budget.acquire(signal);
  const startedAt = machine.monotonic();
  const url = withoutCredentials(request.url);
  let settle: (() => void) | undefined = () => void permit.lost();
  try {
    const response = await transport.send(request, {
      signal,
      timeoutMs,
      onHeaders: (answer) => {
        settle = undefined;
        void permit.answered(answer);
      },
    });
    const { status, headers, receivedAt, elapsedMs } = response;
    const aheadMs = serverNow(headers, receivedAt) - receivedAt;
    onEvent({ type: 'response', endpoint, url, status, elapsedMs, aheadMs, remaining: remainingOf(response) });
    return response;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const message = error instanceof Error ? error.message : String(error);
    onEvent({ type: 'failure', endpoint, url, message, elapsedMs: machine.monotonic() - startedAt });
    throw error;
  } finally {
    settle?.();
  }
}

/** X-RateLimit-Remaining; undefined unless it is an integer. */
export function remainingOf({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  const value = headers['x-ratelimit-remaining']?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** A budget that permits every attempt. It still takes from `budget` while that has any left, so that the count stays right. */
export function overspending(budget: Budget): Budget {
  return {
    acquire: (signal) =>
      budget.acquire(signal).catch((error: unknown) => {
        if (error instanceof RateLimitedError) return { answered: async () => {}, lost: async () => {} };
        throw error;
      }),
  };
}
