/** What a command returns. Commands never print: `main.ts` renders the result once. */
import type { ExitCode } from './base/errors.ts';
import type { FieldText } from './base/field-text.ts';
import type { Form, Row, ValueOf } from './shape.ts';

export type { Row };

export const formats = ['table', 'plain', 'json', 'ndjson', 'csv'] as const;
export type Format = (typeof formats)[number];

/** People read terminals, programs read pipes. */
export function defaultFormat(stream: { readonly isTTY?: boolean | undefined }): Format {
  return stream.isTTY === true ? 'table' : 'plain';
}

export interface Result {
  /** The form of `value`. */
  readonly document: Form;
  /** What `--json` prints. */
  readonly value: unknown;
  /** The trip in words, as the command understood it. */
  readonly subject?: () => string | undefined;
  /**
   * The columns of `plain` and `csv`. Default: the fields of the records. If the list is empty,
   * `plain` prints the raw text of the view.
   */
  readonly columns?: readonly Column[];
  /** The records of `plain`, `csv` and `ndjson`. Default: the items of the document. */
  readonly rows?: readonly Row[];
  /** What a terminal shows, from top to bottom. Other formats do not call it. */
  readonly view: () => readonly Block[];
  /** False: the view goes to the terminal directly, because a pager would cut it. */
  readonly isPaged?: boolean;
  /** What stderr says before the result and after it. */
  readonly stderr?: {
    readonly before: readonly StderrText[];
    readonly after: readonly StderrText[];
  };
  /** Files to write before the result is printed. */
  readonly files?: readonly ResultFile[];
  /** Printed after the result. */
  readonly notes?: readonly FieldText[];
  /** Default 0. */
  readonly exitCode?: ExitCode;
  /** A server that runs on after the result is printed. */
  readonly server?: RunningServer;
}

/** `line` is escaped when it is printed. `report` is for a runner: its writer has escaped it. */
export type StderrText =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'report'; readonly text: string };

/** A file that a flag asks for, such as a page to share. */
export interface ResultFile {
  /** As messages call it: `report`. */
  readonly what: string;
  readonly path: string;
  readonly text: () => Promise<string>;
  /** Throws OutputError. */
  readonly write: (text: string) => Promise<void>;
}

export interface RunningServer {
  /** The command ends when this promise does; an interrupt rejects it. */
  readonly ended: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Makes a result; the compiler checks that the value has the document's form. */
export function makeResult<const F extends Form>(
  document: F,
  rest: Omit<Result, 'document' | 'value'> & { readonly value: ValueOf<F['value']> },
): Result {
  return { document, ...rest };
}

export interface Column {
  /** The key in the row, the name for `--fields`, and the header in `csv`. */
  readonly key: string;
  /** The header in a table. A column without one is only in the records. */
  readonly header?: string;
  /**
   * `money`: right-aligned, at least two decimals. `number`: right-aligned. `link`: the whole
   * address. `bar`: the amount as a bar, in proportion to the largest of the table; only on
   * terminals that can draw it.
   */
  readonly kind?: 'text' | 'money' | 'number' | 'link' | 'bar';
  /**
   * In a narrow table, all columns with the highest number are left out first. A column without a
   * number always stays.
   */
  readonly dropOrder?: number;
  /**
   * The column stays while its cells differ, so that no two rows look the same. Its names are cut
   * in the middle, and different names stay different.
   */
  readonly distinguishing?: true;
  /**
   * Shown only if no text has to be cut for it, like a bar. The note on columns that are left out
   * does not name it.
   */
  readonly spare?: true;
  /** The cell is one line, which may be cut to this width, with `…`, before columns are left out. */
  readonly cutTo?: number;
  readonly style?: (row: Row) => Style | undefined;
  /** Formats a value for a table. Several strings become the lines of one cell. */
  readonly show?: (row: Row) => string | readonly string[];
  /** A shorter form, for all cells of the column if one of them has no room. */
  readonly short?: (row: Row) => string;
  /** Formats a list or an object for `plain` and `csv`. Default: JSON. */
  readonly flat?: (row: Row) => string;
  /** False: `plain` leaves the column out, unless `--fields` names it. */
  readonly plain?: false;
}

/** A part of a view. All text is unescaped; rendering escapes it, line breaks included. */
export type Block =
  /** An address is shown whole, even a very long one. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly style?: Style;
      readonly isAddress?: boolean;
    }
  | ({ readonly kind: 'table' } & TableView)
  /** Text that is printed unchanged, such as a completion script. It must hold no outside text. */
  | { readonly kind: 'raw'; readonly text: string }
  /** Amounts with their total below. */
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** Labels and values side by side. Values wrap, labels do not. */
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[] };

export interface TableView {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** A title above the rows from this one on. */
  readonly section?: { readonly at: number; readonly title: string };
  /** Below the table: what it leaves out. */
  readonly note?: string;
  /** Columns without room follow in more tables, each of which repeats the first column. */
  readonly continues?: true;
}

export interface Receipt {
  readonly lines: readonly ReceiptLine[];
  readonly total: ReceiptLine & { readonly amount: string };
  /** Whether the amounts add up to the total. Only then a line is drawn above it. */
  readonly addsUp: boolean;
  /** What the reader must know before using the total. */
  readonly warnings: readonly string[];
}

export interface ReceiptLine {
  readonly label: string;
  /** Undefined if the line only explains the one before it. */
  readonly amount?: string;
}

export interface Pair {
  readonly label: string;
  readonly value: string;
  readonly kind?: 'text' | 'link';
  readonly style?: Style;
}

/** `code`: a QR code. */
export type Style = 'heading' | 'strong' | 'dim' | 'good' | 'warning' | 'code';
