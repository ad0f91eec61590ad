/**
 * The schemas of the responses. They keep unknown fields, unknown `day` values and odd texts, because an operator may add
 * them, and refuse a missing field or a wrong type. Each message names what is expected, for `expected <message>`.
 */
import * as z from 'zod/mini';
import { served, text as anyText, type Shape, type ValueOf } from '../shape.ts';
import * as answers from './answers.ts';

/** More times than a depot can have, and more extras than a vehicle. */
const mostInner = 1000;

const text = z.string('a string');
// Refuses integers beyond the safe ones, because reading them changes them.
const integer = z.int('an integer');

const simple: Readonly<Partial<Record<Shape['type'], z.ZodMiniType>>> = {
  text,
  link: text,
  id: integer,
  integer,
  amount: z.custom<number>(Number.isFinite, 'a number'),
  instant: z.iso.datetime({ offset: true, error: 'an ISO 8601 date-time with a time zone' }),
};

export const depotsSchema = schemaOf(answers.depots);
export const vehiclesSchema = schemaOf(answers.vehicles);
export const extrasSchema = schemaOf(answers.extras);
export const quoteSchema = schemaOf(answers.quote);
/** The body of a 400, 404 or 503. */
export const errorBodySchema = schemaOf(served({ error: anyText }));

function schemaOf<S extends Shape>(shape: S): z.ZodMiniType<ValueOf<S>> {
  const schema = shape.type === 'list' ? z.array(anySchema(shape.item), 'an array') : anySchema(shape);
  return schema as z.ZodMiniType as z.ZodMiniType<ValueOf<S>>;
}

function anySchema(shape: Shape): z.ZodMiniType {
  if (shape.nullable === true) return z.nullable(plainSchema(shape, ' or null'));
  return plainSchema(shape, '');
}

function plainSchema(shape: Shape, orNull: string): z.ZodMiniType {
  if (shape.type === 'list') return innerList(anySchema(shape.item), `an array${orNull}`);
  if (shape.type === 'object') {
    const fields = Object.entries(shape.fields).map(([key, field]) => [key, anySchema(field)]);
    return z.looseObject(Object.fromEntries(fields) as z.core.$ZodLooseShape, `an object${orNull}`);
  }
  const schema = simple[shape.type];
  if (schema === undefined) throw new Error(`no service sends ${shape.type}`);
  return schema;
}

/** Zod records every problem, and fails itself if one field has a hundred thousand of them. */
function innerList(item: z.ZodMiniType, message: string): z.ZodMiniType {
  const short = z.array(z.unknown(), message).check(z.maxLength(mostInner, `at most ${mostInner} entries`));
  return z.pipe(short, z.array(item));
}
