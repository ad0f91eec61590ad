/** The schemas of inputs and documents as JSON Schema, without what a reader does not need: a model reads all of them. */
import * as z from 'zod/mini';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

/** What a schema of a document leaves out: it is not for checking, and the names say what the fields hold. */
const details = ['additionalProperties', 'description', 'format', 'maximum', 'minimum', 'pattern'];

/** The schema of an input says all that a caller must know; that of a document has the types, and what is required at the top. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, required, ...found } = z.toJSONSchema(schema, { io });
  const short = io === 'input' ? found : (withoutDetails(found) as JsonSchema);
  return { ...short, ...(required !== undefined && { required }) } as JsonSchema;
}

function withoutDetails(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDetails);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, properties, ...rest } = value as JsonSchema;
  const [one, other] = anyOf ?? [];
  // A type or null is shorter in one list.
  if (other?.type === 'null') return withoutDetails({ ...one, type: [one?.type, 'null'] });
  const kept = Object.entries(rest).filter(([key]) => !details.includes(key) && key !== 'required');
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, withoutDetails(field)]);
  return {
    ...Object.fromEntries(kept.map(([key, inner]) => [key, withoutDetails(inner)])),
    ...(properties !== undefined && { properties: Object.fromEntries(fields) }),
  };
}
