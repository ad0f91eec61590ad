/** The schemas of inputs and documents as JSON Schema, without what a reader does not need: a model reads all of them. */
import * as z from 'zod/mini';

export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

/** The limits of the integers that JSON keeps. Every integer has them. */
const integerLimits = new Set<unknown>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** An input keeps that it takes no other fields. A document has no others, but says nothing about them. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const isNeeded = (key: string, value: unknown): boolean =>
    !['$schema', 'pattern'].includes(key) &&
    (key !== 'additionalProperties' || io === 'input') &&
    !integerLimits.has(value);
  const shortened = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shortened);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => (isNeeded(key, inner) ? [[key, shortened(inner)]] : [])),
    );
  };
  return shortened(z.toJSONSchema(schema, { io })) as JsonSchema;
}
