/** Reads the body of an exchange, and reports a wrong status and what is not JSON. */
import { headerOf, isJson, jsonOf, mediaTypeOf, type Exchange } from './exchange.ts';
import { showText, showValue } from './display.ts';
import { failure, unless, warning, type Finding } from './finding.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The expected status, and JSON by encoding and syntax. */
export function jsonFindings(exchange: Exchange, status: number): Finding[] {
  const problem = statusFinding(exchange, status);
  if (problem !== undefined) return [problem];
  const json = jsonOf(exchange);
  return 'value' in json ? [] : [failure(exchange, 'JSON', showText(json.problem))];
}

/** As `jsonFindings`, and an object. */
export function objectFindings(exchange: Exchange): Finding[] {
  return shapeFindings(exchange, 'a JSON object', isObject);
}

/** As `jsonFindings`, and an array. */
export function arrayFindings(exchange: Exchange): Finding[] {
  return shapeFindings(exchange, 'a JSON array', Array.isArray);
}

function shapeFindings(exchange: Exchange, expected: string, isRight: (body: unknown) => boolean): Finding[] {
  const found = jsonFindings(exchange, 200);
  const body = bodyOf(exchange);
  if (found.length > 0) return found;
  return isRight(body) ? typeFindings(exchange) : [failure(exchange, expected, showValue(body))];
}

/** The document names no media type for JSON, but clients look at it. */
export function typeFindings(exchange: Exchange): Finding[] {
  const type = showValue(headerOf(exchange, 'content-type'));
  return unless(isJson(mediaTypeOf(exchange)), warning(exchange, 'content-type: application/json', type));
}

export function statusFinding(exchange: Exchange, ...statuses: readonly number[]): Finding | undefined {
  const { response } = exchange;
  if (response !== undefined && statuses.includes(response.status)) return undefined;
  return failure(exchange, `status ${statuses.join(' or ')}`, describeResponse(exchange));
}

/** `status 500: "the service's own message"`. */
export function describeResponse(exchange: Exchange): string {
  const { response, problem } = exchange;
  if (response === undefined) return showText(problem ?? 'no answer');
  const message = errorMessage(exchange);
  return `status ${response.status}${message === undefined ? '' : `: ${showValue(message)}`}`;
}

/** The JSON body of a response with this status; undefined if the status is another or the body is not JSON. */
export function bodyOf(exchange: Exchange, status = 200): unknown {
  const json = exchange.response?.status === status ? jsonOf(exchange) : {};
  return 'value' in json ? json.value : undefined;
}

export function listOf(exchange: Exchange): readonly unknown[] | undefined {
  const body = bodyOf(exchange);
  return Array.isArray(body) ? body : undefined;
}

/** The integers among the ids of a list that a number holds, each once. */
export function idsOf(list: readonly unknown[] | undefined, key: string): readonly number[] {
  const ids = (list ?? []).map((entry) => fieldOf(entry, key));
  return [...new Set(ids.filter((id): id is number => Number.isSafeInteger(id)))];
}

/** The `error` of a JSON error body, of any status. */
export function errorMessage(exchange: Exchange): string | undefined {
  const message = fieldOf(bodyOf(exchange, exchange.response?.status), 'error');
  return typeof message === 'string' ? message : undefined;
}

/** Undefined if the value is not an object. */
export function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
