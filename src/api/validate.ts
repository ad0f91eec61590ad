/** Checks a body against its schema, and describes what is wrong. */
import * as z from 'zod/mini';
import { ContractError, type Theirs } from '../errors.ts';
import { shorten } from '../text.ts';

/** Of an answer with millions of wrong values, which would take seconds and gigabytes. */
const mostIssues = 1000;

/**
 * Returns the body itself, typed: fields, their order and unknown extras stay. Throws ContractError naming endpoint and field
 * path: `GET /depots: [3].name: expected a string, got null`.
 */
export function validate<T extends z.ZodMiniType>(schema: T, body: unknown, endpoint: string): z.infer<T> {
  const issues = issuesOf(schema, body);
  if (issues.length === 0) return body as z.infer<T>;
  const [first] = issues;
  const more = issues.length - 1;
  const problem = (theirs: Theirs): string =>
    first === undefined ? 'not what the interface describes' : describeIssue(first, body, theirs);
  const isOurLimit = first !== undefined && isLargeInteger(valueAt(body, first.path));
  throw new ContractError((_, __, theirs) => `${problem(theirs)}${more > 0 ? ` (and ${more} more)` : ''}`, {
    endpoint,
    hint: isOurLimit
      ? 'the answer is right, but this program cannot use integers of 2^53 and more'
      : 'the service answered, but not in the form its interface describes; tell its operator',
  });
}

type Test = (value: unknown) => boolean;

/**
 * True only for values from JSON that fit the schema; if it is false, zod must decide. For thousands of rows zod takes many times as
 * long, because it also finds out what is wrong and copies what is right.
 */
export function acceptTest(schema: z.core.$ZodType): Test {
  const { type, checks, format } = schema._zod.def as z.core.$ZodTypeDef & { readonly format?: string };
  if (checks !== undefined && checks.length > 0) return () => false;
  if (schema instanceof z.ZodMiniArray) {
    const item = acceptTest(schema.def.element);
    return (value) => Array.isArray(value) && value.every((inner) => item(inner));
  }
  if (isLoose(schema)) {
    const fields = Object.entries(schema.shape).map(([key, inner]) => ({ key, test: acceptTest(inner) }));
    return (value) => isObject(value) && !Array.isArray(value) && fields.every(({ key, test }) => test(value[key]));
  }
  if (type === 'string' && format === undefined) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodMiniCustom) return schema.def.fn as Test;
  return type === 'number' && format === 'safeint' ? Number.isSafeInteger : () => false;
}

/**
 * What of the value differs from the schema, the first thousand. Zod sees no list as a whole: it records every problem, and a body of a few
 * megabytes has room for millions. The transport has limited the bytes, and the JSON parser the depth.
 */
export function issuesOf(schema: z.core.$ZodType, body: unknown): readonly z.core.$ZodIssue[] {
  const found: z.core.$ZodIssue[] = [];
  const visit = (inner: z.core.$ZodType, accepts: Test, value: unknown, path: readonly PropertyKey[]): void => {
    if (found.length >= mostIssues || accepts(value)) return;
    const isPlain = (inner._zod.def.checks ?? []).length === 0;
    if (isPlain && inner instanceof z.ZodMiniArray && Array.isArray(value)) {
      const accepted = acceptTest(inner.def.element);
      return value.forEach((item, index) => visit(inner.def.element, accepted, item, [...path, index]));
    }
    if (isPlain && isLoose(inner) && isObject(value) && !Array.isArray(value)) {
      for (const [key, field] of Object.entries(inner.shape))
        visit(field, acceptTest(field), value[key], [...path, key]);
      return;
    }
    const issues = z.safeParse(inner, value).error?.issues ?? [];
    found.push(...issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
  };
  visit(schema, acceptTest(schema), body, []);
  return found;
}

function isLoose(schema: z.core.$ZodType): schema is z.ZodMiniObject {
  return schema instanceof z.ZodMiniObject && schema.def.catchall?._zod.def.type === 'unknown';
}

/** The interface has no largest integer. */
export function isLargeInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function describeIssue(issue: z.core.$ZodIssue, body: unknown, theirs: Theirs): string {
  const path = pathText(issue.path);
  return `${path === '' ? '' : `${path}: `}expected ${issue.message}, got ${describeValue(valueAt(body, issue.path), theirs)}`;
}

/** `[3].name`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${String(key)}`)).join('');
}

export function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    body,
  );
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function describeValue(value: unknown, theirs: Theirs): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isLargeInteger(value)) return `${String(value)}, which is too large`;
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return `${typeof value} ${String(value)}`;
  return `string "${theirs(shorten(value, 40))}"`;
}
