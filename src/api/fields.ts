/** The names of the fields in the answers. */
import { z } from 'zod';
import * as schemas from './schemas.ts';

/** Paths of the fields that a schema names, through lists and what may be null: `priceBreakdown.accessories.name`. */
export function schemaFields(name: keyof typeof schemas): string[] {
  return pathsOf(schemas[name]);
}

function pathsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodArray) return pathsOf(schema.element);
  if (schema instanceof z.ZodNullable) return pathsOf(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, inner]) => [
    key,
    ...pathsOf(inner).map((path) => `${key}.${path}`),
  ]);
}
