/** Shows values and requests of a run in short. The text is not escaped yet: whoever prints it does that. */
import type { HttpRequest } from '../http/types.ts';
import { quoteShell, shorten } from '../text.ts';

/** Characters of a string value. */
const longestValue = 80;

/** The value as JSON, or what kind of thing it is. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(shorten(value, longestValue));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return shorten(String(value), longestValue);
}

/** A shell command that repeats the request and shows the headers of the response. */
export function curlLine({ url, accept = 'application/json' }: HttpRequest): string {
  const shown = Object.assign(new URL(url), { username: '', password: '', hash: '' });
  return quoteShell(['curl', '-sSi', '-H', `accept: ${accept}`, shown.href]);
}
