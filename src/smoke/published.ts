/**
 * Reads what a service publishes besides the interface. Who publishes it decides how long it takes to parse: a few kilobytes can be
 * made to take hours. So its size and the time have limits.
 */
import { ContractError } from '../errors.ts';
import { readJson, withSafeKeys } from '../http/json.ts';
import type { HttpResponse } from '../http/types.ts';

/** Bytes. Real descriptions have tens of thousands. */
const largest = 256 * 1024;
/** Real descriptions take a fortieth, and several times that on a machine with much other work. */
const longestMs = 2000;

/** Throws ContractError, also if it is too large or takes too long. */
export async function readPublished(response: HttpResponse, format: 'yaml' | 'json'): Promise<unknown> {
  if (response.body.byteLength > largest) throw new ContractError('the answer is larger than 256 KiB');
  if (format === 'json') return readJson(response);
  const yaml = await import('yaml');
  return withinTime(() => withSafeKeys(readYaml(yaml, new TextDecoder().decode(response.body))));
}

function readYaml(yaml: typeof import('yaml'), text: string): unknown {
  const lineCounter = new yaml.LineCounter();
  // Pretty errors take time that grows with the square of their number.
  const options = { schema: 'core', merge: true, logLevel: 'silent', prettyErrors: false, lineCounter } as const;
  try {
    const parsed = yaml.parseDocument(text, options);
    const [error] = parsed.errors;
    if (error === undefined) return parsed.toJS({ maxAliasCount: 100 });
    throw new ContractError(`line ${lineCounter.linePos(error.pos[0]).line}: ${error.message}`);
  } catch (error) {
    if (error instanceof ContractError || !(error instanceof Error)) throw error;
    // It is nested too deeply, or its aliases have no end.
    throw new ContractError(error.message, { cause: error });
  }
}

/** Ends `parse` where it is when the time is over. Nothing else in this process could: no timer and no signal gets a turn before. */
async function withinTime<T>(parse: () => T): Promise<T> {
  const { runInNewContext } = await import('node:vm');
  try {
    return runInNewContext('parse()', { parse }, { timeout: longestMs }) as T;
  } catch (error) {
    // This error is of the new context, in which Error is another class.
    if ((error as { readonly code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new ContractError('the answer takes longer than two seconds to parse');
  }
}
