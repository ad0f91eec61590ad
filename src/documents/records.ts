/** From a document to the records of the line formats, and their columns. */
import type { Column, Row } from '../result.ts';
import { recordsOf, valueAt, type Form, type Records, type Shape } from '../shape.ts';

/** Makes the record of an item. A list becomes a text with commas where the record has a text. */
export function recordMaker({ kind, item: { fields, isOpen } }: Records): (item: Row) => Row {
  const first = kind === undefined ? undefined : { kind };
  // `first` twice: for the order of the keys, then to replace a field of the service.
  if (isOpen) return (item) => ({ ...first, ...item, ...first });
  const shapes = Object.entries(fields);
  return (item) => ({
    ...first,
    ...Object.fromEntries(shapes.map(([key, shape]) => [key, recordValue(item, key, shape)])),
  });
}

/** The value of a record's field; undefined if the item does not have it. */
export function recordValue(
  item: Row,
  key: string,
  { type, path = key, nullable, optional }: Shape,
): unknown {
  const [top = key, ...rest] = path.split('.');
  const first = item[top];
  const value =
    Array.isArray(first) && rest.length > 0
      ? first.map((one) => valueAt(one, rest))
      : valueAt(first, rest);
  if (type === 'text' && Array.isArray(value)) return value.join(', ');
  return value === undefined && nullable === true && optional !== true ? null : value;
}

/** The columns of the line formats. `changes` say by key what else a column has. */
export function columnsOf(
  form: Form,
  changes: Readonly<Record<string, Partial<Column>>> = {},
): readonly Column[] {
  const records = recordsOf(form);
  const kind = records.some((one) => one.kind !== undefined) ? [{ key: 'kind' }] : [];
  const fields = new Map<string, Shape>();
  for (const { item } of records) {
    for (const [key, shape] of Object.entries(item.fields))
      if (!fields.has(key)) fields.set(key, shape);
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
