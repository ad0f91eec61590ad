/** From a document to the records of the line formats, and their columns. */
import type { Column, Row } from './result.ts';
import { recordsOf, type Form, type Records, type Shape } from './shape.ts';

/** Makes the record of an item. A list becomes a text with commas where the record has a text. */
export function recordMaker({ kind, item: { fields, isOpen } }: Records): (item: Row) => Row {
  const first = kind === undefined ? undefined : { kind };
  if (isOpen) return (item) => ({ ...first, ...item, ...first });
  // There can be thousands of items: what can be found out before is, and a copy with all keys is filled faster than an empty object.
  const values = Object.entries(fields).map(([key, shape]) => ({ key, valueOf: recordValue(key, shape) }));
  const empty = { ...first, ...Object.fromEntries(values.map(({ key }) => [key, undefined])) };
  return (item) => {
    const record: Record<string, unknown> = { ...empty };
    for (const { key, valueOf } of values) record[key] = valueOf(item);
    return record;
  };
}

function recordValue(key: string, { type, path = key, nullable, optional }: Shape): (item: Row) => unknown {
  const absent = nullable === true && optional !== true ? null : undefined;
  const [top = key, ...rest] = path.split('.');
  const found = (item: Row): unknown => {
    const first = item[top];
    if (rest.length === 0) return first;
    return Array.isArray(first) ? first.map((one: unknown) => valueAt(one, rest)) : valueAt(first, rest);
  };
  return (item) => {
    const value = found(item);
    if (type === 'text' && Array.isArray(value)) return value.join(', ');
    return value === undefined ? absent : value;
  };
}

export function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    body,
  );
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The columns of the line formats. `changes` say by key what else a column has. */
export function columnsOf(form: Form, changes: Readonly<Record<string, Partial<Column>>> = {}): readonly Column[] {
  const records = recordsOf(form);
  const kind = records.some((one) => one.kind !== undefined) ? [{ key: 'kind' }] : [];
  const fields = new Map<string, Shape>();
  for (const { item } of records) {
    for (const [key, shape] of Object.entries(item.fields)) if (!fields.has(key)) fields.set(key, shape);
  }
  return [...kind, ...[...fields].map(([key, shape]) => columnOf(key, shape))].map((column) => ({
    ...column,
    ...changes[column.key],
  }));
}

const kinds: Readonly<Partial<Record<Shape['type'], Column['kind']>>> = {
  id: 'number',
  integer: 'number',
  count: 'number',
  number: 'number',
  amount: 'money',
  link: 'link',
};

function columnOf(key: string, { type, header }: Shape): Column {
  const kind = kinds[type];
  return { key, ...(header !== undefined && { header }), ...(kind !== undefined && { kind }) };
}
