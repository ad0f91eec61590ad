/** `--fields`: finds values by their paths in records and in the document. */
import type { Column, Result, Row } from '../result.ts';
import { hasLists, linesOf, type Line } from './lines.ts';

export type FieldFinder = ReturnType<typeof createFieldFinder>;

/** Finds `fields` and remembers which it found. A field is the key of a record, or a path in the record or in the document. */
export function createFieldFinder(fields: readonly string[]) {
  const unique = [...new Set(fields)];
  const parts = unique.map((field) => ({
    field,
    path: field.split('.'),
    inner: unique.filter((other) => other.startsWith(`${field}.`)).map((other) => other.split('.')),
  }));
  const absent = new Set(unique);
  let searched = false;

  /** The first source that has the field. */
  const sourceOf = ({ field, path }: (typeof parts)[number], sources: readonly unknown[]): unknown => {
    searched = true;
    const source = sources.find((one) => valueAt(one, path) !== undefined);
    if (source !== undefined) absent.delete(field);
    return source;
  };
  /** An object with the fields alone, nested as in the sources. */
  const pick = (...sources: readonly unknown[]): unknown => {
    let picked: unknown = {};
    for (const part of parts) {
      // Where a record has a text, the document may have the object that the other fields are in.
      const whole = sources.filter((one) => part.inner.some((path) => valueAt(one, path) !== undefined));
      picked = copied(sourceOf(part, [...whole, ...sources]), part.path, picked);
    }
    return picked;
  };
  return {
    /** Fields that no record had. Empty if there was no record. */
    absent: (): readonly string[] => (searched ? [...absent] : []),
    columns: (columns: readonly Column[]): readonly Column[] =>
      unique.map((key) => columns.find((column) => column.key === key) ?? { key }),
    /** The record with a key for each field. */
    flat: ({ row, part }: Line): Row => {
      const sources = [row, part()];
      const values = parts.map((part) => [part.field, valueAt(sourceOf(part, sources), part.path)] as const);
      return { ...row, ...Object.fromEntries(values.filter(([field]) => !Object.hasOwn(row, field))) };
    },
    /** The record with the fields alone. */
    record: ({ row, part }: Line): unknown => pick(row, part()),
    /** The document with the fields alone. If not all of them are in it, the list of the records that it holds. */
    document: (result: Result): unknown => {
      const { value } = result;
      const lines = linesOf(result);
      if (Array.isArray(value)) return value.map((item, index) => pick(item, lines[index]?.row));
      const [first] = lines;
      if (first !== undefined && !hasLists(result)) return pick(value, first.row);
      if (unique.every((field) => hasOwn(value, field.split('.', 1)[0] ?? ''))) return pick(value);
      return lines.map(({ row, part }) => pick(row, part()));
    },
  };
}

/** Undefined if the path leads nowhere. A path through a list gives the list of its values. Reads own keys only. */
function valueAt(source: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return source;
  if (Array.isArray(source)) {
    const values = source.map((item) => valueAt(item, [key, ...rest])).filter((value) => value !== undefined);
    return values.length === 0 && source.length > 0 ? undefined : values;
  }
  return hasOwn(source, key) ? valueAt(source[key], rest) : undefined;
}

/** `into` with the value at the path, in the objects and lists that lead to it. */
function copied(source: unknown, [key, ...rest]: readonly string[], into: unknown): unknown {
  if (key === undefined) return source;
  if (Array.isArray(source)) {
    const items = Array.isArray(into) ? (into as readonly unknown[]) : [];
    return source.map((item, index) => copied(item, [key, ...rest], items[index] ?? {}));
  }
  if (!hasOwn(source, key) || valueAt(source, [key, ...rest]) === undefined) return into;
  return { ...(into as Row), [key]: copied(source[key], rest, hasOwn(into, key) ? into[key] : undefined) };
}

function hasOwn(value: unknown, key: string): value is Row {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
