/** Checks values with the JSON Schemas of `rental schema`. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { commands } from '../../src/commands/index.ts';
import { documentsOf } from '../../src/commands/schema.ts';
import { documentSchema, recordSchema } from '../../src/documents/json-schema.ts';

// Strict: a keyword that it does not know would check nothing.
const ajv = addFormats.default(
  new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true }),
);

export const documents = documentsOf(commands);

/** Making one takes more time than a whole test. */
const checks = new Map<string, ValidateFunction>();

/**
 * What is wrong with a value by the published schema. If `isClosed`, an object may have only fields
 * that the schema names.
 */
export function problemsOf(
  name: string,
  value: unknown,
  {
    isRecord = false,
    isClosed = true,
  }: { readonly isRecord?: boolean; readonly isClosed?: boolean } = {},
): unknown {
  const key = JSON.stringify([name, isRecord, isClosed]);
  const schema = (isRecord ? recordSchema : documentSchema)(documents[name]!) ?? {};
  const check = checks.get(key) ?? ajv.compile((isClosed ? closed(schema) : schema) as object);
  checks.set(key, check);
  return check(value) ? undefined : check.errors;
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value)]),
  );
  return 'properties' in copy ? { ...copy, additionalProperties: false } : copy;
}
