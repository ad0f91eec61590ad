/** The JSON of an answer, distrusted. */
import { ContractError } from '../errors.ts';
import type { HttpResponse } from './types.ts';

const captive = 'check the address, or whether a network asks for a login first';
/** Deeper than any shape of the interface, and than its unknown fields should be; recursion further on stays safe. */
const deepest = 100;

/** Throws ContractError where the answer is not JSON by its content type, its encoding or its syntax. */
export function readJson({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>, endpoint: string): unknown {
  const type = mediaType(headers['content-type']);
  if (type === 'text/html' || type === 'application/xhtml+xml') {
    throw new ContractError(`${endpoint}: the answer is a web page, not JSON`, { hint: captive });
  }
  if (body.byteLength === 0) throw new ContractError(`${endpoint}: the answer is empty`);
  if (!isJson(type))
    throw new ContractError(`${endpoint}: the answer is ${typeWords(type)}, not JSON`, { hint: captive });
  return distrust(parse(decode(body, endpoint), endpoint), endpoint, 0);
}

/** `application/json; charset=utf-8` → `application/json`. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
}

export function isJson(type: string): boolean {
  return /^application\/(?:[\w.!#$&^-]+\+)?json$/.test(type);
}

function typeWords(type: string): string {
  return /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? type : 'of no known type';
}

function decode(body: Uint8Array, endpoint: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new ContractError(`${endpoint}: the answer is not valid UTF-8`, { cause });
  }
}

function parse(text: string, endpoint: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The words of the parser quote the text, line breaks and all: they stay in the cause.
    throw new ContractError(`${endpoint}: the answer is not valid JSON`, { cause });
  }
}

/** Takes `__proto__` keys out: they are harmless here and poison for whoever assigns them on. */
function distrust(value: unknown, endpoint: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw new ContractError(`${endpoint}: the answer is nested too deeply`);
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) distrust(inner, endpoint, depth + 1);
  return value;
}
