/** The schemas of inputs and documents as JSON Schema, without what a reader does not need: a model reads all of them. */
import * as z from 'zod/mini';
import { shapeSchema, type JsonSchema } from '../documents/json-schema.ts';
import type { Shape } from '../shape.ts';

/** Nobody comes near a higher bound. */
const farBound = 1_000_000;

/** Says all that a caller must know. */
export function inputSchema(input: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => void ((jsonSchema.maximum ?? 0) >= farBound && delete jsonSchema.maximum),
  });
  return schema as JsonSchema;
}

/** What a schema of a document leaves out: it is not for checking, and the names say what the fields hold. */
const details = ['additionalProperties', 'description', 'enum', 'format', 'maximum', 'minimum', 'pattern'];

/** Has the types. */
export function outputSchema(output: Shape): JsonSchema {
  return withoutDetails(shapeSchema(output)) as JsonSchema;
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
