/** JSON that is safe to print. */
import { ContractError } from '../errors.ts';
import { escapeJson } from '../terminal/escape.ts';

/** Throws ContractError if the value is nested too deeply for JSON. */
export function jsonText(value: unknown, indent = 0): string {
  try {
    return escapeJson(JSON.stringify(value ?? null, undefined, indent));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ContractError('the answer is nested too deeply to be written as JSON', { cause: error });
  }
}
