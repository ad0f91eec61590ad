/**
 * The columns of a table: their cells, which of them the terminal has room for, and how wide they are. Columns go by their priority until
 * the texts of the others have room at their least width; the widest texts are cut or wrapped for the rest.
 */
import type { Column, Row, TableView } from '../result.ts';
import { barText } from '../terminal/bars.ts';
import { safeText } from '../terminal/escape.ts';
import { textWidth, widestOf } from '../terminal/width.ts';
import { cellLines, gap, isAddress, type Display } from './cells.ts';

/** So short gets a text whose words are longer than `longestWord`. */
const narrowestText = 8;
const longestWord = 30;

export interface TableColumn {
  readonly column: Column;
  readonly header: string;
  readonly alignment: 'left' | 'right';
  /** The lines of the cell in each row. */
  readonly cells: readonly (readonly string[])[];
  /** The width of the widest cell or the header. */
  readonly natural: number;
  /** Equals `natural` for what must not be cut: amounts, and addresses. */
  readonly least: number;
}

export type FittedColumn = TableColumn & { readonly width: number };

export interface FittedColumns {
  readonly columns: readonly TableColumn[];
  /** Undefined if not even these fit at their least width. */
  readonly widths: readonly number[] | undefined;
  /** Headers of columns that have no room and tell rows apart. */
  readonly dropped: readonly string[];
}

export function fitColumns({ columns: all, rows }: TableView, display: Display): FittedColumns {
  const shown = all
    .filter((column) => isShown(column, rows, display))
    .map((one) => measure(one, rows))
    .filter(({ natural }) => natural > 0);
  const room = (columns: readonly TableColumn[]): number => display.width - gap.length * (columns.length - 1);
  let columns = shown;
  while (needed(columns) > room(columns)) {
    // The first column is what the table is about.
    const last = Math.max(0, ...columns.slice(1).map(({ column: { priority = 0 } }) => priority));
    if (last === 0) break;
    columns = columns.filter(({ column }, place) => place === 0 || column.priority !== last);
  }
  const dropped = shown.filter((one) => !columns.includes(one) && one.column.extra !== true && one.header !== '');
  const widths = needed(columns) > room(columns) ? undefined : widthsOf(columns, room(columns));
  return { columns, widths, dropped: dropped.map(({ header }) => header) };
}

/** An extra column is not worth a cut text. */
function needed(columns: readonly TableColumn[]): number {
  const hasExtra = columns.some(({ column }) => column.extra);
  return columns.reduce((all, one) => all + (hasExtra ? one.natural : one.least), 0);
}

/** The widest get narrower first. */
function widthsOf(columns: readonly TableColumn[], room: number): readonly number[] {
  const widths = columns.map(({ natural }) => natural);
  const excess = widths.reduce((all, width) => all + width, -room);
  for (let cut = 0; cut < excess; cut += 1) {
    const wide = columns.map(({ least }, place) => ((widths[place] ?? 0) > least ? (widths[place] ?? 0) : 0));
    const widest = wide.indexOf(Math.max(...wide));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** A single bar would be next to nothing. */
function isShown({ header, kind }: Column, rows: readonly Row[], { bars }: Display): boolean {
  return kind === 'bar' ? bars && rows.length > 1 : header !== undefined;
}

function measure(column: Column, rows: readonly Row[]): TableColumn {
  const { kind = 'text', header: text = '', flexible } = column;
  const cells = kind === 'bar' ? barCells(column, rows) : rows.map((row) => cellLines(column, row));
  const alignment = kind === 'money' || kind === 'number' ? 'right' : 'left';
  const header = safeText(text);
  const natural = Math.max(textWidth(header), widestOf(cells.flat()));
  const words = flexible ?? Math.max(narrowestText, ...cells.flat().map(leastOf));
  const least = kind === 'text' ? Math.min(natural, Math.max(textWidth(header), words)) : natural;
  return { column, header, alignment, cells, natural, least };
}

/** The width of its longest word, unless that is very long and can be broken. */
function leastOf(line: string): number {
  const words = line.split(' ').filter((word) => isAddress(line) || word.length <= longestWord);
  return widestOf(words);
}

/** A bar for each row; the largest amount has the longest. */
function barCells({ key }: Column, rows: readonly Row[]): string[][] {
  const amounts = rows.map((row) => Number(row[key] ?? 0));
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  return amounts.map((amount) => [barText(amount / largest)]);
}
