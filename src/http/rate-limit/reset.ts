import type { Answer } from '../types.ts';

/** `unknown`: the service names a moment in a form, or at a distance, that cannot be right for a 60 s window. */
export type Reset = { readonly waitMs: number } | 'unknown' | undefined;

/** A window is 60 s; five more for clocks that disagree. */
const longestSeconds = 65;
const longestHeader = 64;

const number = /^\d{1,16}(?:\.\d{1,9})?$/;
const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/i;
const imfDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

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
  const serverNow = epochOf(headers['date']?.trim() ?? '') ?? receivedAtMs;
  const waitMs = bounded(retryAfterMs(retryAfter, serverNow)) ?? bounded(resetMs(reset, serverNow));
  return waitMs === undefined ? 'unknown' : { waitMs };
}

/** RFC 9110 knows seconds and dates only, so magnitude is no hint here. */
function retryAfterMs(value: string | undefined, serverNow: number): number | undefined {
  const text = tidy(value);
  return number.test(text) ? Number(text) * 1000 : untilDate(text, serverNow);
}

function resetMs(value: string | undefined, serverNow: number): number | undefined {
  const text = tidy(value);
  if (!number.test(text)) return untilDate(text, serverNow);
  const amount = Number(text);
  if (amount <= longestSeconds) return amount * 1000;
  if (amount <= longestSeconds * 1000) return amount;
  if (amount >= 1e9 && amount <= 1e11) return wholeSeconds(amount * 1000 - serverNow);
  if (amount >= 1e12 && amount <= 1e14) return amount - serverNow;
  return undefined;
}

function untilDate(text: string, serverNow: number): number | undefined {
  const epoch = epochOf(text);
  return epoch === undefined ? undefined : wholeSeconds(epoch - serverNow);
}

/** Second-grained instants: the present second still has up to a second to go. */
function wholeSeconds(ms: number): number {
  return ms === 0 ? 1000 : ms;
}

function epochOf(text: string): number | undefined {
  if (imfDate.test(text) || rfc850Date.test(text)) return valid(Date.parse(text));
  if (asctimeDate.test(text)) return valid(Date.parse(`${text} GMT`));
  const [, day, time, zone = 'Z'] = iso.exec(text) ?? [];
  // Without a zone it is the server's: UTC is the only guess that does not depend on this machine.
  return day === undefined || time === undefined ? undefined : valid(Date.parse(`${day}T${time}${isoZone(zone)}`));
}

function isoZone(zone: string): string {
  const bare = zone.toUpperCase().replace(':', '');
  return bare === 'Z' ? bare : `${bare.slice(0, 3)}:${bare.slice(3)}`;
}

function tidy(value: string | undefined): string {
  const text = value?.trim() ?? '';
  return text.length > longestHeader ? '' : text;
}

function valid(epoch: number): number | undefined {
  return Number.isFinite(epoch) ? epoch : undefined;
}

function bounded(ms: number | undefined): number | undefined {
  return ms !== undefined && ms > 0 && ms <= longestSeconds * 1000 ? ms : undefined;
}
