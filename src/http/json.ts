/** Reads the JSON of a response, which may be anything. */
import { ContractError } from '../base/errors.ts';
import type { HttpResponse } from './types.ts';

export const checkAddressHint = 'check the address, or whether the network requires a login first';
/** Deeper than every shape of the interface, and safe for recursion. */
const maxDepth = 100;

/** Throws ContractError. */
export function readJson(
  { headers, body }: Pick<HttpResponse, 'headers' | 'body'>,
  endpoint?: string,
): unknown {
  const type = mediaType(headers['content-type']);
  if (isWebPage(type)) throw webPageError(endpoint);
  if (body.byteLength === 0) throw new ContractError('the answer is empty', { endpoint });
  if (!isJson(type)) {
    const isPrintable = /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type);
    const problem = `the answer is ${isPrintable ? type : 'of no known type'}, not JSON`;
    throw new ContractError(problem, { endpoint, hint: checkAddressHint });
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    makeSafe(value, endpoint);
    return value;
  } catch (cause) {
    if (cause instanceof ContractError) throw cause;
    // A fatal TextDecoder throws TypeError, and JSON.parse SyntaxError. The parser's message quotes
    // the text with its line breaks, so it stays in the cause.
    const expected = cause instanceof TypeError ? 'UTF-8' : 'JSON';
    throw new ContractError(`the answer is not valid ${expected}`, { endpoint, cause });
  }
}

export function webPageError(endpoint: string | undefined, hint = checkAddressHint): ContractError {
  return new ContractError('the answer is a web page, not JSON', { endpoint, hint });
}

/** `application/json; charset=utf-8` → `application/json`. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
}

export function isJson(type: string): boolean {
  return /^application\/(?:[\w.!#$&^-]+\+)?json$/.test(type);
}

export function isWebPage(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/**
 * Removes `__proto__` keys, of which Object.assign would make a prototype. Throws ContractError if
 * the value is nested too deeply for recursion.
 */
function makeSafe(value: unknown, endpoint?: string, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new ContractError('the answer is nested too deeply', { endpoint });
  if (Array.isArray(value)) for (const inner of value) makeSafe(inner, endpoint, depth + 1);
  else {
    // Much faster than Object.values. An object from JSON inherits nothing that this lists.
    for (const key in value) {
      if (key === '__proto__') Reflect.deleteProperty(value, key);
      else makeSafe((value as Record<string, unknown>)[key], endpoint, depth + 1);
    }
  }
}
