/** A table without borders that fits the terminal. */
import Table from 'cli-table3';
import type { Pair, Row, TableView } from '../result.ts';
import { safeText } from '../terminal/escape.ts';
import { pad, truncate, wrap } from '../terminal/width.ts';
import { gap, isAddress, textLines, type Display } from './cells.ts';
import { fitColumns, type FittedColumn, type FittedColumns, type TableColumn } from './columns.ts';
import { pairLines } from './pairs.ts';

/** Nobody reads more on a screen. */
const mostRows = 1000;

const borders =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const noBorders = Object.fromEntries(borders.split(' ').map((place) => [place, '']));

/** The table, and below it what it does not show. */
export function tableLines(whole: TableView, display: Display): string[] {
  const table = { ...whole, rows: whole.rows.slice(0, mostRows) };
  const fitted = fitColumns(table, display);
  const { dropped } = fitted;
  const all = whole.rows.length;
  const notes = [
    ...(table.note === undefined ? [] : [table.note]),
    ...(all > mostRows ? [`The first ${mostRows} of ${all} rows: --format csv prints all.`] : []),
    ...(dropped.length === 0 ? [] : [`No room for: ${dropped.join(', ').toLowerCase()}.`]),
  ];
  const below = notes.flatMap((note) => textLines(safeText(note), 'dim', display));
  return [...rowLines(fitted, table, display), ...(below.length === 0 ? [] : ['', ...below])];
}

function rowLines({ columns, widths }: FittedColumns, { rows, section }: TableView, display: Display): string[] {
  const titleAt = (index: number): string[] =>
    section?.at === index ? ['', ...textLines(safeText(section.title), 'heading', display)] : [];
  if (widths === undefined)
    return rows.flatMap((row, index) => [...titleAt(index), ...recordLines(columns, row, index, display)]);
  const fitted = columns.map((column, place) => ({ ...column, width: widths[place] ?? 0 }));
  const layOut = createLayout(fitted, rows.length <= maxDrawnRows);
  const { paint } = display.palette;
  const header = fitted.map((one) => [inPlace(one, truncate(one.header, one.width), (text) => paint('dim', text))]);
  const lines = rows.flatMap((row, index) => [
    ...titleAt(index),
    ...layOut(fitted.map((one) => cellOf(one, row, index, display))),
  ]);
  return [...layOut(header), ...lines];
}

/** The lines of a cell, as wide as its column. */
function cellOf(fitted: FittedColumn, row: Row, index: number, { palette }: Display): string[] {
  const { column, cells, width } = fitted;
  const { kind, flexible, style } = column;
  const whole = cells[index] ?? [];
  const isWhole = kind === 'link' || kind === 'bar';
  const cut = (): string[] => [truncate(whole.join('; '), width)];
  const lines = isWhole ? whole : flexible === undefined ? whole.flatMap((line) => wrap(line, width)) : cut();
  return lines.map((line) =>
    inPlace(fitted, line, (text) => (isWhole ? palette.accent(text) : palette.paint(style?.(row), text))),
  );
}

/** Pads the text before it is painted. */
function inPlace({ width, alignment }: FittedColumn, text: string, paint: (text: string) => string): string {
  const padded = pad(text, width, alignment === 'right' ? 'left' : 'right');
  return text === '' ? padded : padded.replace(text, () => paint(text));
}

/** Each takes cli-table3 about a millisecond. */
const maxDrawnRows = 50;

/** What cli-table3 measures as terminals do: no wide characters, and no links. */
// eslint-disable-next-line no-control-regex
const isDrawable = (line: string): boolean => /^(?:[ -~]|[\u00A0-\u02FF\u2010-\u2027]|\u001B\[\d*m)*$/.test(line);

/** Each row is a table of cli-table3, which joins its cells. A row that it would measure differently is joined here. */
function createLayout(columns: readonly FittedColumn[], mayDraw: boolean): (cells: readonly string[][]) => string[] {
  const options = {
    chars: { ...noBorders, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: columns.map(({ width }) => width),
  };
  return (cells) => {
    const height = Math.max(1, ...cells.map((lines) => lines.length));
    const filled = columns.map(({ width }, place) =>
      Array.from({ length: height }, (_, line) => cells[place]?.[line] ?? ' '.repeat(width)),
    );
    if (mayDraw && filled.flat().every(isDrawable)) {
      const table = new Table(options);
      table.push(filled.map((lines) => lines.join('\n')));
      return table
        .toString()
        .split('\n')
        .map((line) => line.trimEnd());
    }
    return Array.from({ length: height }, (_, line) =>
      filled
        .map((lines) => lines[line])
        .join(gap)
        .trimEnd(),
    );
  };
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
