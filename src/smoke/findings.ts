/** What rules find in answers, and the words in which they say it. */
import type * as z from 'zod/mini';
import { errorBodySchema } from '../api/schemas.ts';
import { isLargeInteger, issuesOf, pathText, valueAt } from '../api/validate.ts';
import { isJson } from '../http/json.ts';
import { Missing, fieldOf, isObject, isThere, typeOf, type Answer } from './asked.ts';
import { curlLine, showText, showValue } from './display.ts';

/** All texts are short and hold no control characters. */
export interface Finding {
  /** `fail` breaks a documented rule, `warn` is odd but not against the document, `note` is information. */
  readonly severity: 'fail' | 'warn' | 'note';
  readonly expected: string;
  readonly got: string;
  /** A `curl` command that repeats the request; absent if no single request shows the problem. */
  readonly request?: string;
}

/** What a rule finds, nothing or notes alone if it is kept; or why it could not be judged. */
export type Verdict = readonly Finding[] | Missing;

export const failure = reporterOf('fail');
export const warning = reporterOf('warn');
export const note = reporterOf('note');

function reporterOf(severity: Finding['severity']) {
  return ({ request }: Answer, expected: string, got: string): Finding => {
    return { severity, expected, got, request: curlLine(request) };
  };
}

/** The finding, unless the service keeps the rule. */
export function unless(isKept: boolean, finding: Finding): Finding[] {
  return isKept ? [] : [finding];
}

/** Findings for the first five items; the last one says how many more there are. */
export function findingsFor<T>(items: readonly T[], describe: (item: T) => Finding): Finding[] {
  const found = items.slice(0, 5).map(describe);
  const last = found.at(-1);
  const more = items.length - found.length;
  if (last === undefined || more === 0) return found;
  return [...found.slice(0, -1), { ...last, got: `${last.got} (and ${more} more like it)` }];
}

/** The findings of several answers, without those that an answer before them has too. */
export function merged(lists: readonly (readonly Finding[])[]): Finding[] {
  const all: Finding[] = [];
  for (const list of lists) {
    const known = new Set(all.map(({ expected }) => expected));
    all.push(...list.filter(({ expected }) => !known.has(expected)));
  }
  return all;
}

/** What could not be judged hides nothing that another verdict shows; it is the verdict if they show nothing. */
export function together(verdicts: readonly Verdict[]): Verdict {
  const found = merged(verdicts.filter(isThere));
  const missing = verdicts.find((verdict) => verdict instanceof Missing);
  return missing !== undefined && found.every(({ severity }) => severity === 'note') ? missing : found;
}

export function statusFindings(answer: Answer, ...statuses: readonly number[]): Finding[] {
  const isRight = answer.status !== undefined && statuses.includes(answer.status);
  return unless(isRight, failure(answer, `status ${statuses.join(' or ')}`, describe(answer)));
}

/** `status 500: "the service's own message"`. */
export function describe(answer: Answer): string {
  const { status, problem } = answer;
  if (status === undefined) return showText(problem ?? 'no answer');
  const message = messageOf(answer);
  return `status ${status}${message === undefined ? '' : `: ${showValue(message)}`}`;
}

/** The `error` of a JSON error body, of any status. */
export function messageOf({ json }: Answer): string | undefined {
  const message = fieldOf(json, 'error');
  return typeof message === 'string' ? message : undefined;
}

/** The expected status, and JSON by encoding and syntax. */
function jsonFindings(answer: Answer, status: number): Finding[] {
  const found = statusFindings(answer, status);
  if (found.length > 0 || answer.notJson === undefined) return found;
  return [failure(answer, 'JSON', showText(answer.notJson))];
}

export function objectFindings(answer: Answer): Finding[] {
  return shapeFindings(answer, 'a JSON object', isObject(answer.json));
}

export function arrayFindings(answer: Answer): Finding[] {
  return shapeFindings(answer, 'a JSON array', Array.isArray(answer.json));
}

function shapeFindings(answer: Answer, expected: string, isRight: boolean): Finding[] {
  const found = jsonFindings(answer, 200);
  if (found.length > 0) return found;
  return isRight ? typeFindings(answer) : [failure(answer, expected, showValue(answer.json))];
}

/** The document names no media type for JSON, but clients look at it. */
export function typeFindings(answer: Answer): Finding[] {
  const type = showValue(answer.headers['content-type']);
  return unless(isJson(typeOf(answer)), warning(answer, 'content-type: application/json', type));
}

/** A list, or a 400 in its form. */
export function listOrRefusalFindings(answer: Answer): Finding[] {
  const found = statusFindings(answer, 200, 400);
  if (found.length > 0) return found;
  return answer.status === 400 ? errorFindings(answer, 400) : arrayFindings(answer);
}

/** The status, and its JSON body `{"error": <string>}` (section Errors). */
export function errorFindings(answer: Answer, status: number): Finding[] {
  const found = jsonFindings(answer, status);
  if (found.length > 0) return found;
  const shape = schemaFindings(answer, errorBodySchema, answer.json);
  // The text of a 503 is not documented.
  if (shape.length > 0 || status === 503 || messageOf(answer)?.trim() !== '') return shape;
  return [failure(answer, 'error: a message', '""')];
}

/** Whether this is the 400 or 404 that the document describes. */
export function isRefusal(answer: Answer, ...statuses: readonly number[]): boolean {
  return statuses.some((status) => errorFindings(answer, status).length === 0);
}

/** Where `value` differs from the schema. `ignored` names fields that another rule covers. */
export function schemaFindings(
  answer: Answer,
  schema: z.ZodMiniType,
  value: unknown,
  ignored: readonly string[] = [],
): Finding[] {
  const wrong = issuesOf(schema, value).filter(({ path }) => !ignored.includes(pathText(path)));
  return findingsFor(wrong, ({ path, message }) => {
    const got = valueAt(value, path);
    if (!isLargeInteger(got)) return failure(answer, at(pathText(path), message), showValue(got));
    const expected = 'an integer that clients in JavaScript can read, below 2^53';
    return warning(answer, at(pathText(path), expected), showValue(got));
  });
}

export interface Field {
  /** `[3].price`. */
  readonly path: string;
  readonly value: unknown;
}

/** The field `key` of each entry that has it. */
export function fieldsOf(list: readonly unknown[], key: string): Field[] {
  return list.flatMap((entry, index) =>
    isObject(entry) && Object.hasOwn(entry, key) ? [{ path: `[${index}].${key}`, value: entry[key] }] : [],
  );
}

/** Findings for the fields whose value is not valid. */
export function fieldFindings(
  answer: Answer,
  fields: readonly Field[],
  expected: string,
  isValid: (value: unknown) => boolean,
  report = failure,
): Finding[] {
  const wrong = fields.filter(({ value }) => !isValid(value));
  return findingsFor(wrong, ({ path, value }) => report(answer, at(path, expected), showValue(value)));
}

/** At most two decimals, and not negative. Values that are not numbers break another rule. */
export function amountFindings(answer: Answer, fields: readonly Field[]): Finding[] {
  const amounts = fields.filter(({ value }) => Number.isFinite(value));
  return [
    ...fieldFindings(answer, amounts, 'dollars with two decimals at most', hasCents),
    // Nothing says that an amount cannot be a reduction.
    ...fieldFindings(answer, amounts, 'an amount of 0 or more', (value) => Number(value) >= 0, note),
  ];
}

/** At most two decimals: JSON reads `12.50` as 12.5. */
export function hasCents(amount: unknown): boolean {
  return typeof amount === 'number' && /^-?\d+(?:\.\d{1,2})?$/.test(String(amount));
}

function at(path: string, expected: string): string {
  return path === '' ? expected : `${path}: ${expected}`;
}
