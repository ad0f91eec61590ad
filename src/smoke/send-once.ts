/** Sends one request once: an answer to judge, or why there is none. */
import { ContractError, NetworkError, RateLimitedError } from '../errors.ts';
import { RedirectError } from '../http/response-errors.ts';
import { readReset, retryAfterMs } from '../http/reset.ts';
import { isUnavailable } from '../http/retry.ts';
import { TransportError } from '../http/transport-errors.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';
import { answerOf, blocked, brokenAnswer, type Answer, type Missing } from './asked.ts';
import { showText } from './display.ts';

/** Sends a request once, within a budget. */
export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

/** An attempt that got no answer to judge. */
export class NoAnswer extends Error {
  readonly missing: Missing;
  /** When another attempt may get one, ms from now; undefined if none will. */
  readonly retryAfter: number | undefined;

  constructor(missing: Missing, retryAfter?: number) {
    super(missing.reason);
    this.missing = missing;
    this.retryAfter = retryAfter;
  }
}

/** Throws errors that are neither the service's nor the network's: interruptions and bugs. */
export function noAnswerOrThrow(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  throw error;
}

export async function sendOnce(send: SendRequest, request: HttpRequest): Promise<Answer> {
  try {
    return answerOf(request, await send(request));
  } catch (error) {
    if (error instanceof ContractError)
      return brokenAnswer(request, error.problem, error instanceof RedirectError ? error.target : undefined);
    if (error instanceof RateLimitedError) throw new NoAnswer(blocked('rate_limited', showText(error.message)));
    if (!(error instanceof NetworkError)) throw error;
    const isTransient = error instanceof TransportError && error.retryReason !== undefined;
    throw new NoAnswer(blocked('network', showText(error.message)), isTransient ? 0 : undefined);
  }
}

/** A 429 and an unavailable service say nothing about the interface. */
export function refusalOf({ request, status = 0, headers, receivedAt }: Answer): NoAnswer | undefined {
  if (status === 429) {
    const reset = readReset(headers, receivedAt);
    const when = typeof reset === 'object' ? `, again in ${Math.ceil(reset.waitMs / 1000)} s` : '';
    return new NoAnswer(blocked('rate_limited', `429 at ${request.endpoint}: the request limit is used up${when}`));
  }
  if (!isUnavailable(status)) return undefined;
  const reason = `${status} at ${request.endpoint}: the service is unavailable`;
  return new NoAnswer(blocked('unavailable', reason), retryAfterMs(headers, receivedAt) ?? 0);
}
