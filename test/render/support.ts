import type { Block, Result, Format } from '../../src/result.ts';
import { renderResult } from '../../src/render/index.ts';
import { any, served } from '../../src/shape.ts';
import { createPalette } from '../../src/terminal/colour.ts';

export interface Rendering {
  readonly format?: Format;
  readonly fields?: readonly string[];
  /** The width of a terminal. Undefined: a pipe. */
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly colour?: boolean;
  /** For screen readers. */
  readonly accessible?: boolean;
}

/** A document whose records are the items of the value, with all their fields. */
const anyDocument = { value: any, records: [{ item: served({}) }] };

/** The parts of a result that matter to a test. */
export type Part = Partial<Omit<Result, 'view'>> & {
  readonly view?: readonly Block[] | Result['view'];
};

export async function render(
  { view = [], ...result }: Part,
  options: Rendering = {},
): Promise<string> {
  const { format, fields, columns, env = {}, colour = false, accessible = false } = options;
  const stream = { isTTY: columns !== undefined, columns };
  const palette = createPalette(stream, env, colour ? 'always' : 'never');
  const whole: Result = {
    document: anyDocument,
    value: result.rows ?? null,
    ...(result.document === undefined && { rows: [], columns: [] }),
    view: typeof view === 'function' ? view : () => view,
    ...result,
  };
  const target = { settings: { format, fields, accessible }, stream, env, palette };
  return renderResult(whole, target);
}

/** The lines without their line breaks. */
export async function renderLines(result: Part, options: Rendering = {}): Promise<string[]> {
  return (await render(result, options)).replace(/\n$/, '').split('\n');
}
