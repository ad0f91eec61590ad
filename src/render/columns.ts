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
const enoughOfLink = 17;

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

/** An extra column is not worth a cut text, but for that of a link. */
function needed(columns: readonly TableColumn[]): number {
  const hasExtra = columns.some(({ column }) => column.extra);
  return columns.reduce((all, one) => all + (hasExtra && !isLink(one) ? one.natural : one.wanted), 0);
}

function isLink({ column }: TableColumn): boolean {
  return column.kind === 'link';
}

const anyColumn = (): boolean => true;
/** Links get narrower first, because they open the whole address. */
const steps = [
  { floor: 'wanted', isMeant: isLink },
  { floor: 'wanted', isMeant: anyColumn },
  { floor: 'least', isMeant: anyColumn },
] as const;

/** In each step the widest get narrower first. Undefined if even the least widths have no room. */
function widthsOf(columns: readonly TableColumn[], room: number): readonly number[] | undefined {
  const widths = columns.map(({ natural }) => natural);
  let excess = widths.reduce((all, width) => all + width, 0) - room;
  for (const { floor, isMeant } of steps) {
    for (; excess > 0; excess--) {
      const wide = columns.map((one, place) => {
        const width = widths[place] ?? 0;
        return isMeant(one) && width > one[floor] ? width : 0;
      });
      const widest = wide.indexOf(Math.max(...wide));
      if ((wide[widest] ?? 0) === 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  }
  return excess > 0 ? undefined : widths;
}

/** A single bar would be next to nothing. The text of a link that cannot be clicked leads nowhere. */
function isShown({ header, kind, show }: Column, rows: readonly Row[], { bars, linker }: Display): boolean {
  if (kind === 'bar') return bars && rows.length > 1;
  return header !== undefined && (kind !== 'link' || show === undefined || linker.clickable);
}

function measure(column: Column, rows: readonly Row[], { linker, width }: Display): TableColumn {
  const { kind, header: text = '' } = column;
  const cells = kind === 'bar' ? barCells(column, rows) : rows.map((row) => cellLines(column, row));
  const alignment = kind === 'money' || kind === 'number' ? 'right' : 'left';
  const header = safeText(text);
  // All that is wider than the terminal is equally wide.
  const limit = width + 1;
  const natural = Math.max(
    textWidth(header),
    widest(cells, (line) => textWidth(line, limit)),
  );
  // The text of a link may be cut, because the link opens the whole address.
  if (kind === 'link' && linker.clickable) {
    const short = Math.min(natural, enoughOfLink);
    return { column, header, alignment, cells, natural, wanted: short, least: short };
  }
  return { column, header, alignment, cells, natural, ...rangeOf({ column, header, cells, natural }, limit) };
}

/** A bar for each row; the largest amount has the longest. */
function barCells({ key }: Column, rows: readonly Row[]): string[][] {
  const amounts = rows.map((row) => Number(row[key] ?? 0));
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  return amounts.map((amount) => [barText(amount / largest)]);
}

function rangeOf(
  { column, header, cells, natural }: Pick<TableColumn, 'column' | 'header' | 'cells' | 'natural'>,
  limit: number,
): Pick<TableColumn, 'wanted' | 'least'> {
  const { kind = 'text', flexible } = column;
  if (kind !== 'text') return { wanted: natural, least: natural };
  const shortest = Math.max(textWidth(header), narrowestText);
  const words = widest(cells, (line) => widestOf(line.split(' '), limit));
  const address = widest(cells, (line) => (isAddress(line) ? textWidth(line, limit) : 0));
  const wanted = flexible === undefined ? Math.max(shortest, words, address) : Math.max(flexible, textWidth(header));
  return { wanted: Math.min(natural, wanted), least: Math.min(natural, Math.max(shortest, address)) };
}

function widest(cells: TableColumn['cells'], measureLine: (line: string) => number): number {
  // No character is wider than two columns, and most lines need no measuring to see that they are shorter than another.
  const wider = (wide: number, line: string): number =>
    2 * line.length < wide ? wide : Math.max(wide, measureLine(line));
  return cells.reduce((most, lines) => lines.reduce(wider, most), 0);
}
