/** What rules find in answers, and the words in which they say it. */
import type * as z from 'zod/mini';
import { errorBodySchema } from '../api/schemas.ts';
import { isLargeInteger, issuesOf, pathText } from '../api/validate.ts';
import { valueAt } from '../document.ts';
import { isJson } from '../http/json.ts';
import type { Shape } from '../shape.ts';
import { fieldOf, given, isObject, isThere, typeOf, type Answer, type Missing } from './asked.ts';
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

/** What is found in each, without what one before has too. The first decides whether the rule can be judged. */
export function judgeEach<T extends object>(
  first: T | Missing,
  others: readonly (T | Missing)[],
  judge: (one: T) => readonly Finding[],
): Verdict {
  return given(first, (one) => together([one, ...others.filter(isThere)].map(judge)));
}

/** A problem that several have is reported once. What could not be judged is the verdict only if the others show nothing. */
export function together(verdicts: readonly Verdict[]): Verdict {
  const all: Finding[] = [];
  for (const list of verdicts.filter(isThere)) {
    const known = new Set(all.map(({ expected }) => expected));
    all.push(...list.filter(({ expected }) => !known.has(expected)));
  }
  const missing = verdicts.find((verdict): verdict is Missing => !isThere(verdict));
  return missing !== undefined && all.every(({ severity }) => severity === 'note') ? missing : all;
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

/** Where `value` differs from the schema. `ignored` names a field that another rule covers. */
export function schemaFindings(answer: Answer, schema: z.ZodMiniType, value: unknown, ignored?: string): Finding[] {
  const wrong = issuesOf(schema, value).filter(({ path }) => pathText(path) !== ignored);
  return findingsFor(wrong, ({ path, message }) => {
    const got = valueAt(value, path);
    const name = pathText(path);
    if (!isLargeInteger(got)) return failure(answer, name === '' ? message : `${name}: ${message}`, showValue(got));
    const expected = 'an integer that clients in JavaScript can read, below 2^53';
    return warning(answer, `${name}: ${expected}`, showValue(got));
  });
}

interface Field {
  /** `[3].price`. */
  readonly path: string;
  readonly value: unknown;
}

/** The fields of this name or simple type in what has the shape, where the service sends them. */
export function fieldsIn(shape: Shape, value: unknown, wanted: string, path = ''): Field[] {
  if (shape.type === 'list') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.flatMap((item, index) => fieldsIn(shape.item, item, wanted, `${path}[${index}]`));
  }
  if (shape.type === 'object') {
    const fields = isObject(value) ? Object.entries(shape.fields).filter(([key]) => Object.hasOwn(value, key)) : [];
    return fields.flatMap(([key, field]) =>
      fieldsIn(field, fieldOf(value, key), wanted, path === '' ? key : `${path}.${key}`),
    );
  }
  return shape.type === wanted || path.endsWith(`.${wanted}`) ? [{ path, value }] : [];
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
  return findingsFor(wrong, ({ path, value }) => report(answer, `${path}: ${expected}`, showValue(value)));
}

/** Findings for the first five items; the last one says how many more there are. */
function findingsFor<T>(items: readonly T[], describeOne: (item: T) => Finding): Finding[] {
  const found = items.slice(0, 5).map(describeOne);
  const last = found.at(-1);
  const more = items.length - found.length;
  if (last === undefined || more === 0) return found;
  return [...found.slice(0, -1), { ...last, got: `${last.got} (and ${more} more like it)` }];
}

/** At most two decimals, and not negative. Values that are not numbers break another rule. */
export function amountFindings(answer: Answer, shape: Shape): Finding[] {
  const amounts = fieldsIn(shape, answer.json, 'amount').filter(({ value }) => Number.isFinite(value));
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
