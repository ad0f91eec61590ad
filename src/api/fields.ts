/** The names of the fields in the answers. */
import * as z from 'zod/mini';
import * as schemas from './schemas.ts';

/** Paths of the fields that a schema names, through lists and what may be null: `priceBreakdown.accessories.name`. */
export function schemaFields(name: keyof typeof schemas): string[] {
  return pathsOf(schemas[name]);
}

function pathsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodMiniArray) return pathsOf(schema.def.element);
  if (schema instanceof z.ZodMiniNullable) return pathsOf(schema.def.innerType);
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, inner]) => [
    key,
    ...pathsOf(inner).map((path) => `${key}.${path}`),
  ]);
}
