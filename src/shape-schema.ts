/**
 * Makes the schema that checks a value of a shape: a response, or a document that was saved. Loads
 * zod.
 */
import * as z from 'zod/mini';
import { readInstant } from './base/instants.ts';
import { lazy } from './base/lazy.ts';
import type { Shape, SimpleType, ValueOf } from './shape.ts';

/** More entries than any list inside a depot or a quote has. */
const defaultMaxInner = 1000;

const instantWords = 'an ISO 8601 date-time with a time zone';

const simpleSchemas = lazy((): Readonly<Record<SimpleType, z.ZodMiniType>> => {
  const text = z.string('a string');
  // Refuses integers of 2^53 and above, because JSON.parse changes them.
  const integer = z.int('an integer');
  const number = z.custom<number>(Number.isFinite, 'a number');
  return {
    text,
    link: text,
    id: integer,
    integer,
    count: integer,
    number,
    amount: number,
    flag: z.boolean('true or false'),
    nothing: z.null('null'),
    any: z.unknown(),
    date: z.iso.date('a date'),
    instant: z
      .string(instantWords)
      .check(z.refine((value) => !Number.isNaN(readInstant(value)), instantWords)),
  };
});

/**
 * Refuses a missing field or a wrong type; objects may have further fields. Each message completes
 * `expected …`. A list inside the value may have `maxInner` entries; a list that is the whole value
 * has no limit.
 */
export function schemaOf<S extends Shape>(
  shape: S,
  maxInner = defaultMaxInner,
): z.ZodMiniType<ValueOf<S>> {
  const schema =
    shape.type === 'list'
      ? z.array(anySchema(shape.item, maxInner), 'an array')
      : anySchema(shape, maxInner);
  return schema as z.ZodMiniType as z.ZodMiniType<ValueOf<S>>;
}

function anySchema(shape: Shape, maxInner: number): z.ZodMiniType {
  const schema =
    shape.nullable === true
      ? z.nullable(plainSchema(shape, maxInner, { isNullable: true }))
      : plainSchema(shape, maxInner, { isNullable: false });
  return shape.optional === true ? z.optional(schema) : schema;
}

function plainSchema(
  shape: Shape,
  maxInner: number,
  { isNullable }: { readonly isNullable: boolean },
): z.ZodMiniType {
  const orNull = isNullable ? ' or null' : '';
  if (shape.type === 'list')
    return innerList(anySchema(shape.item, maxInner), `an array${orNull}`, maxInner);
  if (shape.type === 'object') {
    const fields = Object.entries(shape.fields).map(([key, field]) => [
      key,
      anySchema(field, maxInner),
    ]);
    return z.looseObject(Object.fromEntries(fields) as z.core.$ZodLooseShape, `an object${orNull}`);
  }
  if (shape.type === 'union')
    return z.union(shape.options.map((option) => anySchema(option, maxInner)));
  if (shape.type === 'choice') return z.literal([...shape.values]);
  return simpleSchemas()[shape.type];
}

/** Refuses a long list unread: Zod records every problem, and fails itself at 100,000 of them. */
function innerList(item: z.ZodMiniType, message: string, maxInner: number): z.ZodMiniType {
  const short = z
    .array(z.unknown(), message)
    .check(z.maxLength(maxInner, `at most ${maxInner} entries`));
  return z.pipe(short, z.array(item));
}
