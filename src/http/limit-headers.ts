/**
 * Reads the headers of limits: how long to wait (`Retry-After`, `X-RateLimit-Reset`, and the dates
 * that servers write), and the counts of requests. Pure.
 */

type Headers = Readonly<Record<string, string>>;

/** A longer `Retry-After` of any answer counts as this: more might not be exact. */
const maxReadMs = 365 * 86_400_000;
/** The longest `Retry-After` of a 429 that is waited for; a longer one counts as this. */
export const maxRetryAfterMs = 3_600_000;

export interface ResetReading {
  readonly form:
    | 'delta-seconds'
    | 'delta-milliseconds'
    | 'epoch-seconds'
    | 'epoch-milliseconds'
    | 'iso-8601'
    | 'http-date';
  /** Ms from now, negative if it has passed. */
  readonly aheadMs: number;
}

/** For clocks that disagree, and for the time that an answer is on its way. */
const toleranceSeconds = 5;
/** The window of the interface, ms. The reset of a longer window can be further away. */
const defaultWindowMs = 60_000;
/** In the year 5138; as milliseconds, it is in 1973. */
const maxEpochSeconds = 1e11;
const number = /^\d{1,16}(?:\.\d{1,9})?$/;
// Date.parse accepts nearly every text, `2` included, so the form is checked first.
const isoDate = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?$/i;
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * `Retry-After` (seconds, or a date measured by the server's own `Date`) → ms from now; undefined
 * if the header is missing or unreadable, 0 for a date in the past, at most a year.
 */
export function retryAfterMs(headers: Headers, receivedAtMs: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  const waitMs = number.test(value)
    ? Number(value) * 1000
    : msUntilDate(value, serverNow(headers, receivedAtMs));
  return waitMs === undefined ? undefined : Math.min(Math.max(0, waitMs), maxReadMs);
}

/**
 * Reads from `Retry-After` or `X-RateLimit-Reset` how long until the service accepts requests
 * again. `Retry-After` is a promise of the service: up to an hour of it is believed, and more
 * counts as an hour. The interface does not show the format and unit of the reset (section Limits),
 * so they are told apart by form and magnitude, and no more is believed than 65 s, or the window and 5 s if that is longer.
 *
 * @param receivedAtMs local epoch ms, used if the answer has no `Date`
 * @returns ms in (0, 3 600 000]; undefined if neither can be read, or the reset names a time that cannot be right for the window
 */
export function readReset(
  headers: Headers,
  receivedAtMs: number,
  windowMs = defaultWindowMs,
): number | undefined {
  const promisedMs = retryAfterMs(headers, receivedAtMs) ?? 0;
  if (promisedMs > 0) return Math.min(promisedMs, maxRetryAfterMs);
  const maxMs = maxResetMs(windowMs);
  const text = headers['x-ratelimit-reset']?.trim() ?? '';
  const waitMs = readResetText(text, serverNow(headers, receivedAtMs), maxMs)?.aheadMs ?? 0;
  return waitMs > 0 && waitMs <= maxMs ? waitMs : undefined;
}

/**
 * How `X-RateLimit-Reset` is written, and how far ahead it is; undefined if it is missing or cannot
 * be read.
 */
export function formOfReset(headers: Headers, receivedAtMs: number): ResetReading | undefined {
  const text = headers['x-ratelimit-reset']?.trim() ?? '';
  return readResetText(text, serverNow(headers, receivedAtMs), maxResetMs(defaultWindowMs));
}

function readResetText(text: string, nowMs: number, maxMs: number): ResetReading | undefined {
  if (!number.test(text)) {
    const aheadMs = msUntilDate(text, nowMs);
    return aheadMs === undefined
      ? undefined
      : { form: httpDate.test(text) ? 'http-date' : 'iso-8601', aheadMs };
  }
  const amount = Number(text);
  if (amount * 1000 <= maxMs) return { form: 'delta-seconds', aheadMs: amount * 1000 };
  if (amount <= maxMs) return { form: 'delta-milliseconds', aheadMs: amount };
  // A number that is neither seconds nor milliseconds of this century is far from now; the caller
  // takes it as unknown.
  return amount <= maxEpochSeconds
    ? { form: 'epoch-seconds', aheadMs: untilInstant(amount * 1000, nowMs) }
    : { form: 'epoch-milliseconds', aheadMs: untilInstant(amount, nowMs) };
}

function maxResetMs(windowMs: number): number {
  return Math.max(windowMs, defaultWindowMs) + toleranceSeconds * 1000;
}

/** Ms until a date of HTTP or ISO 8601, negative if it has passed; undefined for other texts. */
function msUntilDate(text: string, nowMs: number): number | undefined {
  const at = parseDate(text);
  return at === undefined ? undefined : untilInstant(at, nowMs);
}

/**
 * One second for an instant that has just passed: where clocks or headers show whole seconds only,
 * the window may not be over yet.
 */
function untilInstant(at: number, nowMs: number): number {
  const ms = at - nowMs;
  return ms <= 0 && ms >= -toleranceSeconds * 1000 ? 1000 : ms;
}

/** The count in a header; undefined for lists, signs, fractions and floods of digits. */
export function countIn(headers: Headers, name: string): number | undefined {
  const value = headers[name]?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** X-RateLimit-Remaining; undefined unless it is an integer. */
export function remainingOf({ headers }: { readonly headers: Headers }): number | undefined {
  return countIn(headers, 'x-ratelimit-remaining');
}

/**
 * The time of the `Date` header, or the local time of arrival if the header is missing; epoch ms.
 */
function serverNow(headers: Headers, receivedAtMs: number): number {
  return parseDate(headers['date']?.trim() ?? '') ?? receivedAtMs;
}

function parseDate(text: string): number | undefined {
  // A date without a zone is taken as UTC: the only reading that does not depend on this machine.
  const [, day, time, zone = 'Z'] = isoDate.exec(text) ?? [];
  const iso = day && time ? `${day}T${time}${zone.toUpperCase()}` : '';
  const epoch = Date.parse(httpDate.test(text) ? text : iso);
  return Number.isNaN(epoch) ? undefined : epoch;
}
