/** Raw exchanges with the service, for a caller that judges every response itself. Does not load zod. */
import { ContractError, NetworkError, RateLimitedError } from '../errors.ts';
import { remainingOf } from '../http/http.ts';
import { isWebPage, mediaType, readJson } from '../http/json.ts';
import { RedirectError } from '../http/response-errors.ts';
import { readReset, retryAfterMs } from '../http/reset.ts';
import { withRetries, type RetryPolicy } from '../http/retry.ts';
import { TransportError } from '../http/transport-errors.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';
import { readPublished } from './published.ts';

export { isJson } from '../http/json.ts';
export { isUnavailable } from '../http/retry.ts';

export type ServiceRequest = HttpRequest;

/** Sends a request once, within a budget. */
export type SendRequest = (request: ServiceRequest) => Promise<HttpResponse>;

/** A request and its response of any status. */
export interface Exchange {
  readonly request: ServiceRequest;
  /** Undefined if what the service sent breaks HTTP or the interface; `problem` says how. */
  readonly response: HttpResponse | undefined;
  readonly problem: string | undefined;
  /** Where a redirect leads: `response` is undefined then. */
  readonly redirect?: URL | undefined;
}

/** Why an attempt got no response: the budget allows no request, or the network failed. */
export interface NoResponse {
  readonly cause: 'rate_limited' | 'network';
  readonly message: string;
  /** True if the fault may end by itself. */
  readonly transient: boolean;
}

export interface ExchangePolicy extends Omit<RetryPolicy, 'retryBudget'> {
  /** Returns the exchange if it is the result; throws if not, and then `retryOf` says whether to retry. */
  accept(attempt: Exchange | NoResponse): Exchange;
}

/** Sends until the policy accepts an attempt. Throws the last error if no retry is left. */
export function exchangeWithRetries(
  send: SendRequest,
  request: ServiceRequest,
  policy: ExchangePolicy,
): Promise<Exchange> {
  return withRetries(async () => policy.accept(await exchangeOnce(send, request)), policy);
}

/** Throws errors that are neither the service's nor the network's: interruptions and bugs. */
export async function exchangeOnce(send: SendRequest, request: ServiceRequest): Promise<Exchange | NoResponse> {
  try {
    return { request, response: await send(request), problem: undefined };
  } catch (error) {
    if (error instanceof ContractError) {
      const { problem } = error;
      const redirect = error instanceof RedirectError ? error.target : undefined;
      return { request, response: undefined, problem, redirect };
    }
    if (error instanceof NetworkError) {
      const transient = error instanceof TransportError && error.retryReason !== undefined;
      return { cause: 'network', message: error.message, transient };
    }
    if (error instanceof RateLimitedError) return { cause: 'rate_limited', message: error.message, transient: false };
    throw error;
  }
}

type Read = { readonly value: unknown } | { readonly problem: string };

/** The body as JSON, whatever its content type is, or what is wrong with its encoding or syntax. */
export function jsonOf({ response, problem = 'no answer' }: Exchange): Read {
  try {
    return response === undefined ? { problem } : { value: readJson(asJson(response)) };
  } catch (error) {
    return problemOf(error);
  }
}

/** The same for what is published besides the interface, with limits for its size and the time to parse it. */
export async function publishedOf(
  { response, problem = 'no answer' }: Exchange,
  format: 'yaml' | 'json',
): Promise<Read> {
  try {
    return response === undefined ? { problem } : { value: await readPublished(asJson(response), format) };
  } catch (error) {
    return problemOf(error);
  }
}

/** The interface document names no content type for JSON. */
function asJson(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, 'content-type': 'application/json' } };
}

function problemOf(error: unknown): Read {
  if (error instanceof ContractError) return { problem: error.problem };
  throw error;
}

/** The body as text of any content type; replaces bytes that are not UTF-8. */
export function textOf({ response }: Exchange): string {
  return response === undefined ? '' : new TextDecoder().decode(response.body);
}

/** `name` in lower case. */
export function headerOf({ response }: Exchange, name: string): string | undefined {
  return response?.headers[name];
}

/** `application/json`; empty if the header is missing. */
export function mediaTypeOf(exchange: Exchange): string {
  return mediaType(headerOf(exchange, 'content-type'));
}

/** Whether the content type is that of a web page. */
export function isPage(exchange: Exchange): boolean {
  return isWebPage(mediaTypeOf(exchange));
}

/** X-RateLimit-Remaining; undefined unless it is an integer. */
export function remainingRequests({ response }: Exchange): number | undefined {
  return response && remainingOf(response);
}

/** Ms until the service accepts requests again, by Retry-After or X-RateLimit-Reset; undefined if neither is readable. */
export function resetWaitMs({ response }: Exchange): number | undefined {
  const reset = response && readReset(response.headers, response.receivedAt);
  return typeof reset === 'object' ? reset.waitMs : undefined;
}

/** Ms until the service may be asked again, by Retry-After. */
export function retryWaitMs({ response }: Exchange): number | undefined {
  return response && retryAfterMs(response.headers, response.receivedAt);
}
