/** Checks a value against its schema. */
import * as z from 'zod/mini';
import { valueAt } from '../shape.ts';
import { ContractError } from '../base/errors.ts';
import { shorten } from '../base/words.ts';

const maxIssues = 1000;

/**
 * Returns the body itself, with the order of its fields and unknown ones. Throws ContractError:
 * `GET /depots: [3].name: expected a string, got null`.
 */
export function validate<T extends z.ZodMiniType>(
  schema: T,
  body: unknown,
  endpoint: string,
): z.infer<T> {
  const issues = issuesOf(schema, body);
  const [first] = issues;
  if (first === undefined) return body as z.infer<T>;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  throw new ContractError(describeIssue(first, body) + more, {
    endpoint,
    hint: isLargeInteger(valueAt(body, first.path))
      ? 'the answer is valid, but this program cannot use integers of 2^53 and above'
      : 'the answer does not have the form that the interface describes; report it to the operator',
  });
}

/** At most a thousand issues of a list: a body of a few megabytes has room for millions. */
export function issuesOf(schema: z.ZodMiniType, body: unknown): readonly z.core.$ZodIssue[] {
  if (!(schema instanceof z.ZodMiniArray) || !Array.isArray(body))
    return z.safeParse(schema, body).error?.issues ?? [];
  const found: z.core.$ZodIssue[] = [];
  for (const [index, row] of body.entries()) {
    const issues = z.safeParse(schema.def.element, row).error?.issues ?? [];
    for (const issue of issues) found.push({ ...issue, path: [index, ...issue.path] });
    if (found.length >= maxIssues) break;
  }
  return found;
}

/** Valid in the interface, but not exact in JavaScript. */
export function isLargeInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function describeIssue(issue: z.core.$ZodIssue, body: unknown): string {
  const path = pathText(issue.path);
  return `${path === '' ? '' : `${path}: `}expected ${issue.message}, got ${describeValue(valueAt(body, issue.path))}`;
}

/** `[3].name`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${String(key)}`))
    .join('');
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isLargeInteger(value)) return `${String(value)}, which is too large`;
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return `${typeof value} ${String(value)}`;
  return `string "${shorten(value, 40)}"`;
}
