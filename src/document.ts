/** From a document to the records of the line formats, and their columns. */
import type { Column, Row } from './result.ts';
import type { Form, Records, Shape } from './shape.ts';

/** The record of an item. A list becomes a text with commas where the record has a text. */
export function recordOf({ kind, item: { fields, isOpen } }: Records, item: Row): Row {
  const first = kind === undefined ? undefined : { kind };
  if (isOpen) return { ...first, ...item, ...first };
  const record: Record<string, unknown> = { ...first };
  for (const [key, shape] of Object.entries(fields)) {
    const value = recordValue(shape, valueAt(item, shape.path ?? key));
    if (value !== undefined) record[key] = value;
  }
  return record;
}

function recordValue({ type, nullable, optional }: Shape, found: unknown): unknown {
  if (type === 'text' && Array.isArray(found)) return found.join(', ');
  return found === undefined && nullable === true && optional !== true ? null : found;
}

/** What is at the path. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (inner as Row | null | undefined)?.[key], value);
}

/** The columns of the line formats. `changes` say by key what else a column has. */
export function columnsOf(
  { records = [] }: Form,
  changes: Readonly<Record<string, Partial<Column>>> = {},
): readonly Column[] {
  const kind = records.some((one) => one.kind !== undefined) ? [{ key: 'kind' }] : [];
  const fields = new Map<string, Shape>();
  for (const { item } of records) {
    for (const [key, shape] of Object.entries(item.fields)) if (!fields.has(key)) fields.set(key, shape);
  }
  const ordered = [...fields].sort(([, a], [, b]) => Number(a.isLast === true) - Number(b.isLast === true));
  return [...kind, ...ordered.map(([key, shape]) => columnOf(key, shape))].map((column) => ({
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
