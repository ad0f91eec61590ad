/**
 * What a command hands back: data and how to look at it. A command never prints; `main.ts` renders this once.
 */
import type { ExitCode } from './errors.ts';

export type Cell = string | number | boolean | null | undefined;

/** One line of `plain`, `csv` and `ndjson`, and of a table. Keys are the interface's own field names. */
export type Row = Readonly<Record<string, unknown>>;

export interface Column {
  /** Key in the row; the name that `--fields` takes and the header of `csv`. */
  readonly key: string;
  /** Header of the table; a column without one is in the records but not in the table. */
  readonly header?: string;
  /** `money` is right-aligned with at least two decimals; `number` right-aligned; `link` is cut only where it can be clicked. */
  readonly kind?: 'text' | 'money' | 'number' | 'link';
  /** The table's words for a value that a record carries raw (a list, an instant); several are lines of one cell. */
  readonly show?: (row: Row) => string | readonly string[];
  /** The words of `plain` and `csv` for a list or an object; JSON unless given. */
  readonly flat?: (row: Row) => string;
}

/** A part of what a terminal shows, top to bottom. All text is unescaped here: rendering escapes it, and a line break in it too. */
export type Block =
  | { readonly kind: 'text'; readonly text: string; readonly style?: Style }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly Row[] }
  /** An address on a line of its own, never cut. */
  | { readonly kind: 'link'; readonly url: string }
  /** Our own text of many lines (a completion script), printed as it is; never anything from outside. */
  | { readonly kind: 'raw'; readonly text: string }
  /** Amounts by two things, shaded by how high they are; continued below itself where the terminal is too narrow. */
  | { readonly kind: 'grid'; readonly grid: GridView }
  /** Label and value side by side; values wrap, labels do not. */
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] };

export interface GridView {
  /** Header of the labels. */
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly cells: readonly GridViewCell[] }[];
}

export interface GridViewCell {
  /** Undefined: there is none, and `sign` says why. */
  readonly amount: number | undefined;
  /** One character after the amount, or in its place. */
  readonly sign: string;
  /** 0 is the lowest of the grid, 1 the highest. */
  readonly shade: number;
}

export interface Pair {
  readonly label: string;
  readonly value: string;
  readonly kind?: 'text' | 'money' | 'link';
  readonly style?: Style;
}

export type Style = 'heading' | 'strong' | 'dim' | 'good' | 'warning';

export interface Result {
  /** The one document of `--json`. */
  readonly data: unknown;
  /** The records of `plain`, `csv` and `ndjson`, and their columns. Without columns, `plain` is the text of the view. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** In place of `rows` in `ndjson` and `csv`: rows as they come. What else the result says is true once they have ended. */
  readonly records?: AsyncIterable<Row>;
  /** What a terminal shows. */
  readonly view: readonly Block[];
  readonly exitCode?: ExitCode;
  /** Shown first, waited for second: a server that runs until it is interrupted. */
  readonly until?: () => Promise<unknown>;
}
