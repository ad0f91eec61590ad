/** Typed errors for responses other than 200, a redirect included: following it could leave the operator, its budget and https. */
import { STATUS_CODES } from 'node:http';
import {
  ContractError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  type ErrorDetails,
  type FieldText,
  type RentalError,
  type Theirs,
} from '../errors.ts';
import { formatDuration, shorten, shownAddress, urlOf } from '../text.ts';
import { captive, isJson, mediaType, readJson } from './json.ts';
import { readReset, retryAfterMs } from './reset.ts';
import type { Answer, HttpRequest, HttpResponse } from './types.ts';

/** Characters of the service's own message in ours. */
const longestMessage = 300;

/**
 * The error for every response but a 200: RefusedError for 4xx, RateLimitedError for 429, UnavailableError for 5xx,
 * ContractError for the rest. Repeats the service's message, unescaped, if the body is `{"error": string}` (Errors).
 */
export function responseError(response: HttpResponse, endpoint: string): RentalError {
  const { status, headers, receivedAt } = response;
  const served = serverMessage(response);
  const message = served ?? statusText(status);
  if (status === 429) return rateLimitError(response, served);
  if (status >= 500) {
    const waitMs = retryAfterMs(headers, receivedAt);
    return new UnavailableError(`the service is unavailable, ${endpoint}: ${message}`, {
      status,
      served,
      hint: waitMs === undefined ? 'try again later' : `try again in ${formatDuration(waitMs)}`,
      ...(waitMs !== undefined && { retryAfterSeconds: Math.ceil(waitMs / 1000) }),
    });
  }
  if (status >= 400) {
    return new RefusedError(`the service refused ${endpoint}: ${message}`, {
      status,
      served,
      hint: refusalHint(response),
    });
  }
  return new ContractError(`the service answered ${statusText(status)} instead of 200`, { endpoint, status });
}

/** The service answered with a redirect; `target` is undefined if it names none. */
export class RedirectError extends ContractError {
  readonly target: URL | undefined;
  /** The header of a request that follows it; undefined if it sets no cookie. */
  readonly cookie: string | undefined;

  constructor(
    problem: FieldText,
    { target, cookie, ...details }: ErrorDetails & Pick<RedirectError, 'target' | 'cookie'>,
  ) {
    super(problem, details);
    this.target = target;
    this.cookie = cookie;
  }
}

/** Names the target of a redirect without its credentials. */
export function redirectError(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  { url, endpoint }: HttpRequest,
): RedirectError {
  const location = headers['location'];
  const target = location === undefined ? undefined : urlOf(location, url);
  const shown = location === undefined ? '' : shownAddress(target?.href ?? location);
  const to = (theirs: Theirs): string => (shown === '' ? 'that names no target' : `to ${theirs(shorten(shown, 200))}`);
  const advice =
    target?.hostname === url.hostname && target.protocol === 'https:' && url.protocol === 'http:'
      ? 'give the address with https'
      : captive;
  return new RedirectError((_, __, theirs) => `the service answered with a redirect (${status}) ${to(theirs)}`, {
    endpoint,
    status,
    target,
    cookie: cookieOf(headers['set-cookie']),
    hint: `redirects are not followed: ${advice}`,
  });
}

/** Repeated headers are joined with commas, which also stand in dates. */
function cookieOf(header = ''): string | undefined {
  const pairs = header.split(/,(?=[^;,=\s]+=)|, (?=[^;,=\s]+=)/).map((cookie) => cookie.split(';', 1)[0]?.trim() ?? '');
  const usable = pairs.filter((pair) => /^[!-:<>-~]+=[!-:<-~]*$/.test(pair)).join('; ');
  return usable === '' || usable.length > 4096 ? undefined : usable;
}

/** The `error` of a JSON error body (Errors), on one line, at most 300 characters; undefined if the body has another form. */
export function serverMessage(response: Pick<HttpResponse, 'headers' | 'body'>): string | undefined {
  if (!isJson(mediaType(response.headers['content-type']))) return undefined;
  try {
    const body = readJson(response);
    const message: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
    return typeof message === 'string' ? shorten(message, longestMessage) || undefined : undefined;
  } catch {
    return undefined;
  }
}

function rateLimitError({ status, headers, receivedAt }: HttpResponse, served: string | undefined): RateLimitedError {
  const reset = readReset(headers, receivedAt);
  const seconds = typeof reset === 'object' ? Math.ceil(reset.waitMs / 1000) : undefined;
  return new RateLimitedError(`the service limits the rate of requests: ${served ?? statusText(status)}`, {
    status,
    served,
    hint: seconds === undefined ? 'try again in a minute' : `try again in ${seconds} s`,
    retryAfterSeconds: seconds,
  });
}

function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

function refusalHint({ status, headers }: HttpResponse): string | undefined {
  if (status === 401 || status === 403) return 'this deployment asks for credentials, or does not let this machine in';
  if (status === 404 && !isJson(mediaType(headers['content-type']))) return 'check the address: its path, too';
  return undefined;
}
