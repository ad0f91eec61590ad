/** What a run asked, as plain data: an answer of the service, or why there is none. So a rule is judged without a service. */
import { ContractError } from '../errors.ts';
import { isWebPage, mediaType, readJson } from '../http/json.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';

export interface Answer extends Pick<HttpResponse, 'headers' | 'receivedAt' | 'elapsedMs' | 'tls'> {
  readonly request: HttpRequest;
  /** Undefined if what the service sent breaks HTTP or the interface; `problem` says how. */
  readonly status: number | undefined;
  readonly problem: string | undefined;
  /** Where a redirect leads: `status` is undefined then. */
  readonly redirect: URL | undefined;
  /** Bytes that are not UTF-8 are replaced. */
  readonly text: string;
  /** The body as JSON, whatever its content type is; undefined if it is none, and `notJson` says why. */
  readonly json: unknown;
  readonly notJson: string | undefined;
}

/**
 * `refused`: the service accepts no trip that was tried. `nothing_available`: it lists no depot, or no vehicle for any of these trips.
 * `wrong_address`: there is a website where the interface should be.
 */
export type Obstacle = 'unavailable' | 'rate_limited' | 'network' | 'refused' | 'nothing_available' | 'wrong_address';

/** Why something could not be asked or judged. A class, because no answer of a service can be taken for one. */
export class Missing {
  /** `skip`: the rule does not apply, or another rule says why. `unchecked`: the run cannot find out. */
  readonly verdict: 'skip' | 'unchecked';
  readonly reason: string;
  /** The rule that says why; the run judges it too. */
  readonly because: string | undefined;
  /** Set if the service could not be asked, or had nothing to ask about. */
  readonly obstacle: Obstacle | undefined;

  constructor(verdict: Missing['verdict'], reason: string, because?: string, obstacle?: Obstacle) {
    this.verdict = verdict;
    this.reason = reason;
    this.because = because;
    this.obstacle = obstacle;
  }
}

export type Asked = Answer | Missing;

export const skip = (reason: string, because?: string): Missing => new Missing('skip', reason, because);
export const unchecked = (reason: string, because?: string): Missing => new Missing('unchecked', reason, because);
export const blocked = (obstacle: Obstacle, reason: string): Missing =>
  new Missing('unchecked', reason, undefined, obstacle);

/** `next` of the value, unless the value is missing. */
export function given<T, R>(value: T | Missing, next: (value: T) => R): R | Missing {
  return value instanceof Missing ? value : next(value);
}

export function isThere<T>(value: T | Missing): value is T {
  return !(value instanceof Missing);
}

export function answerOf(request: HttpRequest, response: HttpResponse): Answer {
  const { status, headers, body, receivedAt, elapsedMs, tls } = response;
  const text = new TextDecoder().decode(body);
  const read = { problem: undefined, redirect: undefined, text, ...jsonOf(response) };
  return { request, status, headers, receivedAt, elapsedMs, ...(tls && { tls }), ...read };
}

/** The answer that breaks HTTP or the interface, or leads elsewhere. */
export function brokenAnswer(request: HttpRequest, problem: string, redirect?: URL): Answer {
  const nothing = { headers: {}, receivedAt: 0, elapsedMs: 0, text: '', json: undefined };
  return { request, status: undefined, problem, redirect, ...nothing, notJson: problem };
}

/** The interface document names no content type for JSON. */
function jsonOf({ headers, body }: HttpResponse): Pick<Answer, 'json' | 'notJson'> {
  try {
    const json = readJson({ headers: { ...headers, 'content-type': 'application/json' }, body });
    return { json, notJson: undefined };
  } catch (error) {
    if (error instanceof ContractError) return { json: undefined, notJson: error.problem };
    throw error;
  }
}

/** `application/json`; empty if the header is missing. */
export function typeOf({ headers }: Answer): string {
  return mediaType(headers['content-type']);
}

export function isPage(answer: Answer): boolean {
  return isWebPage(typeOf(answer));
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if the value is not an object. */
export function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

/** The entries of an array with status 200; undefined for anything else. */
export function listOf(asked: Asked): readonly unknown[] | undefined {
  const isList = isThere(asked) && asked.status === 200 && Array.isArray(asked.json);
  return isList ? (asked.json as readonly unknown[]) : undefined;
}

/** The integers among the ids of a list that a number holds, each once. */
export function idsOf(list: readonly unknown[] | undefined, key: string): readonly number[] {
  const ids = (list ?? []).map((entry) => fieldOf(entry, key));
  return [...new Set(ids.filter((id): id is number => Number.isSafeInteger(id)))];
}
