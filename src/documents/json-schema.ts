/** Makes the JSON Schema (draft 2020-12) of a document. */
import * as z from 'zod/mini';
import type { DocumentSchema } from './document.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Of one line of `--format ndjson` if `isRecord`; undefined if the document has no records. */
export function jsonSchemaOf(
  { title, description, document, record }: DocumentSchema,
  isRecord = false,
): JsonSchema | undefined {
  const schema = isRecord ? record : document;
  if (schema === undefined) return undefined;
  const { $schema, ...rest } = z.toJSONSchema(schema, { override: ({ jsonSchema }) => simplify(jsonSchema) });
  return { $schema, title: isRecord ? `${title}, one record` : title, description, ...rest };
}

/** Leaves out what the format or the type says already. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
