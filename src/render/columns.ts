/**
 * The columns of a table that fit the terminal. While there is no room, these give way in turn:
 * bars and other spare columns, long forms of texts, the ends of names, columns in the order of `dropOrder`,
 * and the single line of a row. Columns that tell rows apart stay.
 */
import type { Column, Row, TableView } from '../result.ts';
import { gap, type Display } from './cells.ts';
import { measureColumn, type TableColumn } from './measure.ts';

/** Before the second line of a row. */
export const indent = '    ';

export type FittedColumn = TableColumn & { readonly width: number };

/** The columns of each line of a row. */
type Lines = readonly (readonly FittedColumn[])[];

export interface FittedColumns {
  /** Empty if not even two lines have room. */
  readonly lines: Lines;
  /** The columns as labels and values, for a terminal that has no room for lines. */
  readonly asPairs: readonly TableColumn[];
  /** Headers of columns that have no room. */
  readonly hidden: readonly string[];
}

/** One table, or several if it continues. */
export function fitParts(table: TableView, display: Display): readonly FittedColumns[] {
  const { columns, rows, continues = false } = table;
  const shown = columns
    .filter((column) => isShown(column, rows, display))
    .map((column) => measureColumn(column, rows))
    .filter(({ fullWidth }) => fullWidth > 0);
  const parts = continues ? splitIntoTables(shown, display.width) : [shown];
  return parts.map((part) => fitColumns(part, rows, display.width));
}

/** Each table repeats the first column. */
function splitIntoTables(
  [first, ...others]: readonly TableColumn[],
  width: number,
): TableColumn[][] {
  if (first === undefined) return [];
  if (others.length === 0) return [[first]];
  return others.reduce<TableColumn[][]>((parts, column) => {
    const last = parts.at(-1);
    if (last === undefined || widthOf([...last, column], fullWidth) > width)
      return [...parts, [first, column]];
    return [...parts.slice(0, -1), [...last, column]];
  }, []);
}

function fitColumns(
  all: readonly TableColumn[],
  rows: readonly Row[],
  width: number,
): FittedColumns {
  const kept = withoutSpare(all, width);
  const short = new Map(kept.map((column) => [column, shortOf(column, rows)]));
  const choices = choicesByDropOrder(
    kept,
    (column) => column !== kept[0] && dropOrderOf(column) > 0 && !tellsApart(column),
  );
  const fit =
    firstFit(choices, (columns) => inOneLine(columns, short, width)) ??
    (kept.some(tellsApart)
      ? firstFit(choices, (columns) => inTwoLines(columns, short, width))
      : undefined);
  if (fit === undefined) return { lines: [], asPairs: kept, hidden: [] };
  const hidden = kept.filter((column) => !fit.columns.includes(column) && column.header !== '');
  return { lines: fit.lines, asPairs: kept, hidden: hidden.map(({ header }) => header) };
}

/** Spare columns go before any text is cut. */
function withoutSpare(all: readonly TableColumn[], width: number): readonly TableColumn[] {
  const isSpare = ({ column }: TableColumn): boolean =>
    column.spare === true || column.kind === 'bar';
  return (
    choicesByDropOrder(all, isSpare).find((columns) => widthOf(columns, fullWidth) <= width) ??
    all.filter((column) => !isSpare(column))
  );
}

/** All columns, then without those that can go and are the first to be dropped, and so on. */
function choicesByDropOrder(
  all: readonly TableColumn[],
  canGo: (column: TableColumn) => boolean,
): (readonly TableColumn[])[] {
  const dropOrders = new Set(all.filter(canGo).map(dropOrderOf));
  const limits = [...dropOrders].sort((a, b) => b - a);
  return [Infinity, ...limits].map((limit) =>
    all.filter((column) => !canGo(column) || dropOrderOf(column) < limit),
  );
}

/** The first choice of columns that has room. */
function firstFit(
  choices: readonly (readonly TableColumn[])[],
  linesOf: (columns: readonly TableColumn[]) => Lines | undefined,
): { readonly columns: readonly TableColumn[]; readonly lines: Lines } | undefined {
  for (const columns of choices) {
    const lines = linesOf(columns);
    if (lines !== undefined) return { columns, lines };
  }
  return undefined;
}

function dropOrderOf({ column: { dropOrder = 0 } }: TableColumn): number {
  return dropOrder;
}

function tellsApart({ column, cells }: TableColumn): boolean {
  return column.distinguishing === true && new Set(cells.map((lines) => lines.join('\n'))).size > 1;
}

type ShortColumns = ReadonlyMap<TableColumn, TableColumn>;

/** With whole texts, else with short and cut ones. Undefined if there is no room. */
function inOneLine(
  columns: readonly TableColumn[],
  short: ShortColumns,
  width: number,
): Lines | undefined {
  if (widthOf(columns, fullWidth) <= width) return [withWidths(columns, width)];
  const shorter = columns.map((column) => short.get(column) ?? column);
  return widthOf(shorter, minWidth) <= width ? [withWidths(shorter, width)] : undefined;
}

/** With whole texts, else with short ones, else with cut ones. */
function inTwoLines(
  columns: readonly TableColumn[],
  short: ShortColumns,
  width: number,
): Lines | undefined {
  const shorter = columns.map((column) => short.get(column) ?? column);
  return (
    splitInTwo(columns, fullWidth, width) ??
    splitInTwo(shorter, fullWidth, width) ??
    splitInTwo(shorter, minWidth, width)
  );
}

function splitInTwo(
  columns: readonly TableColumn[],
  measureOf: Measure,
  width: number,
): Lines | undefined {
  const rest = width - indent.length;
  for (let count = columns.length - 1; count > 0; count -= 1) {
    const first = columns.slice(0, count);
    const second = columns.slice(count);
    if (widthOf(first, measureOf) <= width && widthOf(second, measureOf) <= rest)
      return [withWidths(first, width), withWidths(second, rest)];
  }
  return undefined;
}

type Measure = (column: TableColumn) => number;

const fullWidth: Measure = (column) => column.fullWidth;
const minWidth: Measure = (column) => column.minWidth;

function widthOf(columns: readonly TableColumn[], measureOf: Measure): number {
  return columns.reduce(
    (sum, column) => sum + measureOf(column),
    gap.length * (columns.length - 1),
  );
}

/** The widest column gets narrower first. */
function withWidths(columns: readonly TableColumn[], width: number): FittedColumn[] {
  const widths = columns.map(fullWidth);
  const excess = widthOf(columns, fullWidth) - width;
  for (let cut = 0; cut < excess; cut += 1) {
    const cuttable = columns.map(({ minWidth }, index) => {
      const current = widths[index] ?? 0;
      return current > minWidth ? current : 0;
    });
    const widest = cuttable.indexOf(Math.max(...cuttable));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? 0 }));
}

/** A bar alone compares nothing, so a table of one row has none. */
function isShown({ header, kind }: Column, rows: readonly Row[], { bars }: Display): boolean {
  return kind === 'bar' ? bars && rows.length > 1 : header !== undefined;
}

function shortOf(measured: TableColumn, rows: readonly Row[]): TableColumn {
  const { column } = measured;
  const { short } = column;
  return short === undefined ? measured : measureColumn({ ...column, show: short }, rows);
}
