/** The formats for programs. CSV and NDJSON take rows as they come, to stream them. */
import { isNumeric, numberText, type Numeric } from '../json.ts';
import type { Block, Cell, Column, Receipt, Result, Row } from '../result.ts';
import { escapeData } from '../terminal/escape.ts';
import { inBatches, inChunks } from './batches.ts';
import { paintJson } from './json-colour.ts';
import { jsonText } from './json-text.ts';
import type { Palette } from '../terminal/colour.ts';
import { columnsOf as formColumns } from '../document.ts';
import type { FieldFinder } from './field-finder.ts';
import { lineMaker, linesOf, type Line } from './lines.ts';

export interface JsonTarget {
  readonly stream: { readonly isTTY?: boolean | undefined };
  readonly palette: Palette;
}

/** One document: indented, and in colours, on a terminal; on one line in a pipe. */
export function* renderJson(result: Result, finder: FieldFinder | undefined, target: JsonTarget): Generator<string> {
  const document = finder === undefined ? result.value : finder.document(result);
  yield* inChunks(target.stream.isTTY === true ? indentedJson(document, target) : jsonLine(document));
}

/** For a terminal. */
export function* indentedJson(document: unknown, { palette }: JsonTarget): Generator<string> {
  const text = `${jsonText(document, 2)}\n`;
  if (palette.level === 0) yield text;
  else yield* paintJson(text, palette);
}

/** TSV without a header. A result without columns prints the text of its view. */
export function* renderPlain(result: Result, finder: FieldFinder | undefined): Generator<string> {
  const columns = columnsOf(result, finder).filter(({ plain }) => plain !== false || finder !== undefined);
  if (columns.length === 0) yield* result.view.map(plainBlock);
  else for (const rows of inBatches(rowsOf(result, finder))) yield rows.map((row) => tabLine(columns, row)).join('');
}

/** Keeps the fields that the interface does not name. */
export async function* renderNdjson(result: Result, finder: FieldFinder | undefined): AsyncGenerator<string> {
  const recordOf = (line: Line): unknown => (finder === undefined ? line.row : finder.record(line));
  for await (const records of batchesOf(result, recordOf)) {
    yield records.map((record) => `${jsonText(record)}\n`).join('');
  }
}

/** RFC 4180 with a header. An apostrophe marks text that a spreadsheet would run as a formula. */
export async function* renderCsv(result: Result, finder: FieldFinder | undefined): AsyncGenerator<string> {
  const columns = columnsOf(result, finder);
  if (columns.length === 0) return;
  const { stringify } = await import('csv-stringify/sync');
  const lines = (records: Cell[][]): string =>
    stringify(records, {
      record_delimiter: 'windows',
      escape_formulas: true,
      // The only objects are numbers with many digits, which are not formulas.
      cast: { number: numberText, object: (value) => ({ value: String(value), escape_formulas: false }) },
      // With one column an empty value would make an empty line, which readers skip.
      quoted_empty: columns.length === 1,
    });
  const cellsOf = (line: Line): Cell[] => {
    const flat = finder === undefined ? line.row : finder.flat(line);
    return columns.map((column) => csvCell(column, flat));
  };
  // With the first records, because an error before them must leave stdout empty.
  let header = lines([columns.map(({ key }) => escapeData(key))]);
  for await (const records of batchesOf(result, cellsOf)) {
    yield header + lines(records);
    header = '';
  }
  yield header;
}

/** The columns of `plain` and `csv`: the result's own, or the selected ones. */
export function columnsOf(result: Result, finder: FieldFinder | undefined): readonly Column[] {
  const columns = result.columns ?? formColumns(result.document);
  return finder === undefined ? columns : finder.columns(columns);
}

/** The rows with a key for each column. */
export function rowsOf(result: Result, finder: FieldFinder | undefined): readonly Row[] {
  return linesOf(result).map((line) => (finder === undefined ? line.row : finder.flat(line)));
}

/** What `make` makes of the records: of each as it comes, or of many that are there. */
async function* batchesOf<T>(result: Result, make: (line: Line) => T): AsyncGenerator<T[]> {
  if (result.items === undefined) for (const lines of inBatches(linesOf(result))) yield lines.map(make);
  else {
    const lineOf = lineMaker(result);
    for await (const [records, item] of result.items) yield [make(lineOf(records, item))];
  }
}

/** Numbers stay numbers. Lists and objects become JSON, unless the column has `flat`. */
function rawCell({ key, flat }: Column, row: Row): string | Numeric | undefined {
  if (flat !== undefined) return flat(row);
  const value = row[key];
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return isNumeric(value) ? value : jsonText(value);
}

function csvCell(column: Column, row: Row): Cell {
  const cell = rawCell(column, row);
  return typeof cell === 'string' ? escapeData(cell) : cell;
}

/** In pieces, because a long list takes much memory as one text. */
function* jsonLine(document: unknown): Generator<string> {
  if (isPlainObject(document)) {
    const entries = Object.entries(document).filter(([, value]) => value !== undefined);
    for (const [index, [key, value]] of entries.entries()) {
      yield `${index === 0 ? '{' : ','}${jsonText(key)}:`;
      yield* jsonPieces(value);
    }
    yield entries.length === 0 ? '{}' : '}';
  } else yield* jsonPieces(document);
  yield '\n';
}

function* jsonPieces(value: unknown): Generator<string> {
  if (!Array.isArray(value)) return yield jsonText(value);
  let before = '[';
  for (const items of inBatches(value)) {
    yield before + jsonText(items).slice(1, -1);
    before = ',';
  }
  yield value.length === 0 ? '[]' : ']';
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
}

function tabLine(columns: readonly Column[], row: Row): string {
  const cells = columns.map((column) => rawCell(column, row) ?? '');
  return `${cells.map((cell) => escapeData(isNumeric(cell) ? numberText(cell) : cell)).join('\t')}\n`;
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'raw':
      return block.text;
    case 'text':
      return `${escapeData(block.text)}\n`;
    case 'link':
      return `${escapeData(block.url)}\n`;
    case 'pairs':
      return block.pairs.map(({ label, value }) => `${escapeData(label.trim())}\t${escapeData(value)}\n`).join('');
    // A command gives the amounts of a grid and the times of a week as rows, and the link of a code.
    case 'qr':
    case 'shades':
    case 'grid':
    case 'week':
      return '';
    case 'receipt':
      return receiptText(block.receipt);
    case 'table':
      return block.rows.map((row) => tabLine(block.columns, row)).join('');
  }
}

function receiptText({ lines, total }: Receipt): string {
  return [...lines, total].map(({ label, amount = '' }) => `${escapeData(label)}\t${escapeData(amount)}\n`).join('');
}
