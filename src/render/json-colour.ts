/** Colours in JSON: keys, strings, and numbers and words differ. Nothing else changes. */
import { endOfString } from '../json.ts';
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
