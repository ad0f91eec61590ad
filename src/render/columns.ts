/**
 * The columns of a table: which of them the terminal has room for, how wide they are, and on which
 * line of a row they stand. While the terminal has no room, these give way in turn: bars and other
 * extras, long forms of texts, the ends of names, columns by their priority, and the single line of
 * a row. Columns that tell rows apart never go.
 */
import type { Column, Row, TableView } from '../result.ts';
import { barText } from '../terminal/bars.ts';
import { safeText } from '../terminal/escape.ts';
import { textWidth, truncateMiddle, widestOf } from '../terminal/width.ts';
import { cellLines, gap, isAddress, type Display } from './cells.ts';

/** A text whose words are longer than `maxWord` is cut to this width at least. */
const minTextWidth = 8;
const maxWord = 30;

/** Of the second line of a row. */
export const indent = '    ';

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
  /** The columns of each line of a row. Empty if not even two lines have room. */
  readonly lines: readonly (readonly FittedColumn[])[];
  /** For a terminal with room only for pairs of labels and values. */
  readonly record: readonly TableColumn[];
  /** Headers of columns that have no room. */
  readonly hidden: readonly string[];
}

/** One table, or several if it continues. */
export function fitTable(table: TableView, display: Display): readonly FittedColumns[] {
  const { columns, rows, continues = false } = table;
  const shown = columns
    .filter((column) => isShown(column, rows, display))
    .map((one) => measure(one, rows))
    .filter(({ natural }) => natural > 0);
  const parts = continues ? partsOf(shown, display.width) : [shown];
  return parts.map((part) => fitColumns(part, rows, display.width));
}

/** As many columns as have room in each, after the first column. */
function partsOf([first, ...others]: readonly TableColumn[], width: number): TableColumn[][] {
  if (first === undefined) return [];
  return others.reduce<TableColumn[][]>((parts, column) => {
    const last = parts.at(-1);
    if (last === undefined || widthOf([...last, column], natural) > width)
      return [...parts, [first, column]];
    return [...parts.slice(0, -1), [...last, column]];
  }, []);
}

function fitColumns(
  all: readonly TableColumn[],
  rows: readonly Row[],
  width: number,
): FittedColumns {
  const whole = withoutExtras(all, width);
  const short = new Map(whole.map((one) => [one, shortOf(one, rows)]));
  /** From all columns to those that stay. */
  const choices = fewerAndFewer(whole).map((columns) => ({
    columns,
    lines: lineOf(columns, short, width),
  }));
  const hasKeys = whole.some(tellsApart);
  const fitting =
    choices.find(({ lines }) => lines !== undefined) ??
    (hasKeys ? choices : [])
      .map(({ columns }) => ({ columns, lines: twoLinesOf(columns, short, width) }))
      .find(({ lines }) => lines !== undefined);
  const hidden = whole.filter(
    (one) => fitting !== undefined && !fitting.columns.includes(one) && one.header !== '',
  );
  return { lines: fitting?.lines ?? [], record: whole, hidden: hidden.map(({ header }) => header) };
}

/** They are not worth a cut text. */
function withoutExtras(all: readonly TableColumn[], width: number): readonly TableColumn[] {
  const isExtra = ({ column }: TableColumn): boolean =>
    column.extra === true || column.kind === 'bar';
  const priorities = sortedPriorities(all.filter(isExtra));
  const left = [Infinity, ...priorities].map((limit) =>
    all.filter((one) => !isExtra(one) || priorityOf(one) < limit),
  );
  return (
    left.find((columns) => widthOf(columns, natural) <= width) ?? all.filter((one) => !isExtra(one))
  );
}

/**
 * All columns, then without those of the highest priority, and so on. The first column is what the
 * table is about.
 */
function fewerAndFewer(all: readonly TableColumn[]): (readonly TableColumn[])[] {
  const canGo = (one: TableColumn): boolean =>
    one !== all[0] && priorityOf(one) > 0 && !tellsApart(one);
  const limits = sortedPriorities(all.filter(canGo));
  return [Infinity, ...limits].map((limit) =>
    all.filter((one) => !canGo(one) || priorityOf(one) < limit),
  );
}

function sortedPriorities(columns: readonly TableColumn[]): number[] {
  return [...new Set(columns.map(priorityOf))].sort((a, b) => b - a);
}

function priorityOf({ column: { priority = 0 } }: TableColumn): number {
  return priority;
}

function tellsApart({ column, cells }: TableColumn): boolean {
  return column.distinguishing === true && new Set(cells.map((lines) => lines.join('\n'))).size > 1;
}

type ShortColumns = ReadonlyMap<TableColumn, TableColumn>;

/** One line with its texts whole, else with short and cut ones; undefined if it has no room. */
function lineOf(
  columns: readonly TableColumn[],
  short: ShortColumns,
  width: number,
): FittedColumn[][] | undefined {
  if (widthOf(columns, natural) <= width) return [withWidths(columns, width)];
  const shorter = columns.map((one) => short.get(one) ?? one);
  return widthOf(shorter, least) <= width ? [withWidths(shorter, width)] : undefined;
}

/** As many columns on the first line as fit whole, else with short texts, else cut. */
function twoLinesOf(
  columns: readonly TableColumn[],
  short: ShortColumns,
  width: number,
): FittedColumn[][] | undefined {
  const shorter = columns.map((one) => short.get(one) ?? one);
  return (
    splitInTwo(columns, natural, width) ??
    splitInTwo(shorter, natural, width) ??
    splitInTwo(shorter, least, width)
  );
}

function splitInTwo(
  columns: readonly TableColumn[],
  measureOf: Measure,
  width: number,
): FittedColumn[][] | undefined {
  const rest = width - indent.length;
  const splits = columns
    .slice(1)
    .map((_, place) => [columns.slice(0, place + 1), columns.slice(place + 1)] as const);
  const split = splits.findLast(
    ([a, b]) => widthOf(a, measureOf) <= width && widthOf(b, measureOf) <= rest,
  );
  return split && [withWidths(split[0], width), withWidths(split[1], rest)];
}

type Measure = (one: TableColumn) => number;

const natural: Measure = (one) => one.natural;
const least: Measure = (one) => one.least;

function widthOf(columns: readonly TableColumn[], measureOf: Measure): number {
  return columns.reduce((all, one) => all + measureOf(one), gap.length * (columns.length - 1));
}

/** The widest get narrower first. */
function withWidths(columns: readonly TableColumn[], width: number): FittedColumn[] {
  const widths = columns.map(natural);
  const excess = widthOf(columns, natural) - width;
  for (let cut = 0; cut < excess; cut += 1) {
    const wide = columns.map(({ least }, place) =>
      (widths[place] ?? 0) > least ? (widths[place] ?? 0) : 0,
    );
    const widest = wide.indexOf(Math.max(...wide));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return columns.map((column, place) => ({ ...column, width: widths[place] ?? 0 }));
}

/** A single bar would be next to nothing. */
function isShown({ header, kind }: Column, rows: readonly Row[], { bars }: Display): boolean {
  return kind === 'bar' ? bars && rows.length > 1 : header !== undefined;
}

function shortOf(one: TableColumn, rows: readonly Row[]): TableColumn {
  const { short } = one.column;
  return short === undefined ? one : measure({ ...one.column, show: short }, rows);
}

function measure(column: Column, rows: readonly Row[]): TableColumn {
  const { kind = 'text', header: text = '' } = column;
  const cells = kind === 'bar' ? barCells(column, rows) : rows.map((row) => cellLines(column, row));
  const alignment = kind === 'money' || kind === 'number' ? 'right' : 'left';
  const header = safeText(text);
  const natural = Math.max(textWidth(header), widestOf(cells.flat()));
  const least =
    kind === 'text'
      ? Math.min(natural, Math.max(textWidth(header), minWidthOf(column, cells)))
      : natural;
  return { column, header, alignment, cells, natural, least };
}

function minWidthOf({ flexible, distinguishing }: Column, cells: TableColumn['cells']): number {
  if (flexible === undefined) return Math.max(minTextWidth, ...cells.flat().map(longWordWidth));
  return distinguishing ? minApart(cells.map(oneLine), flexible) : flexible;
}

/** The one line of a cell that may be cut. */
export function oneLine(lines: readonly string[]): string {
  return lines.join('; ');
}

/**
 * From `from` on, the first width at which different texts are still different when they are cut.
 */
function minApart(texts: readonly string[], from: number): number {
  const different = [...new Set(texts)];
  let [low, high] = [from, Math.max(from, widestOf(different))];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const areApart =
      new Set(different.map((text) => truncateMiddle(text, middle))).size === different.length;
    if (areApart) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The width of the longest word of a line, unless that is very wide and can be broken. */
function longWordWidth(line: string): number {
  return widestOf(line.split(' ').filter((word) => isAddress(line) || textWidth(word) <= maxWord));
}

/** A bar for each row; the largest amount has the longest. */
function barCells({ key }: Column, rows: readonly Row[]): string[][] {
  const amounts = rows.map((row) => Number(row[key] ?? 0));
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  return amounts.map((amount) => [barText(amount / largest)]);
}
