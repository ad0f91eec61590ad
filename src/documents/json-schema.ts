/** Makes the JSON Schema (draft 2020-12) of a document. */
import {
  choice,
  formsOf,
  recordsOf,
  type DocumentShape,
  type Records,
  type Shape,
  type SimpleType,
} from '../shape.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export function documentSchema(document: DocumentShape): JsonSchema {
  const shapes = formsOf(document).map(({ value }) => value);
  return schemaOf(document.title, document, shapes);
}

/** The schema of one line of ndjson; undefined if the document has no records. */
export function recordSchema(document: DocumentShape): JsonSchema | undefined {
  const shapes = formsOf(document).flatMap((form) => recordsOf(form).map(recordShape));
  if (shapes.length === 0) return undefined;
  return schemaOf(`${document.title}, one record`, document, shapes);
}

function schemaOf(
  title: string,
  { description }: DocumentShape,
  shapes: readonly Shape[],
): JsonSchema {
  const [first, ...others] = shapes;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    description,
    ...shapeSchema(
      first !== undefined && others.length === 0 ? first : { type: 'union', options: shapes },
    ),
  };
}

function recordShape({ kind, item }: Records): Shape {
  return kind === undefined ? item : { ...item, fields: { kind: choice(kind), ...item.fields } };
}

export function shapeSchema(shape: Shape): JsonSchema {
  const found = plainSchema(shape);
  const whole = shape.nullable === true ? orNull(found) : found;
  return { ...whole, ...(shape.about !== undefined && { description: shape.about }) };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, properties } = schema;
  // The values of a choice do not have null among them.
  const isChoice = 'enum' in schema || 'const' in schema;
  if (typeof type !== 'string' || properties !== undefined || isChoice)
    return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'] };
}

const simple: Readonly<Record<SimpleType, JsonSchema>> = {
  id: { type: 'integer' },
  integer: { type: 'integer' },
  count: { type: 'integer', minimum: 0 },
  number: { type: 'number' },
  amount: { type: 'number' },
  text: { type: 'string' },
  link: { type: 'string' },
  date: { type: 'string', format: 'date' },
  instant: { type: 'string', format: 'date-time' },
  flag: { type: 'boolean' },
  nothing: { type: 'null' },
  any: {},
};

function plainSchema(shape: Shape): JsonSchema {
  if (shape.type === 'list') return { type: 'array', items: shapeSchema(shape.item) };
  if (shape.type === 'union') return { anyOf: shape.options.map(shapeSchema) };
  if (shape.type === 'choice') {
    const { values } = shape;
    const type = typeof values[0];
    return values.length === 1 ? { type, const: values[0] } : { type, enum: values };
  }
  if (shape.type !== 'object') return simple[shape.type];
  const fields = Object.entries(shape.fields);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([key, field]) => [key, shapeSchema(field)])),
    required: fields.flatMap(([key, { optional }]) => (optional === true ? [] : [key])),
    additionalProperties: shape.isOpen ? {} : false,
  };
}
