/** Colours in JSON: keys, strings, and numbers and words differ. Nothing else changes. */
import type { Palette } from '../terminal/colour.ts';

const other = /-?\d[\d.eE+-]*|true|false|null/g;

export function paintJson(text: string, { json }: Palette): string {
  const parts: string[] = [];
  let at = 0;
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', at)) {
    parts.push(text.slice(at, quote).replace(other, json.other));
    at = endOfString(text, quote);
    parts.push((text[at] === ':' ? json.key : json.string)(text.slice(quote, at)));
  }
  return [...parts, text.slice(at).replace(other, json.other)].join('');
}

/** The place after the string that begins at `start`. A regular expression can run out of stack in a long string. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
}
