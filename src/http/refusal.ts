/** An answer that is not the one hoped for, as a typed error. */
import { STATUS_CODES } from 'node:http';
import { ContractError, RateLimitedError, RefusedError, UnavailableError } from '../errors.ts';
import type { RentalError } from '../errors.ts';
import { formatDuration } from '../text.ts';
import { readReset } from './rate-limit/reset.ts';
import { isJson, mediaType, readJson } from './json.ts';
import { retryAfterMs } from './retry.ts';
import { shorten } from '../text.ts';
import type { HttpResponse } from './types.ts';

/** Characters of the service's own words in a message. */
const longestMessage = 300;

/**
 * The error for any answer but a 200: RefusedError for 4xx, RateLimitedError for 429, UnavailableError for 5xx, ContractError
 * for the rest. The words are those of the service where it sent `{"error": string}` (Errors), unescaped.
 */
export function refused(response: HttpResponse, endpoint: string): RentalError {
  const { status } = response;
  const words = serverMessage(response) ?? statusWords(status);
  if (status === 429) return rateLimited(response, words);
  if (status >= 500) {
    const waitMs = retryAfterMs(response.headers, response.receivedAt);
    return new UnavailableError(`the service is unavailable, ${endpoint}: ${words}`, {
      status,
      hint: waitMs === undefined ? 'try again later' : `try again in ${formatDuration(waitMs)}`,
      ...(waitMs !== undefined && { retryAfterSeconds: Math.ceil(waitMs / 1000) }),
    });
  }
  if (status >= 400) {
    return new RefusedError(`the service refused ${endpoint}: ${words}`, { status, hint: hintFor(response) });
  }
  return new ContractError(`${endpoint}: the service answered ${statusWords(status)} instead of 200`, { status });
}

function rateLimited({ status, headers, receivedAt }: HttpResponse, words: string): RateLimitedError {
  const reset = readReset(headers, receivedAt);
  const known = typeof reset === 'object' ? Math.ceil(reset.waitMs / 1000) : undefined;
  return new RateLimitedError(`the service limits the rate of requests: ${words}`, {
    status,
    hint: known === undefined ? 'try again in a minute' : `try again in ${known} s`,
    retryAfterSeconds: known,
  });
}

/** The `error` of a JSON error body (Errors), on one line, at most 300 characters; undefined where there is none. */
export function serverMessage(response: Pick<HttpResponse, 'headers' | 'body'>): string | undefined {
  if (!isJson(mediaType(response.headers['content-type']))) return undefined;
  try {
    const body = readJson(response, '');
    const message: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
    return typeof message === 'string' ? shorten(message, longestMessage) || undefined : undefined;
  } catch {
    return undefined;
  }
}

function statusWords(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

function hintFor({ status, headers }: HttpResponse): string | undefined {
  if (status === 401 || status === 403) return 'this deployment asks for credentials, or does not let this machine in';
  if (status === 404 && !isJson(mediaType(headers['content-type']))) return 'check the address: its path, too';
  return undefined;
}
