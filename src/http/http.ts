/** Budget, retries and events around a transport. */
import { setMaxListeners } from 'node:events';
import { RateLimitedError } from '../errors.ts';
import { responseError } from './response-errors.ts';
import { retriesFor, retryDelay, type RetryBudget } from './retry.ts';
import { retryAfterMs } from './reset.ts';
import { sendOnce, type SendSettings } from './send.ts';
import { TransportError } from './transport-errors.ts';
import type { Http, HttpResponse, Machine, OnEvent } from './types.ts';

export interface HttpOptions extends SendSettings {
  /** The longest wait for the budget or a retry, ms; 0 never waits, so never retries. */
  readonly maxWaitMs: number;
  /** Retries after the first attempt: 2 makes three attempts. */
  readonly retries: number;
  /** One for all clients of an operator. */
  readonly retryBudget: RetryBudget;
}

/** How many 429 one request waits out; the budget decides how long. */
const rateLimitRetries = 3;

export function createHttp(options: HttpOptions): Http {
  const { signal, maxWaitMs, retries } = options;
  // Every request under way listens to the signal, and Node warns the user of a leak from the eleventh listener on.
  setMaxListeners(0, signal);
  return {
    get: (request) => {
      const classify = (outcome: SendOutcome) => classifyAttempt(outcome, request.endpoint, retries);
      const policy = { ...options, maxWaitMs: () => maxWaitMs, classify };
      return sendWithRetries(() => sendOnce(request, options), policy);
    },
  };
}

/** What sending once ended with. */
export type SendOutcome = { readonly response: HttpResponse } | { readonly error: unknown };

/** An attempt is the result, or a failure that a retry may cure. */
export type Attempt<T> = { readonly result: T } | { readonly failure: AttemptFailure };

interface AttemptFailure {
  /** Thrown if no retry follows. */
  readonly error: unknown;
  /** Short, for messages: `<reason>, retry 1 of 2`. */
  readonly reason: string;
  readonly retries: number;
  /** Earliest time of a retry by Retry-After, ms from now. */
  readonly earliestMs: number | undefined;
}

export interface RetryPolicy<T> {
  readonly machine: Pick<Machine, 'now' | 'monotonic' | 'sleep' | 'random'>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  /** Throws errors that no retry can cure. */
  classify(outcome: SendOutcome): Attempt<T>;
  /** The longest wait allowed now, ms. */
  maxWaitMs(): number;
  /** Gets the time of each failed attempt, and of each wait before it begins, ms. */
  onTimeSpent?(ms: number): void;
  readonly retryBudget?: RetryBudget;
}

/** Sends until an attempt gives a result. Throws the failure's error if no retry is left. */
export async function sendWithRetries<T>(send: () => Promise<HttpResponse>, policy: RetryPolicy<T>): Promise<T> {
  const { machine, retryBudget } = policy;
  let rateLimited = 0;
  for (let made = 0; ;) {
    const startedAt = machine.monotonic();
    const attempt = policy.classify(await outcomeOf(send));
    if ('result' in attempt) {
      retryBudget?.succeeded();
      return attempt.result;
    }
    const { failure } = attempt;
    if (failure.error instanceof RateLimitedError) {
      rateLimited += 1;
      if (rateLimited > rateLimitRetries) throw failure.error;
      continue;
    }
    policy.onTimeSpent?.(machine.monotonic() - startedAt);
    await waitForRetry(failure, made, policy);
    made += 1;
  }
}

/** Waits until the request may be sent again; throws the failure's error if it may not. */
async function waitForRetry(failure: AttemptFailure, made: number, policy: RetryPolicy<unknown>): Promise<void> {
  const { machine, retryBudget, signal, onEvent } = policy;
  const { error, reason, retries, earliestMs } = failure;
  const random = (): number => machine.random();
  const delay = retryDelay({ made, allowed: retries, earliestMs, maxWaitMs: policy.maxWaitMs(), random });
  if (delay === undefined) throw error;
  if (retryBudget?.take() === false) {
    onEvent({ type: 'notice', message: `${reason}: too many requests failed, so this one is not sent again` });
    throw error;
  }
  policy.onTimeSpent?.(delay);
  onEvent({ type: 'wait', reason: `${reason}, retry ${made + 1} of ${retries}`, until: machine.now() + delay });
  try {
    await machine.sleep(delay, signal);
  } finally {
    onEvent({ type: 'wait-end' });
  }
}

export async function outcomeOf(send: () => Promise<HttpResponse>): Promise<SendOutcome> {
  try {
    return { response: await send() };
  } catch (error) {
    return { error };
  }
}

function classifyAttempt(outcome: SendOutcome, endpoint: string, retries: number): Attempt<HttpResponse> {
  if ('error' in outcome) {
    const { error } = outcome;
    if (!(error instanceof TransportError)) throw error;
    const { reason, transient } = error;
    return { failure: { error, reason, retries: transient ? retries : 0, earliestMs: undefined } };
  }
  const { response } = outcome;
  const { status, headers, receivedAt } = response;
  if (status !== 429 && status < 500) return { result: response };
  const error = responseError(response, endpoint);
  const reason = status === 500 ? 'service failed' : 'service unavailable';
  const earliestMs = retryAfterMs(headers, receivedAt);
  return { failure: { error, reason, retries: retriesFor(status, retries), earliestMs } };
}
