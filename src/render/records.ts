/** The formats for programs. CSV and NDJSON take rows as they come, to stream them. */
import type { Block, Cell, Column, GridView, Result, Row } from '../result.ts';
import { escapeText } from '../terminal/escape.ts';
import { jsonText } from './safe-text.ts';
import type { FieldFinder } from './fields.ts';

/** One document: indented on a terminal, on one line in a pipe. */
export function* renderJson(result: Result, finder: FieldFinder | undefined, isTerminal: boolean): Generator<string> {
  yield `${jsonText(finder === undefined ? result.data : finder.document(result), isTerminal ? 2 : 0)}\n`;
}

/** TSV without a header. A result without columns prints the text of its view. */
export function* renderPlain(result: Result, finder: FieldFinder | undefined): Generator<string> {
  const columns = columnsOf(result, finder).filter(({ plain }) => plain !== false || finder !== undefined);
  if (columns.length === 0) yield* result.view.map(plainBlock);
  else for (const row of rowsOf(result, finder)) yield tabLine(columns, row);
}

/** Keeps the fields that the interface does not name. */
export async function* renderNdjson(result: Result, finder: FieldFinder | undefined): AsyncGenerator<string> {
  let index = 0;
  for await (const row of result.records ?? result.rows) {
    yield `${jsonText(finder === undefined ? row : finder.record(row, result, index++))}\n`;
  }
}

/** RFC 4180 with a header. An apostrophe marks text that a spreadsheet would run as a formula. */
export async function* renderCsv(result: Result, finder: FieldFinder | undefined): AsyncGenerator<string> {
  const columns = columnsOf(result, finder);
  if (columns.length === 0) return;
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: readonly Cell[]): string =>
    stringify([[...cells]], {
      record_delimiter: 'windows',
      escape_formulas: true,
      // With one column an empty value would make an empty line, which readers skip.
      quoted_empty: columns.length === 1,
    });
  // With the first record, because an error before it must leave stdout empty.
  let header = line(columns.map(({ key }) => escapeText(key)));
  for await (const row of recordsOf(result, finder)) {
    const cells = columns.map((column) => rawCell(column, row));
    yield header + line(cells.map((cell) => (typeof cell === 'string' ? escapeText(cell) : cell)));
    header = '';
  }
  yield header;
}

/** The columns of `plain` and `csv`: the result's own, or the selected ones. */
export function columnsOf({ columns }: Result, finder: FieldFinder | undefined): readonly Column[] {
  return finder === undefined ? columns : finder.columns(columns);
}

/** The rows with a key for each column. */
export function rowsOf(result: Result, finder: FieldFinder | undefined): readonly Row[] {
  return finder === undefined ? result.rows : result.rows.map((row, index) => finder.flat(row, result, index));
}

/** Rows as they come, or those that are there. */
async function* recordsOf(result: Result, finder: FieldFinder | undefined): AsyncGenerator<Row> {
  if (result.records === undefined) yield* rowsOf(result, finder);
  else for await (const row of result.records) yield finder === undefined ? row : finder.flat(row, result, 0);
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
