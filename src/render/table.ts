/** A table without borders that fits the terminal. */
import Table from 'cli-table3';
import type { Column, Pair, Row } from '../result.ts';
import { barText } from '../terminal/bars.ts';
import { textWidth, truncate } from '../terminal/width.ts';
import { cellLines, fitColumns, gap, isAddress, wrapAtMost } from './cells.ts';
import { safeText } from './safe-text.ts';
import type { Display, WidthRange } from './cells.ts';
import { pairLines, widestOf } from './pairs.ts';

/** A longer cell is cut. Opening hours fit, even on a narrow terminal. */
const maxCellLines = 8;
const narrowestText = 8;
const narrowestLink = 16;
/** How short the columns get that are cut first, before others are cut. */
const shortText = 12;

const borders =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const noBorders = Object.fromEntries(borders.split(' ').map((place) => [place, '']));

interface TableColumn {
  readonly column: Column;
  readonly header: string;
  readonly alignment: 'left' | 'right';
  /** The lines of the cell in each row. */
  readonly cells: readonly (readonly string[])[];
}

type FittedColumn = TableColumn & { readonly width: number };

/** One line of one cell. `text` is measured, `styled` is printed. */
type CellLine = Readonly<Record<'text' | 'styled', string>>;

export function* tableLines(columns: readonly Column[], rows: readonly Row[], display: Display): Generator<string> {
  // A single bar would be next to nothing.
  const hasBars = display.bars && rows.length > 1;
  const all = columns.flatMap((column): TableColumn[] => {
    if (column.header === undefined || (column.kind === 'bar' && !hasBars)) return [];
    if (column.kind === 'bar')
      return [{ column, header: column.header, alignment: 'left', cells: barCells(column, rows) }];
    const alignment = column.kind === 'money' || column.kind === 'number' ? 'right' : 'left';
    return [{ column, header: safeText(column.header), alignment, cells: rows.map((row) => cellLines(column, row)) }];
  });
  const shown = withRoom(all, display);
  const ranges = shown.map((column) => rangeOf(column, display));
  const widths = fitColumns(ranges, display.width - gap.length * (shown.length - 1));
  if (widths === undefined) {
    for (const [index, row] of rows.entries()) yield* recordLines(shown, row, index, display);
    return;
  }
  const fitted = shown.map((column, index) => ({ ...column, width: widths[index] ?? 0 }));
  const header = fitted.map(({ header, width }): CellLine[] => {
    const text = truncate(header, width);
    return [{ text, styled: display.palette.header(text) }];
  });
  const layOut = createLayout(fitted);
  yield* layOut(header);
  for (const [index, row] of rows.entries()) {
    yield* layOut(fitted.map((column) => fitCell(column, row, index, display)));
  }
}

/** Without the optional columns if not all columns fit at their natural width. */
function withRoom(columns: readonly TableColumn[], display: Display): readonly TableColumn[] {
  const needed = columns.reduce((sum, one) => {
    const { natural, least } = rangeOf(one, display);
    return sum + gap.length + (one.column.optional === true ? least : natural);
  }, -gap.length);
  return needed <= display.width ? columns : columns.filter(({ column }) => column.optional !== true);
}

/** A bar for each row; the largest amount has the longest. */
function barCells({ key }: Column, rows: readonly Row[]): string[][] {
  const amounts = rows.map((row) => Number(row[key] ?? 0));
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  return amounts.map((amount) => [barText(amount / largest)]);
}

function rangeOf({ column, header, alignment, cells }: TableColumn, { linker }: Display): WidthRange {
  const headerWidth = textWidth(header);
  const widest = (widthOf: (line: string) => number): number =>
    cells.reduce((most, lines) => lines.reduce((wide, line) => Math.max(wide, widthOf(line)), most), 0);
  const natural = Math.max(headerWidth, widest(textWidth));
  if (column.kind === 'link' && linker.clickable) {
    // The text may be cut, because the link opens the whole address.
    return { natural, least: Math.min(natural, narrowestLink), shrinksFirst: true };
  }
  if (column.kind === 'link' || column.kind === 'bar' || alignment === 'right') return { natural, least: natural };
  if (column.cut !== undefined) {
    const widestWord = column.cut === 'early' ? Math.min(natural, shortText) : natural;
    return { natural, least: Math.min(natural, Math.max(headerWidth, narrowestText)), widestWord };
  }
  const least = Math.max(
    headerWidth,
    narrowestText,
    widest((line) => (isAddress(line) ? textWidth(line) : 0)),
  );
  return { natural, least: Math.min(natural, least), widestWord: widest((line) => widestOf(line.split(' '))) };
}

/** Cuts a long text after a few lines. Lines that the column's `show` returned are all kept. */
function fitCell(
  { column, cells, width }: FittedColumn,
  row: Row,
  index: number,
  { palette, linker }: Display,
): CellLine[] {
  const lines = cells[index] ?? [];
  if (column.kind === 'link') {
    const text = truncate(lines.join(' '), width);
    return [{ text, styled: linker.link(palette.link(text), String(row[column.key])) }];
  }
  if (column.kind === 'bar') return lines.map((text) => ({ text, styled: palette.accent(text) }));
  if (column.cut !== undefined) return [truncate(lines.join('; '), width)].map((text) => ({ text, styled: text }));
  const most = lines.length === 1 ? maxCellLines : Infinity;
  return lines.flatMap((line) => wrapAtMost(line, width, most)).map((text) => ({ text, styled: text }));
}

/** A private-use character, one column wide. */
const placeholder = '\uE000';

/**
 * cli-table3 measures some text differently from terminals, cannot measure links and takes long for many rows. So it lays out one
 * row of placeholders, and each line of the table has its texts in their places.
 */
function createLayout(columns: readonly FittedColumn[]): (cells: readonly CellLine[][]) => string[] {
  const table = new Table({
    chars: { ...noBorders, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: columns.map(({ width }) => width),
  });
  table.push(columns.map(({ width }) => placeholder.repeat(width)));
  const between = table.toString().split(new RegExp(`${placeholder}+`));
  return (cells) => {
    const height = Math.max(1, ...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, index) => {
      // Without spaces at the end: they wait for a text to the right of them.
      let [line, spaces] = ['', ''];
      for (const [place, { width, alignment }] of columns.entries()) {
        const { text = '', styled = '' } = cells[place]?.[index] ?? {};
        const taken = textWidth(text);
        const free = ' '.repeat(Math.max(0, width - taken));
        spaces += between[place] ?? '';
        if (taken === 0) spaces += free;
        else if (alignment === 'right') [line, spaces] = [line + spaces + free + styled, ''];
        else [line, spaces] = [line + spaces + styled, free];
      }
      return line;
    });
  };
}

/** A record as labels and values, for a terminal that is too narrow for the table. */
function recordLines(shown: readonly TableColumn[], row: Row, index: number, display: Display): string[] {
  const labelled = shown.filter(({ column }) => column.kind !== 'bar');
  const pairs = labelled.map(({ column, header, cells }): Pair => {
    const text = (cells[index] ?? []).join('; ');
    if (column.kind === 'link') return { label: header, value: String(row[column.key] ?? ''), kind: 'link' };
    return { label: header, value: text, kind: isAddress(text) ? 'link' : 'text' };
  });
  return [...(index === 0 ? [] : ['']), ...pairLines(pairs, display)];
}
