/** Reads the `Retry-After` header, and the dates that servers write in headers. Pure. */

type Headers = Readonly<Record<string, string>>;

/** The longest `Retry-After` of a 429 that is waited for; a longer one counts as this. */
export const longestRetryAfterMs = 3_600_000;

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

/** Ms until a date in any form of HTTP or ISO 8601, negative if it has passed; undefined for other texts. */
export function msUntilDate(text: string, nowMs: number): number | undefined {
  const at = parseHttpDate(text);
  return at === undefined ? undefined : wholeSeconds(at - nowMs);
}

/** Dates have whole seconds: the current second lasts for up to one second more. */
export function wholeSeconds(ms: number): number {
  return ms === 0 ? 1000 : ms;
}

/** The time of the `Date` header, or the local time of arrival if the header is missing; epoch ms. */
export function serverNow(headers: Headers, receivedAtMs: number): number {
  return parseHttpDate(headers['date']?.trim() ?? '') ?? receivedAtMs;
}

/** The trimmed value; empty if the header is missing or too long to be meant. */
export function headerText(value: string | undefined): string {
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
