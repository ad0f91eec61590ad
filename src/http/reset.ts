/** Reads how long the service asks to wait: `Retry-After`, `X-RateLimit-Reset`, and the dates that servers write in headers. Pure. */

type Headers = Readonly<Record<string, string>>;

/** The longest `Retry-After` of a 429 that is waited for; a longer one counts as this. */
export const longestRetryAfterMs = 3_600_000;

/** For clocks that disagree, and for the time that an answer is on its way. */
const toleranceSeconds = 5;
/** The window of the interface, ms. The reset of a longer window can be further away. */
const usualWindowMs = 60_000;
const longestHeader = 64;
const wholeNumber = /^\d{1,10}$/;
const decimalNumber = /^\d{1,16}(?:\.\d{1,9})?$/;
const isoDate = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i;
// Date.parse accepts nearly every text, `2` included, so the form is checked first.
const imfDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * `Retry-After` (seconds, or a date measured by the server's own `Date`) → ms from now; undefined if the header is missing or
 * unreadable, 0 for a date in the past. RFC 9110 allows whole seconds only; `decimals` also accepts fractions.
 */
export function retryAfterMs(
  headers: Headers,
  receivedAtMs: number,
  { decimals = false }: { readonly decimals?: boolean } = {},
): number | undefined {
  const value = headerText(headers['retry-after']);
  if ((decimals ? decimalNumber : wholeNumber).test(value)) return Number(value) * 1000;
  const waitMs = msUntilDate(value, serverNow(headers, receivedAtMs));
  return waitMs === undefined ? undefined : Math.max(0, waitMs);
}

/** `unknown`: no header can be read, or the reset names a time that cannot be right for the window. */
export type Reset = { readonly waitMs: number } | 'unknown' | undefined;

/**
 * Reads from `Retry-After` or `X-RateLimit-Reset` how long until the service accepts requests again. `Retry-After` is a promise of
 * the service: up to an hour of it is believed, and more counts as an hour. The interface does not show the format and unit of the
 * reset (section Limits), so they are told apart by form and magnitude, and no more than the window and 5 s is believed.
 *
 * @param receivedAtMs local epoch ms, used if the answer has no `Date`
 * @returns `waitMs` in (0, 3 600 000]; undefined if both headers are missing. Never throws.
 */
export function readReset(headers: Headers, receivedAtMs: number, windowMs = usualWindowMs): Reset {
  const { 'retry-after': retryAfter, 'x-ratelimit-reset': reset } = headers;
  if (retryAfter === undefined && reset === undefined) return undefined;
  const promisedMs = retryAfterMs(headers, receivedAtMs, { decimals: true }) ?? 0;
  if (promisedMs > 0) return { waitMs: Math.min(promisedMs, longestRetryAfterMs) };
  const longestMs = Math.max(windowMs, usualWindowMs) + toleranceSeconds * 1000;
  const waitMs = resetMs(reset, serverNow(headers, receivedAtMs), longestMs) ?? 0;
  return waitMs > 0 && waitMs <= longestMs ? { waitMs } : 'unknown';
}

function resetMs(value: string | undefined, nowMs: number, longestMs: number): number | undefined {
  const text = headerText(value);
  if (!decimalNumber.test(text)) return msUntilDate(text, nowMs);
  const amount = Number(text);
  if (amount * 1000 <= longestMs) return amount * 1000;
  if (amount <= longestMs) return amount;
  // A number that is neither seconds nor milliseconds of this century is far from now; the caller takes it as unknown.
  return untilInstant(amount <= 1e11 ? amount * 1000 : amount, nowMs);
}

/** Ms until a date in any form of HTTP or ISO 8601, negative if it has passed; undefined for other texts. */
function msUntilDate(text: string, nowMs: number): number | undefined {
  const at = parseHttpDate(text);
  return at === undefined ? undefined : untilInstant(at, nowMs);
}

/** An instant that has just passed is over, at the latest one second later: clocks and headers can show whole seconds. */
function untilInstant(at: number, nowMs: number): number {
  const ms = at - nowMs;
  return ms <= 0 && ms >= -toleranceSeconds * 1000 ? 1000 : ms;
}

/** The count in a header; undefined for lists, signs, fractions and floods of digits. */
export function countIn(headers: Headers, name: string): number | undefined {
  const value = headers[name]?.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** The time of the `Date` header, or the local time of arrival if the header is missing; epoch ms. */
export function serverNow(headers: Headers, receivedAtMs: number): number {
  return parseHttpDate(headers['date']?.trim() ?? '') ?? receivedAtMs;
}

/** The trimmed value; empty if the header is missing or too long to be meant. */
function headerText(value: string | undefined): string {
  const text = value?.trim() ?? '';
  return text.length > longestHeader ? '' : text;
}

function parseHttpDate(text: string): number | undefined {
  const epoch = Date.parse(standardForm(text));
  return Number.isNaN(epoch) ? undefined : epoch;
}

function standardForm(text: string): string {
  if (imfDate.test(text) || rfc850Date.test(text)) return text;
  if (asctimeDate.test(text)) return `${text} GMT`;
  const [, day, time, zone = 'Z'] = isoDate.exec(text) ?? [];
  if (day === undefined || time === undefined) return '';
  // A date without a zone is taken as UTC: the only reading that does not depend on this machine.
  const bare = zone.toUpperCase().replace(':', '');
  return `${day}T${time}${bare === 'Z' ? bare : `${bare.slice(0, 3)}:${bare.slice(3)}`}`;
}
