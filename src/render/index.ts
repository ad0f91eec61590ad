/** Renders a Result for stdout. Each format is one function that yields text, in the order in which it is printed. */
import { usualFormat, type Format, type Result } from '../result.ts';
import type { Palette } from '../terminal/colour.ts';
import { drawsBars, hasUnicode } from '../terminal/bars.ts';
import { createLinker } from '../terminal/links.ts';
import { viewWidth } from '../terminal/output.ts';
import { inChunks } from './batches.ts';
import type { Display } from './cells.ts';
import type { JqFilter } from './jq.ts';
import { createFieldFinder, type FieldFinder } from './field-finder.ts';
import { columnsOf, renderCsv, renderJson, renderNdjson, renderPlain, rowsOf } from './records.ts';

export interface RenderOptions {
  readonly settings: {
    /** Default: `table` on a terminal, `plain` in a pipe. */
    readonly format: Format | undefined;
    /** Keys and paths to show, in this order. */
    readonly fields: readonly string[] | undefined;
    readonly accessible?: boolean;
  };
  /** In place of the document as JSON, what the filter of `--jq` makes of it. */
  readonly jq?: JqFilter | undefined;
  /** Told at the end which of the fields no record had, if there were records. */
  readonly onAbsent?: (fields: readonly string[]) => void;
  readonly stream: {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
    readonly rows?: number | undefined;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly palette: Palette;
}

type Formatter = (
  result: Result,
  options: RenderOptions,
  finder: FieldFinder | undefined,
) => Iterable<string> | AsyncIterable<string>;

const formatters: Readonly<Record<Format, Formatter>> = {
  table: renderTable,
  plain: (result, _, finder) => renderPlain(result, finder),
  json: renderDocument,
  ndjson: (result, _, finder) => renderNdjson(result, finder),
  csv: (result, _, finder) => renderCsv(result, finder),
};

export async function* renderResult(result: Result, options: RenderOptions): AsyncGenerator<string> {
  const format = options.settings.format ?? usualFormat(options.stream);
  if (result.items !== undefined && format !== 'ndjson' && format !== 'csv') {
    // The last item completes the rest of the result.
    for await (const _ of result.items);
  }
  const { fields } = options.settings;
  const finder = fields === undefined ? undefined : createFieldFinder(fields);
  yield* formatters[format](result, options, finder);
  options.onAbsent?.(finder?.absent() ?? []);
}

async function* renderDocument(
  result: Result,
  options: RenderOptions,
  finder: FieldFinder | undefined,
): AsyncGenerator<string> {
  if (options.jq === undefined) return yield* renderJson(result, finder, options);
  const { renderJq } = await import('./jq.ts');
  yield* inChunks(renderJq(result, options.jq, options));
}

/** Loads the layout code only if the format needs it. */
async function* renderTable(
  result: Result,
  options: RenderOptions,
  finder: FieldFinder | undefined,
): AsyncGenerator<string> {
  const { renderView } = await import('./view.ts');
  yield* renderView(viewOf(result, finder), displayOf(options));
}

/** With `--fields` the view is a table of the records. Without records it stays the command's own view. */
function viewOf(result: Result, finder: FieldFinder | undefined): Result['view'] {
  if (finder === undefined) return result.view;
  const rows = rowsOf(result, finder);
  if (rows.length === 0) return result.view;
  const columns = columnsOf(result, finder).map((column) => ({ ...column, header: column.header ?? column.key }));
  return [{ kind: 'table', columns, rows }];
}

function displayOf({ settings: { accessible = false }, stream, env, palette }: RenderOptions): Display {
  const linker = createLinker(stream, env);
  const bars = drawsBars(stream, env, accessible);
  const rows = (stream.isTTY === true && stream.rows) || undefined;
  return { width: viewWidth(stream, env), rows, palette, linker, accessible, bars, blocks: hasUnicode(env) !== false };
}
