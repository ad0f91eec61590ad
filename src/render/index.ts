/** Renders a Result for stdout. Each format is one function that yields text, in the order in which it is printed. */
import type { Format, Result } from '../result.ts';
import type { Palette } from '../terminal/colour.ts';
import { createLinker } from '../terminal/links.ts';
import type { Display } from './cells.ts';
import { recordFields, renderCsv, renderJson, renderNdjson, renderPlain, type Fields } from './records.ts';

export interface RenderOptions {
  readonly settings: {
    /** Default: `table` on a terminal, `plain` in a pipe. */
    readonly format: Format | undefined;
    /** Keys to show, in this order. */
    readonly fields: Fields;
  };
  readonly stream: { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly palette: Palette;
}

type Formatter = (result: Result, options: RenderOptions) => Iterable<string> | AsyncIterable<string>;

const formatters: Readonly<Record<Format, Formatter>> = {
  table: renderTable,
  plain: (result, { settings }) => renderPlain(result, settings.fields),
  json: (result, { settings, stream }) => renderJson(result, settings.fields, stream.isTTY === true),
  ndjson: (result, { settings }) => renderNdjson(result, settings.fields),
  csv: (result, { settings }) => renderCsv(result, settings.fields),
};

/** Throws UsageError for an unknown field in `--fields`, before it yields any text. */
export async function* renderResult(result: Result, options: RenderOptions): AsyncGenerator<string> {
  const format = options.settings.format ?? (options.stream.isTTY === true ? 'table' : 'plain');
  if (result.records !== undefined && format !== 'ndjson' && format !== 'csv') {
    // The last record completes the rest of the result.
    for await (const _ of result.records);
  }
  yield* formatters[format](result, options);
}

/** Loads the layout code only if the format needs it. */
async function* renderTable(result: Result, options: RenderOptions): AsyncGenerator<string> {
  const { renderView } = await import('./view.ts');
  yield* renderView(viewOf(result, options.settings.fields), displayOf(options));
}

/** With `--fields` the view is a table of the records. Without records it stays the command's own view. */
function viewOf(result: Result, fields: Fields): Result['view'] {
  if (fields === undefined) return result.view;
  const columns = recordFields(result, fields).map((column) => ({ ...column, header: column.header ?? column.key }));
  return result.rows.length === 0 ? result.view : [{ kind: 'table', columns, rows: result.rows }];
}

function displayOf({ stream, env, palette }: RenderOptions): Display {
  return { width: widthOf(stream, env), palette, linker: createLinker(stream, env) };
}

/** A pipe has the width that COLUMNS sets. The default is 80, also for a terminal of unknown size (0 columns). */
function widthOf(stream: RenderOptions['stream'], env: RenderOptions['env']): number {
  const columns = stream.isTTY === true ? stream.columns : Number(env['COLUMNS']);
  return columns !== undefined && Number.isInteger(columns) && columns > 0 ? columns : 80;
}
