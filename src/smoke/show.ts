/** What came from outside, short and in printable characters: fit for a terminal, a log and every report. */
import { shorten } from '../text.ts';

/** Characters of a string that are shown. */
const longest = 80;

/** The value as JSON would have it, or what kind of thing it is. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quote(value, longest);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** In double quotes; everything that is not seen, or that a CI's log would obey, as `\u` escapes. */
export function quote(text: string, most: number): string {
  return defuse(JSON.stringify(shorten(text, most)));
}

/** The same without the quotes, for a sentence of the service's. */
export function plain(text: string, most = 300): string {
  return defuse(shorten(text, most));
}

function defuse(text: string): string {
  return (
    text
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escapeOf)
      // Workflow commands of GitHub, in both forms: a log line that holds one is obeyed wherever it was printed.
      .replaceAll('::', ':\\u003a')
      .replaceAll('##[', '#\\u0023[')
  );
}

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
