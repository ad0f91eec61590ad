/** A table without borders that fits the terminal. */
import Table from 'cli-table3';
import type { Column, Pair, Row } from '../result.ts';
import { textWidth, truncate, wrap } from '../terminal/width.ts';
import { cellLines, fitColumns, gap, isAddress, safeText, type Display, type WidthRange } from './cells.ts';
import { pairLines, widestOf } from './pairs.ts';

/** A longer cell is cut. Opening hours fit, even on a narrow terminal. */
const maxCellLines = 8;
const narrowestText = 8;
const narrowestLink = 16;

const noBorders = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left', 'left-mid']
    .concat(['mid', 'mid-mid', 'right', 'right-mid'])
    .map((place) => [place, '']),
);

type Alignment = 'left' | 'right';

interface TableColumn {
  readonly column: Column;
  readonly header: string;
}

export function tableLines(columns: readonly Column[], rows: readonly Row[], display: Display): string[] {
  const shown = columns.flatMap((column): TableColumn[] =>
    column.header === undefined ? [] : [{ column, header: safeText(column.header) }],
  );
  const texts = rows.map((row) => shown.map(({ column }) => cellLines(column, row)));
  const ranges = shown.map((column, index) => rangeOf(column, texts, index, display));
  const widths = fitColumns(ranges, display.width - gap.length * (shown.length - 1));
  if (widths === undefined) return rows.flatMap((row, index) => recordLines(shown, row, index, display));
  const header = shown.map(({ header }, index): CellLine[] => {
    const text = truncate(header, widths[index] ?? 0);
    return [{ text, styled: display.palette.header(text) }];
  });
  const body = texts.map((cells, index) => rowLines(cells, rows[index] ?? {}, shown, widths, display));
  const alignments = shown.map(({ column }) => alignmentOf(column));
  return layOut([header, ...body], widths, alignments);
}

function rangeOf(
  { column, header }: TableColumn,
  texts: readonly string[][][],
  index: number,
  { linker }: Display,
): WidthRange {
  const headerWidth = textWidth(header);
  const lines = texts.flatMap((cells) => cells[index] ?? []);
  const natural = Math.max(headerWidth, widestOf(lines));
  if (column.kind === 'link' && linker.clickable) {
    // The text may be cut, because the link opens the whole address.
    return { natural, least: Math.min(natural, narrowestLink), shrinksFirst: true };
  }
  if (column.kind === 'link' || alignmentOf(column) === 'right') return { natural, least: natural };
  const least = Math.max(headerWidth, narrowestText, widestOf(lines.filter(isAddress)));
  return { natural, least: Math.min(natural, least), widestWord: widestOf(lines.flatMap((line) => line.split(' '))) };
}

/** One line of one cell. */
interface CellLine {
  /** Is measured. */
  readonly text: string;
  /** Is printed. */
  readonly styled: string;
}

/** The lines of each cell. */
function rowLines(
  cells: readonly (readonly string[])[],
  row: Row,
  shown: readonly TableColumn[],
  widths: readonly number[],
  { palette, linker }: Display,
): CellLine[][] {
  return cells.map((lines, index) => {
    const column = shown[index]?.column;
    const width = widths[index] ?? 0;
    if (column?.kind !== 'link') return fitLines(lines, width).map((text) => ({ text, styled: text }));
    const text = truncate(lines.join(' '), width);
    return [{ text, styled: linker.link(palette.link(text), String(row[column.key])) }];
  });
}

/** Cuts a long text after a few lines. Lines that the column's `show` returned are all kept. */
function fitLines(texts: readonly string[], width: number): string[] {
  const lines = texts.flatMap((text) => wrap(text, width));
  if (texts.length > 1 || lines.length <= maxCellLines) return lines;
  const rest = lines.slice(maxCellLines - 1, maxCellLines + 1).join(' ');
  return [...lines.slice(0, maxCellLines - 1), truncate(rest, width)];
}

/** A private-use character, one column wide. */
const placeholder = '\uE000';

/**
 * cli-table3 measures some text differently from terminals and cannot measure links. So it lays out placeholders of the right
 * width, which the texts then replace, line by line from left to right. Lines have no spaces at the end.
 */
function layOut(rows: readonly CellLine[][][], widths: readonly number[], alignments: readonly Alignment[]): string[] {
  const texts = rows.flatMap(inReadingOrder).values();
  const placeholders = new RegExp(`${placeholder}+`, 'g');
  // cli-table3 slows down with many rows, so lay out a hundred at a time.
  return batches(rows, 100).flatMap((batch) =>
    tableOf(batch, widths, alignments)
      .split('\n')
      .map((line) => line.trimEnd().replace(placeholders, () => texts.next().value?.styled ?? '')),
  );
}

function tableOf(rows: readonly CellLine[][][], widths: readonly number[], alignments: readonly Alignment[]): string {
  const table = new Table({
    chars: { ...noBorders, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: [...alignments],
  });
  for (const cells of rows) {
    table.push(cells.map((lines) => lines.map(({ text }) => placeholder.repeat(textWidth(text))).join('\n')));
  }
  return table.toString();
}

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function inReadingOrder(cells: readonly CellLine[][]): CellLine[] {
  const height = Math.max(...cells.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, line) => cells.flatMap((cell) => cell[line] ?? []));
  return lines.flat().filter(({ text }) => textWidth(text) > 0);
}

/** A record as labels and values, for a terminal that is too narrow for the table. */
function recordLines(shown: readonly TableColumn[], row: Row, index: number, display: Display): string[] {
  const pairs = shown.map(({ column, header }): Pair => {
    const text = cellLines(column, row).join('; ');
    if (column.kind === 'link') return { label: header, value: String(row[column.key] ?? ''), kind: 'link' };
    return { label: header, value: text, kind: isAddress(text) ? 'link' : 'text' };
  });
  return [...(index === 0 ? [] : ['']), ...pairLines(pairs, display)];
}

function alignmentOf(column: Column): Alignment {
  return column.kind === 'money' || column.kind === 'number' ? 'right' : 'left';
}
