/** Checks a body against its schema, and describes what is wrong. */
import * as z from 'zod/mini';
import { ContractError, type Theirs } from '../errors.ts';
import { Decimal, isNumeric } from '../json.ts';
import { shorten } from '../text.ts';

/** Far more than any real response: a thousand depots with forty times each stay well below it. */
const maxValues = 200_000;

/**
 * Returns the body itself, typed: fields, their order and unknown extras stay. Throws ContractError naming endpoint and field
 * path: `GET /depots: [3].name: expected a string, got null`.
 */
export function validate<T extends z.ZodMiniType>(schema: T, body: unknown, endpoint: string): z.infer<T> {
  checkSize(body, endpoint);
  if (Array.isArray(body) && acceptTest(schema)(body)) return body as z.infer<T>;
  const result = schema.safeParse(body);
  if (result.success) return body as z.infer<T>;
  const [first] = result.error.issues;
  const more = result.error.issues.length - 1;
  const problem = (theirs: Theirs): string =>
    first === undefined ? 'not what the interface describes' : describeIssue(first, body, theirs);
  throw new ContractError((_, __, theirs) => `${problem(theirs)}${more > 0 ? ` (and ${more} more)` : ''}`, {
    endpoint,
    hint: 'the service answered, but not in the form its interface describes; tell its operator',
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
  if (schema instanceof z.ZodMiniObject && schema.def.catchall?._zod.def.type === 'unknown') {
    const fields = Object.entries(schema.shape).map(([key, inner]) => ({ key, test: acceptTest(inner) }));
    return (value) => isObject(value) && !Array.isArray(value) && fields.every(({ key, test }) => test(value[key]));
  }
  if (type === 'string' && format === undefined) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodMiniCustom) return schema.def.fn as Test;
  return type === 'number' && format === 'safeint' ? Number.isSafeInteger : () => false;
}

/**
 * Throws ContractError if `body` holds more than 200 000 values. Zod records every problem it finds, and a body of a few
 * megabytes has room for millions. The JSON parser has already limited the depth.
 */
export function checkSize(body: unknown, endpoint: string): void {
  // Without the body itself.
  let values = -1;
  const visit = (value: unknown): void => {
    values += 1;
    if (values > maxValues) throw new ContractError(`more than ${maxValues} values in one answer`, { endpoint });
    if (!isObject(value)) return;
    if (Array.isArray(value)) for (const inner of value) visit(inner);
    // Much faster than Object.values. An object from JSON inherits nothing that this lists.
    else for (const key in value) visit(value[key]);
  };
  visit(body);
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
  if (value instanceof Decimal && value.decimals === 0) return `${shorten(String(value), 40)}, which is too large`;
  if (isNumeric(value)) return `number ${shorten(String(value), 40)}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return `${typeof value} ${String(value)}`;
  return `string "${theirs(shorten(value, 40))}"`;
}
