/** The formats for programs. CSV and NDJSON take records as they come, to stream them. */
import type { Cell, Column, Result, Row } from '../result.ts';
import { recordsOf as formRecords, type Records } from '../shape.ts';
import { escapeData } from '../terminal/escape.ts';
import { documentText, jsonText, type JsonTarget } from './json.ts';
import { columnsOf as formColumns, recordMaker, valueAt } from '../document.ts';

/** Keys of the records, each once; undefined for all. */
export type FieldNames = readonly string[] | undefined;

/** One document; with fields, the records with these alone. */
export function renderJson(result: Result, fields: FieldNames, target: JsonTarget): string {
  return documentText(fields === undefined ? result.value : selected(result, fields), target);
}

/** The record of a document that is not a list is one object. */
function selected(result: Result, fields: readonly string[]): unknown {
  const records = recordsOf(result).map((record) => pick(record, fields));
  const { document, value, rows } = result;
  const isList =
    rows !== undefined || Array.isArray(value) || formRecords(document).some(({ list }) => list !== undefined);
  return isList ? records : records[0];
}

function pick(record: Row, fields: FieldNames): Row {
  return fields === undefined ? record : Object.fromEntries(fields.map((field) => [field, record[field]]));
}

/** TSV without a header. A result without columns prints the raw text of its view, such as a script. */
export function renderPlain(result: Result, fields: FieldNames): string {
  const columns = columnsOf(result, fields).filter(({ plain }) => plain !== false || fields !== undefined);
  if (columns.length === 0) return result.view.map((block) => (block.kind === 'raw' ? block.text : '')).join('');
  return recordsOf(result)
    .map((record) => tabLine(columns, record))
    .join('');
}

/** Keeps the fields that the interface does not name. */
export async function* renderNdjson(result: Result, fields: FieldNames): AsyncGenerator<string> {
  const line = (record: Row): string => `${jsonText(pick(record, fields))}\n`;
  if (result.items === undefined) yield recordsOf(result).map(line).join('');
  else for await (const record of arriving(result.items)) yield line(record);
}

/** RFC 4180 with a header. An apostrophe marks text that a spreadsheet would run as a formula. */
export async function* renderCsv(result: Result, fields: FieldNames): AsyncGenerator<string> {
  const columns = columnsOf(result, fields);
  if (columns.length === 0) return;
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: Cell[]): string =>
    stringify([cells], {
      record_delimiter: 'windows',
      escape_formulas: true,
      // With one column an empty value would make an empty line, which readers skip.
      quoted_empty: columns.length === 1,
    });
  const lineOf = (record: Row): string => line(columns.map((column) => csvCell(column, record)));
  let header = line(columns.map(({ key }) => escapeData(key)));
  if (result.items === undefined) return yield header + recordsOf(result).map(lineOf).join('');
  // With the first record, because an error before it must leave stdout empty.
  for await (const record of arriving(result.items)) {
    yield header + lineOf(record);
    header = '';
  }
  yield header;
}

/** The columns of `plain` and `csv`: the result's own, or the selected ones. */
export function columnsOf(result: Result, fields: FieldNames): readonly Column[] {
  const columns = result.columns ?? formColumns(result.document);
  return fields === undefined ? columns : fields.map((key) => columns.find((column) => column.key === key) ?? { key });
}

/** The result's own, or made of the items of the document. */
export function recordsOf({ document, value, rows }: Result): readonly Row[] {
  return rows ?? formRecords(document).flatMap((records) => itemsAt(value, records.list).map(recordMaker(records)));
}

function itemsAt(value: unknown, list: string | undefined): readonly Row[] {
  const found = list === undefined ? value : valueAt(value, list.split('.'));
  if (found === undefined) return [];
  return (Array.isArray(found) ? found : [found]) as readonly Row[];
}

async function* arriving(items: NonNullable<Result['items']>): AsyncGenerator<Row> {
  const makers = new Map<Records, (item: Row) => Row>();
  for await (const [records, item] of items) {
    const make = makers.get(records) ?? recordMaker(records);
    makers.set(records, make);
    yield make(item);
  }
}

/** Numbers stay numbers. Lists and objects become JSON, unless the column has `flat`. */
function rawCell({ key, flat }: Column, row: Row): string | number | undefined {
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
