/** Text and JSON that are safe to print. */
import { ContractError } from '../errors.ts';
import { stringifyJson } from '../json.ts';
import { escapeJson, escapeText } from '../terminal/escape.ts';

/** Much more than a screen line holds. Measuring an 8 MiB name letter by letter takes too long. */
const maxLength = 2000;

/** One line of text that is safe to print, cut if it is very long. */
export function safeText(text: string): string {
  return escapeText(text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`);
}

/** Throws ContractError if the value is nested too deeply for JSON. */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return escapeJson(stringifyJson(value ?? null, indent));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ContractError('the answer is nested too deeply to be written as JSON', { cause: error });
  }
}
