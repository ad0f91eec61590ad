/** Budget, retries and events around a transport. */
import { setMaxListeners } from 'node:events';
import { UnavailableError } from '../errors.ts';
import { TransportError } from './transport-errors.ts';
import { responseError } from './response-errors.ts';
import { isUnavailable, withRetries, type Retry, type RetryBudget } from './retry.ts';
import { sendOnce, type SendSettings } from './send.ts';
import type { Http } from './types.ts';

export interface HttpOptions extends SendSettings {
  /** The longest wait for the budget or a retry, ms; 0 never waits, so never retries. */
  readonly maxWaitMs: number;
  /** Retries after the first attempt: 2 makes three attempts. */
  readonly retries: number;
  /** One for all clients of an operator. */
  readonly retryBudget: RetryBudget;
}

export function createHttp(options: HttpOptions): Http {
  const { signal, maxWaitMs, retries } = options;
  // Every request under way listens to the signal, and Node warns the user of a leak from the eleventh listener on.
  setMaxListeners(0, signal);
  const policy = { ...options, maxWaitMs: () => maxWaitMs, retryOf: (error: unknown) => retryOf(error, retries) };
  return {
    get: (request) =>
      withRetries(async () => {
        const response = await sendOnce(request, options);
        if (response.status === 429 || response.status >= 500) throw responseError(response, request.endpoint);
        return response;
      }, policy),
  };
}

function retryOf(error: unknown, retries: number): Retry | undefined {
  if (error instanceof TransportError && error.transient) return { reason: error.reason, retries };
  if (!(error instanceof UnavailableError)) return undefined;
  const { status = 0, retryAfterSeconds = 0 } = error;
  const earliestMs = retryAfterSeconds * 1000;
  if (status === 500) return { reason: 'service failed', retries: Math.min(1, retries), earliestMs };
  return isUnavailable(status) ? { reason: 'service unavailable', retries, earliestMs } : undefined;
}
