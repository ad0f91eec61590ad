/** Budget, retries and what people are told, around a transport. */
import { setMaxListeners } from 'node:events';
import { RateLimitedError } from '../errors.ts';
import { Fault } from './faults.ts';
import { sendOnce } from './once.ts';
import { refused } from './refusal.ts';
import { createRetryBudget, retriesFor, retryAfterMs, retryDelay } from './retry.ts';
import type { RetryBudget } from './retry.ts';
import type { Budget, Http, HttpRequest, HttpResponse, Machine, OnEvent, Transport } from './types.ts';

export interface HttpOptions {
  readonly transport: Transport;
  readonly budget: Budget;
  readonly machine: Machine;
  /** One attempt, ms. */
  readonly timeoutMs: number;
  /** Any one wait for a retry, ms; 0 never waits, so never retries. */
  readonly maxWaitMs: number;
  /** Retries after the first attempt: `--retries`; 2 makes three attempts. */
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  /** Shared where a process has several of these; a new one unless given. */
  readonly retryBudget?: RetryBudget;
}

/** How often a 429 is waited out for one request, the budget deciding how long. */
const rateLimitRetries = 3;

export function createHttp(options: HttpOptions): Http {
  // Every request under way listens to it, and Node takes more than ten for a leak and warns the user.
  setMaxListeners(0, options.signal);
  const settings = { ...options, retryBudget: options.retryBudget ?? createRetryBudget() };
  return {
    get: (request) => get(request, settings),
    close: () => options.transport.close(),
  };
}

type Settings = Required<HttpOptions>;

async function get(request: HttpRequest, settings: Settings): Promise<HttpResponse> {
  let limited = 0;
  for (let made = 0; ;) {
    const outcome = await attempt(request, settings);
    if (outcome.trouble === undefined) {
      settings.retryBudget.succeeded();
      return outcome.response;
    }
    if (outcome.trouble.error instanceof RateLimitedError) {
      limited += 1;
      if (limited > rateLimitRetries) throw outcome.trouble.error;
      continue;
    }
    await beforeRetry(outcome.trouble, made, settings);
    made += 1;
  }
}

interface Trouble {
  readonly error: unknown;
  /** For the reason of a wait. */
  readonly what: string;
  readonly allowed: number;
  readonly earliestMs: number | undefined;
}

type Outcome = { trouble: undefined; response: HttpResponse } | { trouble: Trouble };

async function attempt(request: HttpRequest, settings: Settings): Promise<Outcome> {
  try {
    return judge(await sendOnce(request, settings), request.endpoint, settings);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const allowed = error.passing ? settings.retries : 0;
    return { trouble: { error, what: error.what, allowed, earliestMs: undefined } };
  }
}

function judge(response: HttpResponse, endpoint: string, { retries }: Settings): Outcome {
  const { status, headers, receivedAt } = response;
  if (status !== 429 && status < 500) return { trouble: undefined, response };
  return {
    trouble: {
      error: refused(response, endpoint),
      what: status === 500 ? 'service failed' : 'service unavailable',
      allowed: retriesFor(status, retries),
      earliestMs: retryAfterMs(headers, receivedAt),
    },
  };
}

/** Waits until the request may be sent again; throws the trouble's error where it may not. */
async function beforeRetry(trouble: Trouble, made: number, settings: Settings): Promise<void> {
  const { machine, maxWaitMs, retryBudget, signal, onEvent } = settings;
  const { error, what, allowed, earliestMs } = trouble;
  const random = (): number => machine.random();
  const delay = retryDelay({ made, allowed, earliestMs, maxWaitMs, random });
  if (delay === undefined) throw error;
  if (!retryBudget.take()) {
    onEvent({ type: 'notice', message: `${what}: too many requests failed to send them again` });
    throw error;
  }
  onEvent({ type: 'wait', reason: `${what}, retry ${made + 1} of ${allowed}`, until: machine.now() + delay });
  try {
    await machine.sleep(delay, signal);
  } finally {
    onEvent({ type: 'wait-end' });
  }
}
