/** The formats of one record a line. They take rows as they come, so that a command may stream them. */
import type { Block, Cell, Column, Result, Row } from '../result.ts';
import { escapeText } from '../terminal/escape.ts';
import { recordFields, selectKeys } from './fields.ts';
import { jsonText } from './json.ts';

type Fields = readonly string[] | undefined;

/** TSV without a header. A result that has no records is its text. */
export async function* renderPlain(result: Result, fields: Fields): AsyncGenerator<string> {
  const columns = recordFields(result, fields);
  if (columns.length === 0) yield* result.view.map(plainBlock);
  else {
    for await (const row of result.rows)
      yield `${columns.map((column) => escapeText(String(rawCell(column, row) ?? ''))).join('\t')}\n`;
  }
}

/** Whole rows: fields that the interface does not name are kept. */
export async function* renderNdjson(result: Result, fields: Fields): AsyncGenerator<string> {
  recordFields(result, fields);
  for await (const row of result.records ?? result.rows) yield `${jsonText(selectKeys(row, fields))}\n`;
}

/** RFC 4180 with a header. Text that a spreadsheet would take for a formula is quoted with an apostrophe. */
export async function* renderCsv(result: Result, fields: Fields): AsyncGenerator<string> {
  const columns = recordFields(result, fields);
  if (columns.length === 0) return;
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: readonly Cell[]): string =>
    stringify([[...cells]], {
      record_delimiter: 'windows',
      escape_formulas: true,
      // Of a single column an empty value would be an empty line, which readers skip.
      quoted_empty: columns.length === 1,
    });
  yield line(columns.map(({ key }) => escapeText(key)));
  for await (const row of result.records ?? result.rows)
    yield line(
      columns.map((column) => {
        const cell = rawCell(column, row);
        return typeof cell === 'string' ? escapeText(cell) : cell;
      }),
    );
}

/** Numbers stay numbers; lists and objects are JSON, where the column has no words for them. */
function rawCell({ key, flat }: Column, row: Row): string | number | undefined {
  if (flat !== undefined) return flat(row);
  const value = row[key];
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return jsonText(value);
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
      return block.grid.rows
        .map(({ label, cells }) => `${[escapeText(label), ...cells.map(({ amount }) => amount ?? '')].join('\t')}\n`)
        .join('');
    case 'table':
      return block.rows
        .map((row) => `${block.columns.map((column) => escapeText(String(rawCell(column, row) ?? ''))).join('\t')}\n`)
        .join('');
  }
}
