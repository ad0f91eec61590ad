/** A quick test made from a schema. */
import * as z from 'zod/mini';

type Test = (value: unknown) => boolean;

/**
 * True only for values from JSON that fit the schema; if it is false, zod must decide. For thousands of rows zod takes many times as
 * long, because it also finds out what is wrong and copies what is right.
 */
export function acceptTest(schema: z.core.$ZodType): Test {
  const { type, checks, format } = schema._zod.def as z.core.$ZodTypeDef & { readonly format?: string };
  if (checks !== undefined && checks.length > 0) return () => false;
  if (schema instanceof z.ZodMiniArray) {
    const item = acceptTest(schema.def.element);
    return (value) => Array.isArray(value) && value.every((inner) => item(inner));
  }
  if (schema instanceof z.ZodMiniObject && schema.def.catchall?._zod.def.type === 'unknown') {
    const fields = Object.entries(schema.shape).map(([key, inner]) => ({ key, test: acceptTest(inner) }));
    return (value) => isObject(value) && fields.every(({ key, test }) => test(value[key]));
  }
  if (type === 'string' && format === undefined) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodMiniCustom) return schema.def.fn as Test;
  return type === 'number' && format === 'safeint' ? Number.isSafeInteger : () => false;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
