import { headerText, longestRetryAfterMs, msUntilDate, retryAfterMs, serverNow, wholeSeconds } from '../retry-after.ts';
import type { Answer } from '../types.ts';

/** `unknown`: no header can be read, or the reset names a time that cannot be right for a window of 60 s. */
export type Reset = { readonly waitMs: number } | 'unknown' | undefined;

/** The window of 60 s, and five more for clocks that disagree. */
const longestSeconds = 65;

const number = /^\d{1,16}(?:\.\d{1,9})?$/;

/**
 * Reads from `Retry-After` or `X-RateLimit-Reset` how long until the service accepts requests again. `Retry-After` is a promise of
 * the service: up to an hour of it is believed, and more counts as an hour. The interface does not show the format and unit of the
 * reset (section Limits), so they are told apart by form and magnitude, and no more than 65 s is believed.
 *
 * @param receivedAtMs local epoch ms, used if the answer has no `Date`
 * @returns `waitMs` in (0, 3 600 000]; undefined if both headers are missing. Never throws.
 */
export function readReset(headers: Answer['headers'], receivedAtMs: number): Reset {
  const { 'retry-after': retryAfter, 'x-ratelimit-reset': reset } = headers;
  if (retryAfter === undefined && reset === undefined) return undefined;
  const promisedMs = retryAfterMs(headers, receivedAtMs, { decimals: true }) ?? 0;
  if (promisedMs > 0) return { waitMs: Math.min(promisedMs, longestRetryAfterMs) };
  const waitMs = resetMs(reset, serverNow(headers, receivedAtMs)) ?? 0;
  return waitMs > 0 && waitMs <= longestSeconds * 1000 ? { waitMs } : 'unknown';
}

function resetMs(value: string | undefined, nowMs: number): number | undefined {
  const text = headerText(value);
  if (!number.test(text)) return msUntilDate(text, nowMs);
  const amount = Number(text);
  if (amount <= longestSeconds) return amount * 1000;
  if (amount <= longestSeconds * 1000) return amount;
  // What is neither in this century is far from now, which the caller takes as unknown.
  return amount <= 1e11 ? wholeSeconds(amount * 1000 - nowMs) : amount - nowMs;
}
