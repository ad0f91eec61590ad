/** The formats for programs. */
import type { Column, Result, Row } from '../result.ts';
import { recordsOf, valueAt } from '../shape.ts';
import { escapeData } from '../terminal/escape.ts';
import { documentText, jsonText, type JsonTarget } from './json.ts';
import { columnsOf, recordMaker } from '../documents/records.ts';

/** Undefined for all fields. */
export type FieldNames = readonly string[] | undefined;

/** The document, or its records with these fields alone. */
export function renderJson(result: Result, fields: FieldNames, target: JsonTarget): string {
  return documentText(fields === undefined ? result.value : selected(result, fields), target);
}

/** One object if the document is not a list. */
function selected(result: Result, fields: readonly string[]): unknown {
  const records = recordsIn(result).map((record) => pick(record, fields));
  const { document, value, rows } = result;
  const isList =
    rows !== undefined ||
    Array.isArray(value) ||
    recordsOf(document).some(({ list }) => list !== undefined);
  return isList ? records : records[0];
}

function pick(record: Row, fields: FieldNames): Row {
  return fields === undefined
    ? record
    : Object.fromEntries(fields.map((field) => [field, record[field]]));
}

/** TSV without a header. A result without columns prints its raw text, such as a script. */
export function renderPlain(result: Result, fields: FieldNames): string {
  const columns = columnsFor(result, fields).filter(
    ({ plain }) => plain !== false || fields !== undefined,
  );
  if (columns.length === 0)
    return result
      .view()
      .map((block) => (block.kind === 'raw' ? block.text : ''))
      .join('');
  return recordsIn(result)
    .map((record) => tabLine(columns, record))
    .join('');
}

/** Objects of the service keep their fields that the interface does not name. */
export function renderNdjson(result: Result, fields: FieldNames): string {
  return recordsIn(result)
    .map((record) => `${jsonText(pick(record, fields))}\n`)
    .join('');
}

/** RFC 4180 with a header. An apostrophe marks text that a spreadsheet would run as a formula. */
export async function renderCsv(result: Result, fields: FieldNames): Promise<string> {
  const columns = columnsFor(result, fields);
  if (columns.length === 0) return '';
  const { stringify } = await import('csv-stringify/sync');
  const rows = recordsIn(result).map((record) => columns.map((column) => csvCell(column, record)));
  return stringify([columns.map(({ key }) => escapeData(key)), ...rows], {
    record_delimiter: 'windows',
    escape_formulas: true,
    // Readers skip empty lines.
    quoted_empty: columns.length === 1,
  });
}

export function columnsFor(result: Result, fields: FieldNames): readonly Column[] {
  const columns = result.columns ?? columnsOf(result.document);
  return fields === undefined
    ? columns
    : fields.map((key) => columns.find((column) => column.key === key) ?? { key });
}

export function recordsIn({ document, value, rows }: Result): readonly Row[] {
  return (
    rows ??
    recordsOf(document).flatMap((records) => itemsAt(value, records.list).map(recordMaker(records)))
  );
}

function itemsAt(value: unknown, list: string | undefined): readonly Row[] {
  const found = list === undefined ? value : valueAt(value, list.split('.'));
  if (found === undefined) return [];
  return (Array.isArray(found) ? found : [found]) as readonly Row[];
}

type Cell = string | number | undefined;

/** Numbers stay numbers. Lists and objects become JSON by default. */
function rawCell({ key, flat }: Column, row: Row): Cell {
  if (flat !== undefined) return flat(row);
  const value = row[key];
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? value : jsonText(value);
}

function csvCell(column: Column, row: Row): Cell {
  const cell = rawCell(column, row);
  return typeof cell === 'string' ? escapeData(cell) : cell;
}

function tabLine(columns: readonly Column[], row: Row): string {
  const cells = columns.map((column) => rawCell(column, row) ?? '');
  return `${cells.map((cell) => escapeData(String(cell))).join('\t')}\n`;
}
