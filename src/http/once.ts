/** One attempt at one request: permission, sending, and what people are told of it. */
import { withoutCredentials } from './redirect.ts';
import type { Budget, HttpRequest, HttpResponse, Machine, OnEvent, Transport } from './types.ts';

export interface Attempt {
  readonly transport: Transport;
  readonly budget: Budget;
  readonly machine: Machine;
  /** The attempt, without the wait for permission, ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Resolves with any answer whatever its status: judging it is left to the caller. Throws what `Budget.acquire` and
 * `Transport.send` throw, and the signal's reason.
 */
export async function sendOnce(request: HttpRequest, options: Attempt): Promise<HttpResponse> {
  const { transport, budget, machine, timeoutMs, signal, onEvent } = options;
  const { endpoint } = request;
  const permit = await budget.acquire(signal);
  const startedAt = machine.monotonic();
  const url = withoutCredentials(request.url);
  let settle: (() => void) | undefined = () => permit.lost();
  try {
    const response = await transport.send(request, {
      signal,
      timeoutMs,
      onHeaders: (answer) => {
        settle = undefined;
        permit.answered(answer);
      },
    });
    const { status, elapsedMs } = response;
    onEvent({ type: 'response', endpoint, url, status, elapsedMs, remaining: remainingOf(response) });
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

/** X-RateLimit-Remaining, where it came as an integer. */
export function remainingOf({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  const value = headers['x-ratelimit-remaining']?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
