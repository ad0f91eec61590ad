/**
 * Errors for responses other than 200. A redirect is one, too: to follow it could lead away from the
 * operator, its budget and https.
 */
import { statusWords } from './status-words.ts';
import { shownAddress, urlOf } from '../base/addresses.ts';
import {
  tryTo,
  ContractError,
  RateLimitedError,
  RefusedError,
  UnavailableError,
  type RentalError,
} from '../base/errors.ts';
import type { FieldText } from '../base/field-text.ts';
import { formatDuration } from '../base/durations.ts';
import { shorten } from '../base/words.ts';
import { checkAddressHint, isJson, mediaType, readJson } from './json.ts';
import { readReset, retryAfterMs } from './limit-headers.ts';
import type { ResponseHead, HttpRequest, HttpResponse } from './types.ts';

/** Characters of the service's message in ours. */
const maxServedLength = 300;

interface ResponseErrorOptions {
  /** `served` is the service's message. */
  readonly refusalHint?: (served: string | undefined) => FieldText | undefined;
  /** The window of the service's limit, ms. */
  readonly windowMs?: number;
}

/** Repeats the service's message, unescaped, if the body is `{"error": string}` (section Errors). */
export function responseError(
  response: HttpResponse,
  endpoint: string,
  { refusalHint, windowMs }: ResponseErrorOptions = {},
): RentalError {
  const { status, headers, receivedAt } = response;
  const served = serverMessage(response);
  const statusText = `${status} ${statusWords(status)}`.trim();
  const message = served ?? statusText;
  if (status === 429) {
    const waitMs = readReset(headers, receivedAt, windowMs);
    const retryAfterSeconds = waitMs && Math.ceil(waitMs / 1000);
    const hint = retryAfterSeconds
      ? `try again in ${retryAfterSeconds} s`
      : 'try again in a minute';
    const details = { status, served, hint, retryAfterSeconds };
    return new RateLimitedError(`the service limits the rate of requests: ${message}`, details);
  }
  if (status >= 500) {
    const waitMs = retryAfterMs(headers, receivedAt);
    // 0 is a date in the past.
    const hint = waitMs ? `try again in ${formatDuration(waitMs)}` : 'try again later';
    const retryAfterSeconds = waitMs === undefined ? undefined : Math.ceil(waitMs / 1000);
    const details = { status, served, hint, retryAfterSeconds };
    return new UnavailableError(`the service is unavailable, ${endpoint}: ${message}`, details);
  }
  if (status >= 400) {
    const needsLogin = status === 401 || status === 403;
    const hint = needsLogin
      ? 'the service requires credentials, or does not admit this machine'
      : refusalHint?.(served);
    return new RefusedError(`the service refused ${endpoint}: ${message}`, {
      status,
      served,
      hint,
    });
  }
  return new ContractError(`the service answered ${statusText} instead of 200`, {
    endpoint,
    status,
  });
}

export class RedirectError extends ContractError {
  /** The address of the request. */
  readonly url: URL;
  /** Undefined if it names none. */
  readonly target: URL | undefined;

  /** Names the target without its credentials. */
  constructor({ status, headers }: ResponseHead, { url }: Pick<HttpRequest, 'url'>) {
    const location = headers['location'] ?? '';
    const target = location === '' ? undefined : urlOf(location, url);
    const shown = shorten(shownAddress(target?.href ?? location), 200);
    const isToHttps =
      target?.hostname === url.hostname && target.protocol === 'https:' && url.protocol === 'http:';
    const hint = `redirects are not followed: ${isToHttps ? 'give the address with https' : checkAddressHint}`;
    const where = shown === '' ? 'without naming a target' : `to ${shown}`;
    super(`the service redirects ${where}`, { status, hint });
    this.url = url;
    this.target = target;
  }
}

/** The `error` of a JSON body, on one line; undefined if the body has another form. */
export function serverMessage(
  response: Pick<HttpResponse, 'headers' | 'body'>,
): string | undefined {
  if (!isJson(mediaType(response.headers['content-type']))) return undefined;
  const body = tryTo(() => readJson(response));
  const message: unknown =
    typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof message === 'string' ? shorten(message, maxServedLength) || undefined : undefined;
}
