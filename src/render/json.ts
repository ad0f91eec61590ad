/** JSON that is safe to print: on one line in a pipe, indented and in colours on a terminal. */
import { ContractError } from '../errors.ts';
import type { Palette } from '../terminal/colour.ts';
import { escapeJson } from '../terminal/escape.ts';

export interface JsonTarget {
  readonly stream: { readonly isTTY?: boolean | undefined };
  readonly palette: Palette;
}

export function documentText(document: unknown, { stream, palette }: JsonTarget): string {
  if (stream.isTTY !== true) return `${jsonText(document)}\n`;
  const text = `${jsonText(document, 2)}\n`;
  return palette.level === 0 ? text : paintJson(text, palette);
}

/** Throws ContractError if the value is nested too deeply for JSON. */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return escapeJson(JSON.stringify(value ?? null, undefined, indent));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ContractError('the answer is nested too deeply to be written as JSON', { cause: error });
  }
}

const other = /-?\d[\d.eE+-]*|true|false|null/g;

/** Keys, strings, and numbers and words differ. Nothing else changes. */
function paintJson(text: string, { json }: Palette): string {
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
