import type { Answer } from '../types.ts';

/** `unknown`: the header has an unknown format, or names a time that cannot be right for a window of 60 s. */
export type Reset = { readonly waitMs: number } | 'unknown' | undefined;

/** The window of 60 s, and five more for clocks that disagree. */
const longestSeconds = 65;
const longestHeader = 64;

const number = /^\d{1,16}(?:\.\d{1,9})?$/;
const isoInstant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|([+-]\d\d):?(\d\d))?$/i;
const imfDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * Reads from `Retry-After` or `X-RateLimit-Reset` how long until the service accepts requests again. The interface does not show the
 * format and unit of the reset (section Limits), so they are told apart by form and magnitude.
 *
 * @param receivedAtMs local epoch ms, used if the answer has no `Date`
 * @returns `waitMs` in (0, 65 000]; undefined if both headers are missing. Never throws.
 */
export function readReset(headers: Answer['headers'], receivedAtMs: number): Reset {
  const { 'retry-after': retryAfter, 'x-ratelimit-reset': reset, date = '' } = headers;
  if (retryAfter === undefined && reset === undefined) return undefined;
  const servedAtMs = dateMs(date.trim());
  const serverNow = Number.isNaN(servedAtMs) ? receivedAtMs : servedAtMs;
  const waits = [retryAfterWait(tidy(retryAfter), serverNow), resetWait(tidy(reset), serverNow)];
  const waitMs = waits.find((ms) => ms > 0 && ms <= longestSeconds * 1000);
  return waitMs === undefined ? 'unknown' : { waitMs };
}

/** Magnitude does not matter here: RFC 9110 allows only seconds and dates. Returns NaN for anything else. */
function retryAfterWait(text: string, serverNow: number): number {
  return number.test(text) ? Number(text) * 1000 : wholeSeconds(dateMs(text) - serverNow);
}

function resetWait(text: string, serverNow: number): number {
  if (!number.test(text)) return wholeSeconds(dateMs(text) - serverNow);
  const amount = Number(text);
  if (amount <= longestSeconds) return amount * 1000;
  if (amount <= longestSeconds * 1000) return amount;
  if (amount >= 1e9 && amount <= 1e11) return wholeSeconds(amount * 1000 - serverNow);
  return amount >= 1e12 && amount <= 1e14 ? amount - serverNow : NaN;
}

/** A time in whole seconds can be up to one second ahead, even if it is the present second. */
function wholeSeconds(ms: number): number {
  return ms === 0 ? 1000 : ms;
}

/** Returns epoch ms; NaN if the text is not a date. */
function dateMs(text: string): number {
  if (imfDate.test(text) || rfc850Date.test(text)) return Date.parse(text);
  if (asctimeDate.test(text)) return Date.parse(`${text} GMT`);
  // Assume UTC if there is no zone: any other guess would depend on this machine.
  const [, day, time, zoneHours = '+00', zoneMinutes = '00'] = isoInstant.exec(text) ?? [];
  return day === undefined ? NaN : Date.parse(`${day}T${time}${zoneHours}:${zoneMinutes}`);
}

function tidy(value = ''): string {
  const text = value.trim();
  return text.length > longestHeader ? '' : text;
}
