/** Renders a result for stdout. */
import { defaultFormat, type Block, type Format, type Result } from '../result.ts';
import type { Palette } from '../terminal/colour.ts';
import { drawsBars } from '../terminal/bars.ts';
import type { Io } from '../terminal/io.ts';
import { viewWidth } from '../terminal/output.ts';
import type { Display } from './cells.ts';
import type { JqFilter } from './jq.ts';
import {
  columnsFor,
  recordsIn,
  renderCsv,
  renderJson,
  renderNdjson,
  renderPlain,
  type FieldNames,
} from './line-formats.ts';

export interface RenderOptions {
  readonly settings: {
    /** Default: `table` on a terminal, `plain` in a pipe. */
    readonly format: Format | undefined;
    /** The fields of the records, in this order. */
    readonly fields: readonly string[] | undefined;
    readonly accessible?: boolean;
  };
  /** The expression of `--jq`. */
  readonly jq?: JqFilter | undefined;
  readonly stream: Pick<Io['stdout'], 'isTTY' | 'columns'>;
  readonly env: Io['env'];
  readonly palette: Palette;
}

export async function renderResult(result: Result, options: RenderOptions): Promise<string> {
  const fields = options.settings.fields && [...new Set(options.settings.fields)];
  switch (options.settings.format ?? defaultFormat(options.stream)) {
    case 'table':
      return renderTable(result, fields, options);
    case 'plain':
      return renderPlain(result, fields);
    case 'json':
      return renderDocument(result, fields, options);
    case 'ndjson':
      return renderNdjson(result, fields);
    case 'csv':
      return renderCsv(result, fields);
  }
}

async function renderDocument(
  result: Result,
  fields: FieldNames,
  options: RenderOptions,
): Promise<string> {
  if (options.jq === undefined) return renderJson(result, fields, options);
  const { renderJq } = await import('./jq.ts');
  return renderJq(result, options.jq, options);
}

function renderTable(result: Result, fields: FieldNames, options: RenderOptions): Promise<string> {
  return renderBlocks(viewOf(result, fields), options);
}

export async function renderBlocks(
  view: readonly Block[],
  options: RenderOptions,
): Promise<string> {
  const { renderView } = await import('./view.ts');
  return renderView(view, displayOf(options));
}

/** With `--fields`, a table of the records if there are any. */
function viewOf(result: Result, fields: FieldNames): readonly Block[] {
  if (fields === undefined) return result.view();
  const rows = recordsIn(result);
  if (rows.length === 0) return result.view();
  const columns = columnsFor(result, fields).map((column) => ({
    ...column,
    header: column.header ?? column.key,
  }));
  return [{ kind: 'table', columns, rows }];
}

function displayOf({
  settings: { accessible = false },
  stream,
  env,
  palette,
}: RenderOptions): Display {
  const bars = drawsBars(stream, env, accessible);
  return { width: viewWidth(stream, env), palette, accessible, bars };
}
