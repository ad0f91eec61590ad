/** What one attempt came to: an answer to judge, or something in the way. */
import { ContractError, NetworkError, RateLimitedError } from '../errors.ts';
import { readReset } from '../http/rate-limit/reset.ts';
import { Fault } from '../http/faults.ts';
import type { Send } from '../http/once.ts';
import { retryAfterMs } from '../http/retry.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';
import type { Answer } from './answer.ts';
import { CouldNotCheck } from './check.ts';
import { plain } from './show.ts';

export type Attempted = { readonly answer: Answer } | Trouble;

export interface Trouble {
  readonly problem: CouldNotCheck;
  /** Whether the next attempt may go better. */
  readonly passing: boolean;
  readonly earliestMs: number | undefined;
}

/** Throws what is neither an answer nor an obstacle: an interruption, a bug. */
export async function sendTo(send: Send, request: HttpRequest, judged: typeof judge): Promise<Attempted> {
  try {
    return judged(request, await send(request));
  } catch (error) {
    return troubleOf(request, error);
  }
}

export function asAnswer(request: HttpRequest, response: HttpResponse): Attempted {
  return { answer: { request, response, broken: undefined } };
}

/** A 429 and an unavailable service say nothing of the contract. */
export function judge(request: HttpRequest, response: HttpResponse): Attempted {
  const { status, headers, receivedAt } = response;
  const { endpoint } = request;
  if (status === 429) {
    const reset = readReset(headers, receivedAt);
    const when = typeof reset === 'object' ? `, again in ${Math.ceil(reset.waitMs / 1000)} s` : '';
    const problem = new CouldNotCheck('rate_limited', `429 at ${endpoint}: the request limit is used up${when}`);
    return { problem, passing: false, earliestMs: undefined };
  }
  if (status >= 502 && status <= 504) {
    const problem = new CouldNotCheck('unavailable', `${status} at ${endpoint}: the service is unavailable`);
    return { problem, passing: true, earliestMs: retryAfterMs(headers, receivedAt) };
  }
  return asAnswer(request, response);
}

function troubleOf(request: HttpRequest, error: unknown): Attempted {
  if (error instanceof ContractError) {
    return { answer: { request, response: undefined, broken: error.message.replace(`${request.endpoint}: `, '') } };
  }
  if (error instanceof NetworkError) {
    const passing = error instanceof Fault && error.passing;
    return { problem: new CouldNotCheck('network', plain(error.message)), passing, earliestMs: undefined };
  }
  if (!(error instanceof RateLimitedError)) throw error;
  return { problem: new CouldNotCheck('rate_limited', plain(error.message)), passing: false, earliestMs: undefined };
}
