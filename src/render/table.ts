/** A table without borders that fits the terminal. */
import Table from 'cli-table3';
import type { Pair, Row, TableView } from '../result.ts';
import { textWidth, truncate, wrapAtMost } from '../terminal/width.ts';
import { gap, isAddress, textLines, type Display } from './cells.ts';
import { fitColumns, type FittedColumn, type FittedColumns, type TableColumn } from './columns.ts';
import { pairLines } from './pairs.ts';

/** Nobody reads more on a screen. */
const mostRows = 1000;
/** A longer cell is cut. Opening hours fit, even on a narrow terminal. */
const maxCellLines = 8;

const borders =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const noBorders = Object.fromEntries(borders.split(' ').map((place) => [place, '']));

/** One line of one cell. `text` is measured, `styled` is printed. */
type CellLine = Readonly<Record<'text' | 'styled', string>>;

/** The table, and below it what it does not show. */
export function* tableLines(whole: TableView, display: Display): Generator<string> {
  const table = { ...whole, rows: whole.rows.slice(0, mostRows) };
  const fitted = fitColumns(table, display);
  const { dropped } = fitted;
  yield* rowLines(fitted, table.rows, display);
  const hidden = dropped.length === 0 ? [] : [`No room for: ${dropped.join(', ').toLowerCase()}.`];
  const all = whole.rows.length;
  const left = all > mostRows ? [`The first ${mostRows} of ${all} rows: --format csv prints all.`] : [];
  const notes = [...(table.note === undefined ? [] : [table.note]), ...left, ...hidden];
  if (notes.length > 0) yield '';
  for (const note of notes) yield* textLines(note, 'dim', display);
}

function* rowLines({ columns, widths }: FittedColumns, rows: readonly Row[], display: Display): Generator<string> {
  if (widths === undefined) {
    for (const [index, row] of rows.entries()) yield* recordLines(columns, row, index, display);
    return;
  }
  const fitted = columns.map((column, index) => ({ ...column, width: widths[index] ?? 0 }));
  const header = fitted.map(({ header, width }): CellLine[] => {
    const text = truncate(header, width);
    return [{ text, styled: display.palette.paint('dim', text) }];
  });
  const layOut = createLayout(fitted);
  yield* layOut(header);
  for (const [index, row] of rows.entries()) {
    yield* layOut(fitted.map((column) => fitCell(column, row, index, display)));
  }
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
    return lines.map((text) => ({ text, styled: linker.link(palette.accent(text), String(row[column.key])) }));
  }
  if (column.kind === 'bar') return lines.map((text) => ({ text, styled: palette.accent(text) }));
  if (column.flexible !== undefined) return [truncate(lines.join('; '), width)].map((text) => ({ text, styled: text }));
  const most = lines.length === 1 ? maxCellLines : Infinity;
  return lines.flatMap((line) => wrapAtMost(line, width, most)).map((text) => ({ text, styled: text }));
}

/** A private-use character, one column wide. */
const placeholder = '\uE000';
const places = new RegExp(`${placeholder}+`, 'g');

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
  const pattern = table.toString();
  return (cells) => {
    const height = Math.max(1, ...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, index) => {
      const texts = columns.map((column, place) => inPlace(column, cells[place]?.[index])).values();
      return pattern.replace(places, () => texts.next().value ?? '').trimEnd();
    });
  };
}

function inPlace({ width, alignment }: FittedColumn, { text, styled }: CellLine = { text: '', styled: '' }): string {
  const free = ' '.repeat(Math.max(0, width - textWidth(text)));
  return alignment === 'right' ? free + styled : styled + free;
}

/** A record as labels and values, for a terminal that is too narrow for the table. */
function recordLines(shown: readonly TableColumn[], row: Row, index: number, display: Display): string[] {
  // Nobody can read out a bar.
  const labelled = shown.filter(({ column }) => column.kind !== 'bar');
  const pairs = labelled.map(({ column, header, cells }): Pair => {
    const text = (cells[index] ?? []).join('; ');
    if (column.kind === 'link') return { label: header, value: String(row[column.key] ?? ''), kind: 'link' };
    return { label: header, value: text, kind: isAddress(text) ? 'link' : 'text' };
  });
  return [...(index === 0 ? [] : ['']), ...pairLines(pairs, display)];
}
