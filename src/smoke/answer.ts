/** One answer of the service, and what is wrong with it before its content is looked at. */
import { ContractError } from '../errors.ts';
import { readJson } from '../http/json.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';
import type { Finding } from './check.ts';
import { curlLine } from './curl.ts';
import { plain, show } from './show.ts';

export interface Answer {
  readonly request: HttpRequest;
  /** Undefined where what came is no whole answer; `broken` says what it is. */
  readonly response: HttpResponse | undefined;
  readonly broken: string | undefined;
}

type Json = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly got: string };

export function failure(answer: Answer, expected: string, got: string): Finding {
  return { severity: 'fail', expected, got, request: curlLine(answer.request) };
}

export function warning(answer: Answer, expected: string, got: string): Finding {
  return { ...failure(answer, expected, got), severity: 'warn' };
}

/** The status as expected, and JSON by content type, encoding and syntax. */
export function answerFindings(answer: Answer, status: number): Finding[] {
  const problem = statusFinding(answer, status);
  if (problem !== undefined) return [problem];
  const json = jsonOf(answer);
  return json.ok ? [] : [failure(answer, 'JSON', json.got)];
}

export function statusFinding(answer: Answer, ...statuses: readonly number[]): Finding | undefined {
  const { response, broken } = answer;
  const expected = `status ${statuses.join(' or ')}`;
  if (response === undefined) return failure(answer, expected, plain(broken ?? 'no answer'));
  return statuses.includes(response.status) ? undefined : failure(answer, expected, describeAnswer(answer));
}

/** `status 500: "the service's own words"`. */
export function describeAnswer(answer: Answer): string {
  const { response, broken } = answer;
  if (response === undefined) return plain(broken ?? 'no answer');
  const message = errorMessage(answer);
  return `status ${response.status}${message === undefined ? '' : `: ${show(message)}`}`;
}

/** The body of an answer with this status; undefined where there is none to go on with. */
export function bodyOf(answer: Answer, status = 200): unknown {
  const json = answer.response?.status === status ? jsonOf(answer) : undefined;
  return json?.ok ? json.value : undefined;
}

export function listOf(answer: Answer): readonly unknown[] | undefined {
  const body = bodyOf(answer);
  return Array.isArray(body) ? body : undefined;
}

/** The `error` of a JSON error body, of any status. */
export function errorMessage(answer: Answer): string | undefined {
  const json = jsonOf(answer);
  const message = json.ok && isRecord(json.value) ? json.value['error'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

export function jsonOf({ request, response, broken }: Answer): Json {
  if (response === undefined) return { ok: false, got: plain(broken ?? 'no answer') };
  try {
    return { ok: true, value: readJson(response, request.endpoint) };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return { ok: false, got: plain(error.message.slice(request.endpoint.length + 2)) };
  }
}

/** The body as text whatever it is; not UTF-8 where it is not. */
export function textOf({ response }: Answer): string {
  return response === undefined ? '' : new TextDecoder().decode(response.body);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
