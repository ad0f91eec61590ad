/** The names of the fields of a document and its records, for `--fields`. */
import * as z from 'zod/mini';
import { documents } from './index.ts';

/**
 * The keys of the records and the paths into the document: `priceBreakdown.accessories.name`. A record is one item of a list, so the
 * paths into the items also go without the list: `vehicle.name` beside `offers.vehicle.name`. Empty if the command prints no document.
 */
export async function fieldNames(command: string): Promise<string[]> {
  if (!Object.hasOwn(documents, command)) return [];
  const { document, record } = await documents[command as keyof typeof documents]();
  return [...new Set([...pathsOf(record), ...pathsOf(document), ...itemPaths(document)])];
}

function pathsOf(schema: unknown): string[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodMiniUnion) return inner.def.options.flatMap(pathsOf);
  if (!(inner instanceof z.ZodMiniObject)) return [];
  return Object.entries(inner.shape).flatMap(([key, field]) => [
    key,
    ...pathsOf(field).map((path) => `${key}.${path}`),
  ]);
}

function itemPaths(schema: unknown): string[] {
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.flatMap(itemPaths);
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.values(schema.shape).flatMap((field) => (field instanceof z.ZodMiniArray ? pathsOf(field) : []));
}

/** Lists, and what may be null or absent, have the fields of what is in them. */
function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodMiniArray) return unwrapped(schema.def.element);
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional)
    return unwrapped(schema.def.innerType);
  return schema;
}
