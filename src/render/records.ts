/** The formats for programs, and the fields that `--fields` selects. CSV and NDJSON take rows as they come, to stream them. */
import { UsageError } from '../errors.ts';
import type { Block, Cell, Column, GridView, Result, Row } from '../result.ts';
import { escapeText } from '../terminal/escape.ts';
import { jsonText } from './cells.ts';

/** The keys of `--fields`, or undefined for all. */
export type Fields = readonly string[] | undefined;

/** One document: indented on a terminal, on one line in a pipe. */
export function* renderJson(result: Result, fields: Fields, isTerminal: boolean): Generator<string> {
  yield `${jsonText(selectFromDocument(result, fields), isTerminal ? 2 : 0)}\n`;
}

/** TSV without a header. A result without columns prints the text of its view. */
export function* renderPlain(result: Result, fields: Fields): Generator<string> {
  const columns = recordFields(result, fields).filter(({ plain }) => plain !== false || fields !== undefined);
  if (columns.length === 0) yield* result.view.map(plainBlock);
  else for (const row of result.rows) yield tabLine(columns, row);
}

/** Keeps the fields that the interface does not name. */
export async function* renderNdjson(result: Result, fields: Fields): AsyncGenerator<string> {
  recordFields(result, fields);
  for await (const row of result.records ?? result.rows) yield `${jsonText(selectKeys(row, fields))}\n`;
}

/** RFC 4180 with a header. An apostrophe marks text that a spreadsheet would run as a formula. */
export async function* renderCsv(result: Result, fields: Fields): AsyncGenerator<string> {
  const columns = recordFields(result, fields);
  if (columns.length === 0) return;
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: readonly Cell[]): string =>
    stringify([[...cells]], {
      record_delimiter: 'windows',
      escape_formulas: true,
      // With one column an empty value would make an empty line, which readers skip.
      quoted_empty: columns.length === 1,
    });
  yield line(columns.map(({ key }) => escapeText(key)));
  for await (const row of result.records ?? result.rows) {
    const cells = columns.map((column) => rawCell(column, row));
    yield line(cells.map((cell) => (typeof cell === 'string' ? escapeText(cell) : cell)));
  }
}

/** The columns of `plain` and `csv`: the result's own, or the selected ones. Throws UsageError for an unknown field. */
export function recordFields(result: Result, fields: Fields): readonly Column[] {
  const { columns } = result;
  if (fields === undefined) return columns;
  // Streamed rows are not there yet, so only the columns are known.
  requireKnown(fields, columns, result.records === undefined ? result.rows : []);
  return unique(fields).map((key) => columns.find((column) => column.key === key) ?? { key });
}

/** Selects keys from the document of `--json`, or from each object that it lists. */
function selectFromDocument({ data, columns }: Result, fields: Fields): unknown {
  if (fields === undefined) return data;
  const listed = Array.isArray(data) ? (data as readonly unknown[]) : undefined;
  const objects = (listed ?? [data]).filter(isObject);
  requireKnown(fields, listed === undefined ? [] : columns, objects);
  const selected = objects.map((object) => selectKeys(object, fields));
  return listed === undefined ? selected[0] : selected;
}

/** Reads own keys only: a key such as `constructor` is on every object. */
function selectKeys(object: object, fields: Fields): object {
  if (fields === undefined) return object;
  const entries = unique(fields).filter((key) => Object.hasOwn(object, key));
  return Object.fromEntries(entries.map((key) => [key, (object as Record<string, unknown>)[key]]));
}

function requireKnown(fields: readonly string[], columns: readonly Column[], objects: readonly object[]): void {
  const known = new Set([...columns.map(({ key }) => key), ...objects.flatMap((object) => Object.keys(object))]);
  const unknown = fields.find((key) => !known.has(key));
  if (unknown === undefined) return;
  const names = [...known].slice(0, 40).join(', ');
  throw new UsageError(`unknown field "${unknown}"`, {
    hint: names === '' ? 'this result has no fields to choose from' : `the fields are ${names}`,
  });
}

function unique(fields: readonly string[]): readonly string[] {
  return [...new Set(fields)];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Numbers stay numbers. Lists and objects become JSON, unless the column has `flat`. */
function rawCell({ key, flat }: Column, row: Row): string | number | undefined {
  if (flat !== undefined) return flat(row);
  const value = row[key];
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return jsonText(value);
}

function tabLine(columns: readonly Column[], row: Row): string {
  return `${columns.map((column) => escapeText(String(rawCell(column, row) ?? ''))).join('\t')}\n`;
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'raw':
      return block.text;
    case 'text':
      return `${escapeText(block.text)}\n`;
    case 'link':
      return `${escapeText(block.url)}\n`;
    case 'pairs':
      return block.pairs.map(({ label, value }) => `${escapeText(label.trim())}\t${escapeText(value)}\n`).join('');
    case 'grid':
      return gridText(block.grid);
    case 'table':
      return block.rows.map((row) => tabLine(block.columns, row)).join('');
  }
}

/** With a header, because the columns depend on the answers. */
function gridText({ corner, columns, rows }: GridView): string {
  const lines = [
    [corner, ...columns],
    ...rows.map(({ value, cells }) => [value, ...cells.map(({ amount, word }) => String(amount ?? word))]),
  ];
  return lines.map((cells) => `${cells.map(escapeText).join('\t')}\n`).join('');
}
