/** Findings of rules in answers, and their words. */
import { schemaOf } from '../shape-schema.ts';
import { isLargeInteger, issuesOf, pathText } from '../api/validate.ts';
import { isJson } from '../http/json.ts';
import type { HttpRequest } from '../http/types.ts';
import { valueAt, type Shape, type SimpleType } from '../shape.ts';
import { quoteShell } from '../base/shell-words.ts';
import { shorten } from '../base/words.ts';
import {
  fieldOf,
  isObject,
  isThere,
  skip,
  typeOf,
  type ServiceAnswer,
  type Missing,
} from './answers.ts';

/** The texts are short, and not escaped yet. */
export interface SmokeFinding {
  /** `fail`: a documented rule is broken. `warn`: odd, but not against the document. */
  readonly severity: 'fail' | 'warn';
  readonly expected: string;
  readonly got: string;
  /** A `curl` command that repeats the request; absent if no single request shows the problem. */
  readonly request?: string;
}

/** No finding means that the service keeps the rule. */
export type Judgement = readonly SmokeFinding[] | Missing;

export const failFinding = reporterOf('fail');
export const warnFinding = reporterOf('warn');

function reporterOf(severity: SmokeFinding['severity']) {
  return ({ request }: ServiceAnswer, expected: string, got: string): SmokeFinding => {
    return { severity, expected, got: shorten(got, maxText), request: curlLine(request) };
  };
}

/** Characters of `got`. */
const maxText = 300;
/** Characters of a string value. */
const maxValue = 80;
/** Findings of one rule in one answer. */
const maxFindings = 5;

/** The value as JSON; for a list or an object, only its kind. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(shorten(value, maxValue));
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return shorten(String(value), maxValue);
}

/** A shell command that repeats the request and shows the headers of the response. */
export function curlLine({ url, accept = 'application/json' }: HttpRequest): string {
  const shown = Object.assign(new URL(url), { username: '', password: '', hash: '' });
  return quoteShell(['curl', '-sSi', '-H', `accept: ${accept}`, shown.href]);
}

export function findingUnless(isMet: boolean, finding: SmokeFinding): SmokeFinding[] {
  return isMet ? [] : [finding];
}

/** What an answer should have. */
interface Expectation {
  readonly isMet: boolean;
  readonly expected: string;
  readonly got: unknown;
}

/** A finding for each expectation that is not met. */
export function failFindings(
  answer: ServiceAnswer,
  expectations: readonly Expectation[],
): SmokeFinding[] {
  return expectations.flatMap(({ isMet, expected, got }) =>
    findingUnless(isMet, failFinding(answer, expected, showValue(got))),
  );
}

/**
 * One judgement of several answers. A problem of several is reported once. If none was judged, the
 * first says why.
 */
export function joinJudgements(judgements: readonly Judgement[]): Judgement {
  const judged = judgements.filter(isThere);
  if (judged.length === 0) return judgements[0] ?? [];
  const found = new Map<string, SmokeFinding>();
  for (const finding of judged.flat())
    if (!found.has(finding.expected)) found.set(finding.expected, finding);
  return [...found.values()];
}

export function statusFindings(answer: ServiceAnswer, status: number): SmokeFinding[] {
  return findingUnless(
    answer.status === status,
    failFinding(answer, `status ${status}`, answerText(answer)),
  );
}

/** `status 500: "the service's own message"`. */
export function answerText(answer: ServiceAnswer): string {
  const { status, problem } = answer;
  if (status === undefined) return problem ?? '';
  const message = errorTextOf(answer);
  return `status ${status}${message === undefined ? '' : `: ${showValue(message)}`}`;
}

/** The `error` of a JSON error body, of any status. */
export function errorTextOf({ json }: ServiceAnswer): string | undefined {
  const message = fieldOf(json, 'error');
  return typeof message === 'string' ? message : undefined;
}

export function objectFindings(answer: ServiceAnswer): SmokeFinding[] {
  return jsonFindings(answer, 200, 'a JSON object', isObject(answer.json));
}

export function arrayFindings(answer: ServiceAnswer): SmokeFinding[] {
  return jsonFindings(answer, 200, 'a JSON array', Array.isArray(answer.json));
}

/** The first thing that is wrong: the status, the JSON, its form or the media type. */
function jsonFindings(
  answer: ServiceAnswer,
  status: number,
  form: string,
  isRight: boolean,
): SmokeFinding[] {
  const found = statusFindings(answer, status);
  if (found.length > 0) return found;
  if (answer.problem !== undefined)
    return [failFinding(answer, 'JSON', answer.problem.replace(/^the answer is /, ''))];
  if (!isRight) return [failFinding(answer, form, showValue(answer.json))];
  // Most programs cannot read a byte order mark (RFC 8259, section 8.1).
  if (answer.text.startsWith('\uFEFF'))
    return [warnFinding(answer, 'JSON without a byte order mark', 'a byte order mark')];
  // The document names no media type, but clients look at it.
  const type = showValue(answer.headers['content-type']);
  return findingUnless(
    isJson(typeOf(answer)),
    warnFinding(answer, 'content-type: application/json', type),
  );
}

export function listOrRefusalFindings(answer: ServiceAnswer): SmokeFinding[] {
  return answer.status === 400 ? errorFindings(answer, 400) : arrayFindings(answer);
}

/**
 * What is wrong with an answer that should have the status and the body `{"error": <string>}`
 * (section Errors).
 */
export function errorFindings(answer: ServiceAnswer, status: number): SmokeFinding[] {
  const message = errorTextOf(answer);
  // The text of a 503 is not documented.
  const isSilent = answer.status === status && status !== 503 && message?.trim() === '';
  if (isSilent) return [failFinding(answer, 'error: a message', '""')];
  return jsonFindings(answer, status, '{"error": <string>}', message !== undefined);
}

/** Whether this is an error as the document describes it. */
export function isRefusal(answer: ServiceAnswer, ...statuses: readonly number[]): boolean {
  return statuses.some((status) =>
    errorFindings(answer, status).every(({ severity }) => severity === 'warn'),
  );
}

export function shapeFindings(answer: ServiceAnswer, shape: Shape): SmokeFinding[] {
  const wrong = issuesOf(schemaOf(shape), answer.json).slice(0, maxFindings);
  return wrong.map(({ path, message }) => {
    const got = valueAt(answer.json, path);
    const [report, expected] = isLargeInteger(got)
      ? [warnFinding, 'an integer that clients in JavaScript can read, below 2^53']
      : [failFinding, message];
    return report(answer, [pathText(path), expected].filter(Boolean).join(': '), showValue(got));
  });
}

interface Field {
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
}

/** The fields that a rule is about. */
type Wanted = { readonly type: SimpleType } | { readonly name: string };

function fieldsIn(
  shape: Shape,
  value: unknown,
  wanted: Wanted,
  path: readonly PropertyKey[] = [],
): readonly Field[] {
  if (shape.type === 'list' && Array.isArray(value))
    return value.flatMap((item, index) => fieldsIn(shape.item, item, wanted, [...path, index]));
  if (shape.type === 'object' && isObject(value)) {
    const sent = Object.entries(shape.fields).filter(([key]) => Object.hasOwn(value, key));
    return sent.flatMap(([key, field]) => fieldsIn(field, value[key], wanted, [...path, key]));
  }
  const isWanted = 'type' in wanted ? shape.type === wanted.type : path.at(-1) === wanted.name;
  return isWanted ? [{ path, value }] : [];
}

/** What a rule says about single values. */
interface ValueRule {
  readonly fields: Wanted;
  readonly expected: string;
  /** False for a value that breaks another rule, such as one of a wrong type. */
  readonly isJudged: (value: unknown) => boolean;
  /** Called only with judged values. */
  readonly isRight: (value: unknown) => boolean;
  /** How many judged values the rule needs. Default: 1. */
  readonly min?: number;
  /** The reason to skip the rule if there are fewer. */
  readonly none: string;
}

export function judgeValues(answer: ServiceAnswer, shape: Shape, rule: ValueRule): Judgement {
  const { fields, expected, isJudged, isRight, min = 1, none } = rule;
  const judged = fieldsIn(shape, answer.json, fields).filter(({ value }) => isJudged(value));
  if (judged.length < min) return skip(none);
  const wrong = judged.filter(({ value }) => !isRight(value)).slice(0, maxFindings);
  return failFindings(
    answer,
    wrong.map(({ path, value }) => ({
      isMet: false,
      expected: `${pathText(path)}: ${expected}`,
      got: value,
    })),
  );
}

/** JSON reads `12.50` as 12.5, so fewer decimals are right. A 0 does not show its unit. */
export function judgeDecimals(answer: ServiceAnswer, shape: Shape): Judgement {
  return judgeValues(answer, shape, {
    fields: { type: 'amount' },
    expected: 'dollars with at most two decimals',
    none: 'every amount is 0',
    isJudged: (value) => Number.isFinite(value) && value !== 0,
    isRight: (value) => /^-?\d+(?:\.\d{1,2})?$/.test(String(value)),
  });
}
