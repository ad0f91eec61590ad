/** A table without borders, no line of it wider than the terminal. */
import type { Column, Row } from '../result.ts';
import { textWidth, truncate, wrap } from '../terminal/width.ts';
import { cellText, shownText } from './cells.ts';
import { fitColumns, type Demand } from './fit.ts';
import { pairLines } from './pairs.ts';
import type { Look } from './view.ts';

const gap = '  ';
/** Lines of one cell before it is cut. */
const tallest = 4;
const narrowestText = 8;
const narrowestLink = 16;

interface TableColumn {
  readonly column: Column;
  readonly header: string;
}

export function tableLines(columns: readonly Column[], rows: readonly Row[], look: Look): string[] {
  const shown = columns.flatMap((column): TableColumn[] =>
    column.header === undefined ? [] : [{ column, header: shownText(column.header) }],
  );
  const texts = rows.map((row) => shown.map(({ column }) => cellText(column, row)));
  const demands = shown.map((column, index) => demandOf(column, texts, index, look));
  const widths = fitColumns(demands, look.columns - gap.length * (shown.length - 1));
  if (widths === undefined) return rows.flatMap((row, index) => recordLines(shown, row, index, look));
  const header = shown.map(({ header, column }, index): Piece => {
    const text = truncate(header, widths[index] ?? 0);
    return { text, styled: look.palette.header(text), side: sideOf(column) };
  });
  return [
    lineOf(header, widths),
    ...texts.flatMap((cells, index) => rowLines(cells, rows[index] ?? {}, shown, widths, look)),
  ];
}

function demandOf({ column, header }: TableColumn, texts: readonly string[][], index: number, look: Look): Demand {
  const wide = textWidth(header);
  const natural = texts.reduce((widest, cells) => Math.max(widest, textWidth(cells[index] ?? '')), wide);
  if (column.kind === 'link') {
    // The text of a link that can be clicked is only a sign of it.
    return look.linker.clickable
      ? { natural, least: Math.min(natural, narrowestLink), first: true }
      : { natural, least: natural };
  }
  return { natural, least: sideOf(column) === 'left' ? natural : Math.min(natural, Math.max(wide, narrowestText)) };
}

interface Piece {
  readonly text: string;
  readonly styled: string;
  readonly side: 'left' | 'right';
}

function rowLines(
  cells: readonly string[],
  row: Row,
  shown: readonly TableColumn[],
  widths: readonly number[],
  look: Look,
): string[] {
  const columns = cells.map((text, index) => cellLines(text, shown[index]?.column, widths[index] ?? 0));
  const height = Math.max(1, ...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    lineOf(
      columns.map((lines, index): Piece => {
        const column = shown[index]?.column;
        const text = lines[line] ?? '';
        const styled =
          column?.kind === 'link' ? look.linker.link(look.palette.link(text), String(row[column.key])) : text;
        return { text, styled, side: sideOf(column) };
      }),
      widths,
    ),
  );
}

function cellLines(text: string, column: Column | undefined, width: number): string[] {
  if (column?.kind === 'link') return [truncate(text, width)];
  const lines = wrap(text, width);
  if (lines.length <= tallest) return lines;
  const rest = lines.slice(tallest - 1, tallest + 1).join(' ');
  return [...lines.slice(0, tallest - 1), truncate(rest, width)];
}

/** Padding comes from the unstyled text; nothing is padded after the last text of a line. */
function lineOf(pieces: readonly Piece[], widths: readonly number[]): string {
  const last = pieces.findLastIndex(({ text }) => text.trim() !== '');
  return pieces
    .slice(0, last + 1)
    .map(({ text, styled, side }, index) => {
      const padding = ' '.repeat(Math.max(0, (widths[index] ?? 0) - textWidth(text)));
      if (side === 'left') return padding + styled;
      return index === last ? styled : styled + padding;
    })
    .join(gap);
}

/** One record on lines of its own, where the terminal is too narrow for a table. */
function recordLines(shown: readonly TableColumn[], row: Row, index: number, look: Look): string[] {
  const pairs = shown.map(({ column, header }) => ({
    label: header,
    value: column.kind === 'link' ? String(row[column.key] ?? '') : cellText(column, row),
    kind: column.kind === 'link' ? ('link' as const) : ('text' as const),
  }));
  return [...(index === 0 ? [] : ['']), ...pairLines(pairs, look)];
}

/** Which side the padding is on. */
function sideOf(column: Column | undefined): 'left' | 'right' {
  return column?.kind === 'money' || column?.kind === 'number' ? 'left' : 'right';
}
