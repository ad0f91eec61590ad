/** JSON that is safe to print: on one line in a pipe, indented and in colours on a terminal. */
import { ContractError } from '../base/errors.ts';
import type { Palette } from '../terminal/colour.ts';
import { escapeJson } from '../terminal/escape.ts';

export interface JsonTarget {
  readonly stream: { readonly isTTY?: boolean | undefined };
  readonly palette: Palette;
}

export function documentText(document: unknown, { stream, palette }: JsonTarget): string {
  if (stream.isTTY !== true) return `${jsonText(document)}\n`;
  const text = `${jsonText(document, 2)}\n`;
  return !palette.isOn ? text : paintJson(text, palette);
}

/** Throws ContractError if the value is nested too deeply for JSON. */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return escapeJson(JSON.stringify(value ?? null, undefined, indent));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ContractError('the answer is nested too deeply to be written as JSON', {
      cause: error,
    });
  }
}

/** A string, maybe with the colon of a key; a number, true, false or null. */
const token = /("(?:[^"\\]|\\.)*")(:?)|-?\d[\d.eE+-]*|true|false|null/g;
/** In characters. A longer text can have a string that is too long for a regular expression. */
const maxPainted = 1_000_000;

function paintJson(text: string, { paint, accent }: Palette): string {
  if (text.length > maxPainted) return text;
  return text.replace(token, (all: string, quoted?: string, colon?: string) => {
    if (quoted === undefined) return paint('warning', all);
    return colon === ':' ? `${accent(quoted)}:` : paint('good', quoted);
  });
}
