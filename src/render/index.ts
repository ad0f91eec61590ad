/** Result → text for stdout. Every format is one function that yields text in the order it is to be written. */
import type { Result } from '../result.ts';
import type { Palette } from '../terminal/colour.ts';
import { createLinker } from '../terminal/links.ts';
import { recordFields } from './fields.ts';
import { renderJson } from './json.ts';
import { renderCsv, renderNdjson, renderPlain } from './records.ts';
import type { Look } from './look.ts';

export type Format = 'table' | 'plain' | 'json' | 'ndjson' | 'csv';

export interface RenderOptions {
  readonly settings: {
    /** Default: `table` on a terminal, `plain` in a pipe. */
    readonly format: Format | undefined;
    /** Keys to show, in this order. */
    readonly fields: readonly string[] | undefined;
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

/** Throws UsageError where `--fields` names what the result does not have, before anything is written. */
export async function* renderResult(result: Result, options: RenderOptions): AsyncGenerator<string> {
  const format = options.settings.format ?? (options.stream.isTTY === true ? 'table' : 'plain');
  if (result.records !== undefined && format !== 'ndjson' && format !== 'csv') await ended(result.records);
  yield* formatters[format](result, options);
}

/** The rest of a result is only true after its records. */
async function ended(records: AsyncIterable<unknown>): Promise<void> {
  const iterator = records[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

/** What lays tables out is only loaded where there may be one. */
async function* renderTable(result: Result, options: RenderOptions): AsyncGenerator<string> {
  const { renderView } = await import('./view.ts');
  yield* renderView(viewOf(result, options.settings.fields), lookOf(options));
}

/** With `--fields` the records themselves are the view; without records there is only what the command says about that. */
function viewOf(result: Result, fields: readonly string[] | undefined): Result['view'] {
  if (fields === undefined) return result.view;
  const columns = recordFields(result, fields).map((column) => ({ ...column, header: column.header ?? column.key }));
  return result.rows.length === 0 ? result.view : [{ kind: 'table', columns, rows: result.rows }];
}

function lookOf({ stream, env, palette }: RenderOptions): Look {
  return { columns: columnsOf(stream, env), palette, linker: createLinker(stream, env) };
}

/** A terminal that does not know its size (0 columns) is taken for a common one; so is a pipe, unless COLUMNS says. */
function columnsOf(stream: RenderOptions['stream'], env: RenderOptions['env']): number {
  const said = stream.isTTY === true ? stream.columns : Number(env['COLUMNS']);
  return said !== undefined && Number.isInteger(said) && said > 0 ? said : 80;
}
