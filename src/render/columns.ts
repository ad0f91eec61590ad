/**
 * The columns of a table: their cells, which of them the terminal has room for, and how wide they are. Extra columns go first, then texts
 * that may be cut get shorter, then columns go by their priority, then texts get shorter still.
 */
import type { Column, Row, TableView } from '../result.ts';
import { barText } from '../terminal/bars.ts';
import { safeText } from '../terminal/escape.ts';
import { textWidth, widestOf } from '../terminal/width.ts';
import { cellLines, gap, isAddress, type Display } from './cells.ts';

/** So short gets any text where nothing else helps. */
const narrowestText = 8;

export interface TableColumn {
  readonly column: Column;
  readonly header: string;
  readonly alignment: 'left' | 'right';
  /** The lines of the cell in each row. */
  readonly cells: readonly (readonly string[])[];
  /** The width of the widest cell or the header. */
  readonly natural: number;
  /** Columns go before this one gets narrower. Equals `natural` for what must not be cut: amounts, and addresses. */
  readonly wanted: number;
  readonly least: number;
}

export type FittedColumn = TableColumn & { readonly width: number };

export interface FittedColumns {
  /** Undefined if not even these fit at their least width. */
  readonly widths: readonly number[] | undefined;
  readonly columns: readonly TableColumn[];
  /** Headers of columns that have no room and tell rows apart. */
  readonly dropped: readonly string[];
}

export function fitColumns({ columns: all, rows }: TableView, display: Display): FittedColumns {
  const measured = all.filter((column) => isShown(column, rows, display)).map((one) => measure(one, rows, display));
  const shown = measured.filter(({ natural }) => natural > 0);
  const room = (columns: readonly TableColumn[]): number => display.width - gap.length * (columns.length - 1);
  let columns = shown;
  while (needed(columns) > room(columns)) {
    // The first column is what the table is about.
    const last = Math.max(0, ...columns.slice(1).map(({ column: { priority = 0 } }) => priority));
    if (last === 0) break;
    columns = columns.filter(({ column }, place) => place === 0 || column.priority !== last);
  }
  const dropped = shown.filter((one) => !columns.includes(one) && one.column.extra !== true && one.header !== '');
  return { columns, widths: widthsOf(columns, room(columns)), dropped: dropped.map(({ header }) => header) };
}

/** An extra column is not worth a cut text. */
function needed(columns: readonly TableColumn[]): number {
  const hasExtra = columns.some(({ column }) => column.extra);
  return columns.reduce((all, one) => all + (hasExtra ? one.natural : one.wanted), 0);
}

/** The widest get narrower first. Undefined if even the least widths have no room. */
function widthsOf(columns: readonly TableColumn[], room: number): readonly number[] | undefined {
  const widths = columns.map(({ natural }) => natural);
  let excess = widths.reduce((all, width) => all + width, 0) - room;
  for (const floor of ['wanted', 'least'] as const) {
    for (; excess > 0; excess--) {
      const wide = columns.map((one, place) => {
        const width = widths[place] ?? 0;
        return width > one[floor] ? width : 0;
      });
      const widest = wide.indexOf(Math.max(...wide));
      if ((wide[widest] ?? 0) === 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  }
  return excess > 0 ? undefined : widths;
}

/** A single bar would be next to nothing. */
function isShown({ header, kind }: Column, rows: readonly Row[], { bars }: Display): boolean {
  return kind === 'bar' ? bars && rows.length > 1 : header !== undefined;
}

function measure(column: Column, rows: readonly Row[], { width, linker }: Display): TableColumn {
  const { key, kind = 'text', header: text = '', flexible } = column;
  // A word for an address leads nowhere if it cannot be clicked.
  const shown = kind === 'link' && !linker.clickable ? { key } : column;
  const cells = kind === 'bar' ? barCells(column, rows) : rows.map((row) => cellLines(shown, row));
  const alignment = kind === 'money' || kind === 'number' ? 'right' : 'left';
  const header = safeText(text);
  const headerWidth = textWidth(header);
  // All that is wider than the terminal is equally wide.
  const widthOf = (line: string): number => textWidth(line, width + 1);
  const natural = Math.max(headerWidth, widest(cells, widthOf));
  const measured = { column, header, alignment, cells, natural } as const;
  if (kind !== 'text') return { ...measured, wanted: natural, least: natural };
  const shortest = Math.max(headerWidth, narrowestText);
  const words = widest(cells, (line) => widestOf(line.split(' '), width + 1));
  const address = widest(cells, (line) => (isAddress(line) ? widthOf(line) : 0));
  const wanted = flexible === undefined ? Math.max(shortest, words, address) : Math.max(flexible, headerWidth);
  return { ...measured, wanted: Math.min(natural, wanted), least: Math.min(natural, Math.max(shortest, address)) };
}

/** A bar for each row; the largest amount has the longest. */
function barCells({ key }: Column, rows: readonly Row[]): string[][] {
  const amounts = rows.map((row) => Number(row[key] ?? 0));
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  return amounts.map((amount) => [barText(amount / largest)]);
}

function widest(cells: TableColumn['cells'], measureLine: (line: string) => number): number {
  // No character is wider than two columns, and most lines need no measuring to see that they are shorter than another.
  const wider = (wide: number, line: string): number =>
    2 * line.length < wide ? wide : Math.max(wide, measureLine(line));
  return cells.reduce((most, lines) => lines.reduce(wider, most), 0);
}
