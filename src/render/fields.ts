/** What `--fields` selects. */
import { UsageError } from '../errors.ts';
import type { Column, Result } from '../result.ts';

type Fields = readonly string[] | undefined;

/** The columns of `plain` and `csv`: the result's own, or those asked for. Throws UsageError naming the known ones. */
export function recordFields(result: Result, fields: Fields): readonly Column[] {
  const { columns } = result;
  if (fields === undefined) return columns;
  // Of rows that are still to come only the columns are known.
  check(fields, columns, result.records === undefined ? result.rows : []);
  return unique(fields).map((key) => columns.find((column) => column.key === key) ?? { key });
}

/** The document of `--json` with the keys asked for, of itself or of each object it lists. */
export function selectFromDocument({ data, columns }: Result, fields: Fields): unknown {
  if (fields === undefined) return data;
  const listed = Array.isArray(data) ? (data as readonly unknown[]) : undefined;
  const objects = (listed ?? [data]).filter(isObject);
  check(fields, listed === undefined ? [] : columns, objects);
  const selected = objects.map((object) => selectKeys(object, fields));
  return listed === undefined ? selected[0] : selected;
}

/** Own keys only, so that a key such as `constructor` is never found where it was not sent. */
export function selectKeys(object: object, fields: Fields): object {
  if (fields === undefined) return object;
  const entries = unique(fields).filter((key) => Object.hasOwn(object, key));
  return Object.fromEntries(entries.map((key) => [key, (object as Record<string, unknown>)[key]]));
}

function check(fields: readonly string[], columns: readonly Column[], objects: readonly object[]): void {
  const known = new Set([...columns.map(({ key }) => key), ...objects.flatMap((object) => Object.keys(object))]);
  const wrong = fields.find((key) => !known.has(key));
  if (wrong === undefined) return;
  const names = [...known].slice(0, 40).join(', ');
  throw new UsageError(`no field is called "${wrong}"`, {
    hint: names === '' ? 'this result has no fields to choose from' : `the fields are ${names}`,
  });
}

function unique(fields: readonly string[]): readonly string[] {
  return [...new Set(fields)];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
