import { ContractError } from '../errors.ts';
import type { Result } from '../result.ts';
import { escapeJson } from '../terminal/escape.ts';
import { selectFromDocument } from './fields.ts';

/** One document: indented for a reader, on one line for a pipe. */
export function* renderJson(
  result: Result,
  fields: readonly string[] | undefined,
  isTerminal: boolean,
): Generator<string> {
  yield `${jsonText(selectFromDocument(result, fields), isTerminal ? 2 : 0)}\n`;
}

/** Throws ContractError where the answer is nested deeper than it can be written. */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return escapeJson(JSON.stringify(value ?? null, undefined, indent));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ContractError('the answer is nested too deeply to be written as JSON', { cause: error });
  }
}
