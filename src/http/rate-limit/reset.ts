import { headerText, msUntilDate, retryAfterMs, serverNow, wholeSeconds } from '../retry-after.ts';
import type { Answer } from '../types.ts';

/** `unknown`: the service names a moment in a form, or at a distance, that cannot be right for a 60 s window. */
export type Reset = { readonly waitMs: number } | 'unknown' | undefined;

/** A window is 60 s; five more for clocks that disagree. */
const longestSeconds = 65;

const number = /^\d{1,16}(?:\.\d{1,9})?$/;

/**
 * How long until the service counts anew, read from `Retry-After` or `X-RateLimit-Reset`, whose format and unit the interface
 * does not show (section Limits): told apart by magnitude and form.
 *
 * @param receivedAtMs local epoch ms, used where the answer has no `Date` of its own
 * @returns `waitMs` in (0, 65 000]; undefined where neither header is there. Never throws.
 */
export function readReset(headers: Answer['headers'], receivedAtMs: number): Reset {
  const retryAfter = headers['retry-after'];
  const reset = headers['x-ratelimit-reset'];
  if (retryAfter === undefined && reset === undefined) return undefined;
  const waitMs =
    bounded(retryAfterMs(headers, receivedAtMs, { decimals: true })) ??
    bounded(resetMs(reset, serverNow(headers, receivedAtMs)));
  return waitMs === undefined ? 'unknown' : { waitMs };
}

function resetMs(value: string | undefined, nowMs: number): number | undefined {
  const text = headerText(value);
  if (!number.test(text)) return msUntilDate(text, nowMs);
  const amount = Number(text);
  if (amount <= longestSeconds) return amount * 1000;
  if (amount <= longestSeconds * 1000) return amount;
  if (amount >= 1e9 && amount <= 1e11) return wholeSeconds(amount * 1000 - nowMs);
  if (amount >= 1e12 && amount <= 1e14) return amount - nowMs;
  return undefined;
}

function bounded(ms: number | undefined): number | undefined {
  return ms !== undefined && ms > 0 && ms <= longestSeconds * 1000 ? ms : undefined;
}
