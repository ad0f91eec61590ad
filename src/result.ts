/**
 * What a command returns: a document, and a view of it; nothing if it used stdout itself, for a
 * protocol. Commands never print; `main.ts` renders the result once.
 */
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
  /** What the value is, and which records it has. */
  readonly document: Form;
  /** The document of `--json`. */
  readonly value: unknown;
  /** What was asked, as it was understood: the trip in words. */
  readonly subject?: () => string | undefined;
  /**
   * The columns of `plain` and `csv`. Default: the fields of the records. If there are none,
   * `plain` prints the raw text of the view.
   */
  readonly columns?: readonly Column[];
  /**
   * The records of `plain`, `csv` and `ndjson`, if they hold what the document does not. Default:
   * made of the document's items.
   */
  readonly rows?: readonly Row[];
  /** What a terminal shows, from top to bottom. Other formats do not call it. */
  readonly view: () => readonly Block[];
  /** False if no pager may cut the view. */
  readonly isPaged?: boolean;
  /** What is printed on stderr, as it is, before the result and after it. */
  readonly stderr?: { readonly before: string; readonly after: string };
  /** Files beside the result. They are written before it is printed. */
  readonly files?: readonly ResultFile[];
  /** Said after the result. */
  readonly notes?: readonly FieldText[];
  /** Default 0. */
  readonly exitCode?: ExitCode;
  /** What goes on after the result is printed. */
  readonly server?: RunningServer;
}

/** Such as a page to share. A result is printed also if its file cannot be written. */
export interface ResultFile {
  /** As messages call it: `report`. */
  readonly what: string;
  readonly path: string;
  readonly text: () => Promise<string>;
  /** Throws OutputError. */
  readonly write: (text: string) => Promise<void>;
}

export interface RunningServer {
  /** The command ends with this promise; an interrupt rejects it. */
  readonly ended: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** A result whose value the compiler has checked. */
export function answer<const F extends Form>(
  document: F,
  rest: Omit<Result, 'document' | 'value'> & { readonly value: ValueOf<F['value']> },
): Result {
  return { document, ...rest };
}

export interface Column {
  /** The key in the row, the name for `--fields`, and the header in `csv`. */
  readonly key: string;
  /** The header in a table. A table leaves out a column without a header; the records keep it. */
  readonly header?: string;
  /**
   * `money`: right-aligned, at least two decimals. `number`: right-aligned. `link`: the whole
   * address. `bar`: the amount as a bar, next to the largest of the table; only on terminals that
   * can draw it.
   */
  readonly kind?: 'text' | 'money' | 'number' | 'link' | 'bar';
  /**
   * Where there is no room for all columns, those with the highest number go first, together. Those
   * without one stay.
   */
  readonly priority?: number;
  /**
   * It never goes while its cells differ, because without it two rows could look the same. Names
   * are cut in the middle, and only so far that different ones stay different.
   */
  readonly distinguishing?: true;
  /**
   * Shown only where no text has to be cut for it, as all bars are; if it has no room, nothing
   * below the table names it.
   */
  readonly extra?: true;
  /**
   * The cell has one line, which may be cut to so many columns, with `…`, before other columns go.
   */
  readonly flexible?: number;
  /** How the cell is painted. */
  readonly style?: (row: Row) => Style | undefined;
  /**
   * Formats a value for a table, such as a list or an instant. Several strings become the lines of
   * one cell.
   */
  readonly show?: (row: Row) => string | readonly string[];
  /**
   * A shorter text that says the same, for all cells of a table that has no room for the whole
   * ones.
   */
  readonly short?: (row: Row) => string;
  /** Formats a list or an object for `plain` and `csv`. Default: as JSON. */
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
  /**
   * Text of many lines, such as a completion script, printed unchanged. It must not contain text
   * from outside.
   */
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
  /** Columns that have no room follow in further tables, each with the first column again. */
  readonly continues?: true;
}

export interface Receipt {
  readonly lines: readonly ReceiptLine[];
  readonly total: ReceiptLine & { readonly amount: string };
  /** Whether the amounts of the lines are exactly the total. Only then is there a rule above it. */
  readonly addsUp: boolean;
  /** What the reader must know before using the total. */
  readonly warnings: readonly string[];
}

export interface ReceiptLine {
  readonly label: string;
  /** A decimal. Undefined if the line only explains the one before it. */
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
