/** Rules of fields: types by the schemas of the client, and what types cannot say. */
import type * as z from 'zod/mini';
import type { Exchange } from './exchange.ts';
import { errorBodySchema } from '../api/schemas.ts';
import { isLargeInteger, issuesOf, pathText, valueAt } from '../api/validate.ts';
import { showValue } from './display.ts';
import { failure, findingsFor, note, warning, type Finding } from './finding.ts';
import { arrayFindings, bodyOf, isObject, jsonFindings, statusFinding } from './responses.ts';

/** Where `value` differs from the schema. `ignored` names fields that another check covers. */
export function schemaFindings(
  exchange: Exchange,
  schema: z.ZodMiniType,
  value: unknown,
  ignored: readonly string[] = [],
): Finding[] {
  const issues = issuesOf(schema, value);
  const wrong = issues.filter((issue) => !ignored.includes(pathText(issue.path)));
  return findingsFor(wrong, (issue) => {
    const [path, got] = [pathText(issue.path), valueAt(value, issue.path)];
    if (!isLargeInteger(got)) return failure(exchange, at(path, issue.message), showValue(got));
    return warning(exchange, at(path, 'an integer that clients in JavaScript can read, below 2^53'), showValue(got));
  });
}

/** A list, or a 400 in its form. */
export function answerOrRefusalFindings(exchange: Exchange): Finding[] {
  const problem = statusFinding(exchange, 200, 400);
  if (problem !== undefined) return [problem];
  return exchange.response?.status === 400 ? errorFindings(exchange, 400) : arrayFindings(exchange);
}

/** The status, and its JSON body `{"error": <string>}` (section Errors). */
export function errorFindings(exchange: Exchange, status: number): Finding[] {
  const found = jsonFindings(exchange, status);
  if (found.length > 0) return found;
  const body = bodyOf(exchange, status);
  const shape = schemaFindings(exchange, errorBodySchema, body);
  if (shape.length > 0) return shape;
  const { error } = body as { readonly error: string };
  // The text of a 503 is not documented.
  return error.trim() === '' && status !== 503 ? [failure(exchange, 'error: a message', showValue(error))] : [];
}

export interface Field {
  /** `[3].price`. */
  readonly path: string;
  readonly value: unknown;
}

/** The field `key` of each entry that has it. */
export function fieldOfEach(list: readonly unknown[], key: string): Field[] {
  return list.flatMap((entry, index) =>
    isObject(entry) && Object.hasOwn(entry, key) ? [{ path: `[${index}].${key}`, value: entry[key] }] : [],
  );
}

/** Findings for the fields whose value is not valid. */
export function fieldFindings(
  exchange: Exchange,
  fields: readonly Field[],
  expected: string,
  isValid: (value: unknown) => boolean,
): Finding[] {
  const wrong = fields.filter(({ value }) => !isValid(value));
  return findingsFor(wrong, ({ path, value }) => failure(exchange, at(path, expected), showValue(value)));
}

/** Repeated ids. Ids that are not integers break another rule. */
export function uniqueFindings(exchange: Exchange, fields: readonly Field[]): Finding[] {
  const seen = new Set<unknown>();
  const repeated = fields.filter(({ value }) => {
    const before = seen.has(value);
    seen.add(value);
    // Larger ids that differ can be read as the same number.
    return before && Number.isSafeInteger(value);
  });
  return findingsFor(repeated, ({ path, value }) =>
    failure(exchange, at(path, 'an id of its own'), `${showValue(value)} again`),
  );
}

/** At most two decimals, and not negative. Values that are not numbers break another rule. */
export function amountFindings(exchange: Exchange, fields: readonly Field[]): Finding[] {
  const amounts = fields.filter(({ value }) => Number.isFinite(value));
  const negative = amounts.filter(({ value }) => Number(value) < 0);
  return [
    ...fieldFindings(exchange, amounts, 'dollars with two decimals at most', (value) => hasCents(value as number)),
    // Nothing says that an amount cannot be a reduction.
    ...findingsFor(negative, ({ path, value }) => note(exchange, at(path, 'an amount of 0 or more'), showValue(value))),
  ];
}

/** At most two decimals: JSON reads `12.50` as 12.5. */
export function hasCents(amount: number): boolean {
  return /^-?\d+(?:\.\d{1,2})?$/.test(String(amount));
}

function at(path: string, expected: string): string {
  return path === '' ? expected : `${path}: ${expected}`;
}
