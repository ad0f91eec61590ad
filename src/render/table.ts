/**
 * A table without borders that fits the terminal. cli-table3 lays out the rows; but where it takes
 * long, or measures text wrongly, they are joined here and look the same. It takes a quarter of a
 * second for 1,000 rows and four for a cell of 30 lines, and is wrong about wide characters and links.
 */
import Table, { type TableConstructorOptions as TableOptions } from 'cli-table3';
import type { Pair, Row, TableView } from '../result.ts';
import { safeText } from '../terminal/escape.ts';
import { pad, truncate, truncateMiddle, wrap } from '../terminal/width.ts';
import { gap, isAddress, textLines, type Display } from './cells.ts';
import { fitParts, indent, type FittedColumn, type FittedColumns } from './columns.ts';
import { oneLine, type TableColumn } from './measure.ts';
import { pairLines } from './pairs.ts';

const maxRows = 1000;

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
};

/** A table that fits a terminal; it has several parts if it continues. */
export interface FittedTable {
  /** The table with only the rows that are shown. */
  readonly table: TableView;
  /** How many rows there are. */
  readonly count: number;
  readonly parts: readonly FittedColumns[];
}

export function fitTable(whole: TableView, display: Display): FittedTable {
  const table = { ...whole, rows: whole.rows.slice(0, maxRows) };
  return { table, count: whole.rows.length, parts: fitParts(table, display) };
}

/** `hidden`: headers of columns without room, of this table and those before it. */
export function tableLines(
  { table, count, parts }: FittedTable,
  hidden: readonly string[],
  display: Display,
): string[] {
  const pronoun = hidden.length === 1 ? 'it' : 'them';
  const noRoom = `No room for: ${hidden.join(', ').toLowerCase()}. A wider terminal or --format csv shows ${pronoun}.`;
  const notes = [
    ...(table.note === undefined ? [] : [table.note]),
    ...(count > maxRows ? [`The first ${maxRows} of ${count} rows: --format csv prints all.`] : []),
    ...(hidden.length === 0 ? [] : [noRoom]),
  ];
  const below = notes.flatMap((note) => textLines(safeText(note), 'dim', display));
  const sections = [...parts.map((part) => rowLines(part, table, display)), below];
  return sections.flatMap((lines, index) =>
    index > 0 && lines.length > 0 ? ['', ...lines] : lines,
  );
}

function rowLines(fitted: FittedColumns, { rows, section }: TableView, display: Display): string[] {
  const { lines, asPairs } = fitted;
  const titleAt = (index: number): string[] =>
    section?.at === index ? ['', ...textLines(safeText(section.title), 'heading', display)] : [];
  if (lines.length === 0)
    return rows.flatMap((row, index) => [
      ...titleAt(index),
      ...pairLinesOf(asPairs, row, index, display),
    ]);
  const isLong = rows.length > maxDrawnRows;
  const layouts = lines.map((columns, index) => ({
    columns,
    layOut: createLayout(columns, { start: index === 0 ? '' : indent, isLong }),
  }));
  const rowOf = (cellIn: (column: FittedColumn) => string[]): string[] =>
    layouts.flatMap(({ columns, layOut }) => layOut(columns.map(cellIn)));
  const { paint } = display.palette;
  const header = rowOf((column) => [
    paddedAndPainted(column, truncate(column.header, column.width), (text) => paint('dim', text)),
  ]);
  const below = rows.flatMap((row, index) => [
    ...titleAt(index),
    ...rowOf((column) => cellOf(column, row, index, display)),
  ]);
  return [...header, ...below];
}

/** The lines of a cell, as wide as its column. */
function cellOf(fitted: FittedColumn, row: Row, index: number, { palette }: Display): string[] {
  const { column, cells, width } = fitted;
  const { kind, cutTo, distinguishing = false, style } = column;
  const whole = cells[index] ?? [];
  const isUncut = kind === 'link' || kind === 'bar';
  const fitLines = (): readonly string[] => {
    if (isUncut) return whole;
    if (cutTo === undefined) return whole.flatMap((line) => wrap(line, width));
    return [(distinguishing ? truncateMiddle : truncate)(oneLine(whole), width)];
  };
  return fitLines().map((line) =>
    paddedAndPainted(fitted, line, (text) =>
      isUncut ? palette.accent(text) : palette.paint(style?.(row), text),
    ),
  );
}

/** As wide as its column. Codes of colours have no width, so it is padded first. */
function paddedAndPainted(
  { width, alignment }: FittedColumn,
  text: string,
  paint: (text: string) => string,
): string {
  const padded = pad(text, width, alignment === 'right' ? 'left' : 'right');
  return text === '' ? padded : padded.replace(text, () => paint(text));
}

/** A table with more rows is joined. */
const maxDrawnRows = 50;
/** A row with more lines is joined: the time grows with the square of a cell's letters. */
const maxDrawnLines = 2;

/** Text that cli-table3 measures as a terminal does. */
const isDrawable = (line: string): boolean =>
  /^(?:[ -~]|[\u00A0-\u02FF\u2010-\u2027]|\u001B\[\d*m)*$/.test(line);

function createLayout(
  columns: readonly FittedColumn[],
  { start, isLong }: { readonly start: string; readonly isLong: boolean },
): (cells: readonly string[][]) => string[] {
  const options = {
    chars: { ...noBorders, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: columns.map(({ width }) => width),
  };
  return (cells) => {
    const height = Math.max(1, ...cells.map((lines) => lines.length));
    const filled = columns.map(({ width }, index) =>
      Array.from({ length: height }, (_, line) => cells[index]?.[line] ?? ' '.repeat(width)),
    );
    const lines =
      !isLong && height <= maxDrawnLines && filled.flat().every(isDrawable)
        ? drawnLines(options, filled)
        : joinedLines(filled, height);
    return lines.map((line) => (start + line).trimEnd());
  };
}

function drawnLines(options: TableOptions, cells: readonly (readonly string[])[]): string[] {
  const table = new Table(options);
  table.push(cells.map((lines) => lines.join('\n')));
  return table.toString().split('\n');
}

function joinedLines(cells: readonly (readonly string[])[], height: number): string[] {
  return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line]).join(gap));
}

/** A whole row as labels and values, for a terminal that is too narrow for the table. */
function pairLinesOf(
  shown: readonly TableColumn[],
  row: Row,
  index: number,
  display: Display,
): string[] {
  // A bar has no words.
  const labelled = shown.filter(({ column }) => column.kind !== 'bar');
  const pairs = labelled.map(({ column, header, cells }): Pair => {
    const text = oneLine(cells[index] ?? []);
    if (column.kind === 'link')
      return { label: header, value: String(row[column.key] ?? ''), kind: 'link' };
    return { label: header, value: text, kind: isAddress(text) ? 'link' : 'text' };
  });
  return [...(index === 0 ? [] : ['']), ...pairLines(pairs, display)];
}
