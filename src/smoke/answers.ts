/**
 * The answers of a service as plain data, so that rules can be judged without a service. `Missing`
 * says why there is no answer.
 */
import { ContractError, exitCodes, type ExitCode } from '../base/errors.ts';
import { isWebPage, mediaType, readJson } from '../http/json.ts';
import { RedirectError } from '../http/response-errors.ts';
import type { HttpRequest, HttpResponse } from '../http/types.ts';
import type { RuleId } from './rules/definitions.ts';

export interface ServiceAnswer extends Pick<HttpResponse, 'headers' | 'receivedAt'> {
  readonly request: HttpRequest;
  /** Undefined if what the service sent breaks HTTP or the interface. */
  readonly status: number | undefined;
  /** Where a redirect leads: `status` is undefined then. */
  readonly redirect?: URL | undefined;
  /** From sending to the last byte, ms; undefined if what the service sent breaks HTTP. */
  readonly elapsedMs?: number;
  /** Bytes that are not UTF-8 are replaced; a byte order mark stays. */
  readonly text: string;
  /** The body, whatever its content type is. */
  readonly json?: unknown;
  /** Why there is no `json` or no status. */
  readonly problem?: string | undefined;
  /** What to try, if what the service sent breaks HTTP. */
  readonly hint?: string | undefined;
}

/** Why something was not requested or judged. The reason is for people. */
export type Missing = (
  | { readonly missing: 'not-applicable' }
  /** Another rule says why. */
  | { readonly missing: 'other-rule'; readonly causeRuleId: RuleId }
  /** No answer shows whether the service keeps the rule. */
  | { readonly missing: 'unchecked'; readonly causeRuleId?: RuleId }
  /** Little can be checked without this answer. The exit code is that of the run. */
  | { readonly missing: 'obstacle'; readonly exitCode: ExitCode }
  /** No rental service answers at the address. `hint`: what to try then. */
  | { readonly missing: 'no-service'; readonly exitCode: ExitCode; readonly hint: string }
  /** In the place of an OpenAPI description. */
  | { readonly missing: 'web-page' | 'no-description' }
) & { readonly reason: string };

type MissingKind = Missing['missing'];
export type MissingOf<Kind extends MissingKind> = Extract<Missing, { readonly missing: Kind }>;

export type MaybeAnswer = ServiceAnswer | Missing;

export const skip = (reason: string, causeRuleId?: RuleId): Missing =>
  causeRuleId === undefined
    ? { missing: 'not-applicable', reason }
    : { missing: 'other-rule', reason, causeRuleId };
export const unchecked = (reason: string): MissingOf<'unchecked'> => ({
  missing: 'unchecked',
  reason,
});
export const obstacle = (reason: string, exitCode: ExitCode = exitCodes.network): Missing => ({
  missing: 'obstacle',
  reason,
  exitCode,
});
export const notAsked = skip('not requested');

const missingVerdicts = {
  'not-applicable': 'skip',
  'other-rule': 'skip',
  'web-page': 'skip',
  'no-description': 'unchecked',
  unchecked: 'unchecked',
  obstacle: 'unchecked',
  'no-service': 'unchecked',
} as const satisfies Readonly<Record<MissingKind, string>>;

/**
 * `skip`: the rule does not apply, or another rule says why. `unchecked`: it is not known whether
 * the service keeps the rule.
 */
export function verdictOfMissing({ missing }: Missing): 'skip' | 'unchecked' {
  return missingVerdicts[missing];
}

/** Undefined if the rest can still be checked. */
export function exitCodeOfMissing(missing: Missing): ExitCode | undefined {
  return 'exitCode' in missing ? missing.exitCode : undefined;
}

export function isThere<T extends object>(value: T | Missing): value is T {
  return !('missing' in value);
}

/** Calls `next` with a value that is there; returns a missing one as it is. */
export function ifThere<T extends object, R>(
  value: T | Missing,
  next: (value: T) => R,
): R | Missing {
  return isThere(value) ? next(value) : value;
}

export function answerFromResponse(request: HttpRequest, response: HttpResponse): ServiceAnswer {
  const { status, headers, body, receivedAt, elapsedMs } = response;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return { request, status, headers, receivedAt, elapsedMs, text, ...jsonOf(body) };
}

/** An answer that breaks HTTP or the interface, or is a redirect. */
export function brokenAnswer(request: HttpRequest, error: ContractError): ServiceAnswer {
  const redirect = error instanceof RedirectError ? error.target : undefined;
  const { problem, hint } = error;
  return {
    request,
    status: undefined,
    redirect,
    headers: {},
    receivedAt: 0,
    text: '',
    problem,
    hint,
  };
}

/** The body is read as JSON whatever its type is: the interface document names none. */
function jsonOf(body: Uint8Array): Pick<ServiceAnswer, 'json' | 'problem'> {
  try {
    return { json: readJson({ headers: { 'content-type': 'application/json' }, body }) };
  } catch (error) {
    if (error instanceof ContractError) return { problem: error.problem };
    throw error;
  }
}

/** `application/json`; empty if the header is missing. */
export function typeOf({ headers }: ServiceAnswer): string {
  return mediaType(headers['content-type']);
}

export function isPage(answer: ServiceAnswer): boolean {
  return isWebPage(typeOf(answer));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if the value is not an object. */
export function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

/** The entries of an array with status 200; undefined for anything else. */
export function listOf(answer: MaybeAnswer): readonly unknown[] | undefined {
  const isList = isThere(answer) && answer.status === 200 && Array.isArray(answer.json);
  return isList ? (answer.json as readonly unknown[]) : undefined;
}

/** The integer ids of a list, each once, without those that JavaScript cannot hold. */
export function idsOf(answer: MaybeAnswer, key = 'id'): readonly number[] {
  const ids = (listOf(answer) ?? []).map((entry) => fieldOf(entry, key));
  return [...new Set(ids.filter((id): id is number => Number.isSafeInteger(id)))];
}
