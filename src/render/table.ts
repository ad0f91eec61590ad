/** A table without borders, no line of it wider than the terminal. */
import Table from 'cli-table3';
import type { Column, Row } from '../result.ts';
import { textWidth, truncate, wrap } from '../terminal/width.ts';
import { cellLines, shownText } from './cells.ts';
import { fitColumns, type Demand } from './fit.ts';
import { pairLines } from './pairs.ts';
import type { Look } from './look.ts';

const gap = '  ';
/** Lines of one cell before it is cut: room for opening hours on a narrow terminal, not for an essay. */
const tallest = 8;
const narrowestText = 8;
const narrowestLink = 16;

const noBorders = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left', 'left-mid']
    .concat(['mid', 'mid-mid', 'right', 'right-mid'])
    .map((place) => [place, '']),
);

interface TableColumn {
  readonly column: Column;
  readonly header: string;
}

export function tableLines(columns: readonly Column[], rows: readonly Row[], look: Look): string[] {
  const shown = columns.flatMap((column): TableColumn[] =>
    column.header === undefined ? [] : [{ column, header: shownText(column.header) }],
  );
  const texts = rows.map((row) => shown.map(({ column }) => cellLines(column, row)));
  const demands = shown.map((column, index) => demandOf(column, texts, index, look));
  const widths = fitColumns(demands, look.columns - gap.length * (shown.length - 1));
  if (widths === undefined) return rows.flatMap((row, index) => recordLines(shown, row, index, look));
  const header = shown.map(({ header }, index): Piece[] => {
    const text = truncate(header, widths[index] ?? 0);
    return [{ text, styled: look.palette.header(text) }];
  });
  const body = texts.map((cells, index) => rowOf(cells, rows[index] ?? {}, shown, widths, look));
  return layOut(
    [header, ...body],
    widths,
    shown.map(({ column }) => sideOf(column)),
  );
}

function demandOf({ column, header }: TableColumn, texts: readonly string[][][], index: number, look: Look): Demand {
  const wide = textWidth(header);
  const natural = texts.reduce((widest, cells) => Math.max(widest, ...(cells[index] ?? []).map(textWidth)), wide);
  if (column.kind === 'link') {
    // The text of a link that can be clicked is only a sign of it.
    return look.linker.clickable
      ? { natural, least: Math.min(natural, narrowestLink), first: true }
      : { natural, least: natural };
  }
  return { natural, least: sideOf(column) === 'right' ? natural : Math.min(natural, Math.max(wide, narrowestText)) };
}

/** One line of one cell, as it is measured and as it is printed. */
interface Piece {
  readonly text: string;
  readonly styled: string;
}

/** For each column its lines. */
function rowOf(
  cells: readonly (readonly string[])[],
  row: Row,
  shown: readonly TableColumn[],
  widths: readonly number[],
  { palette, linker }: Look,
): Piece[][] {
  return cells.map((lines, index) => {
    const column = shown[index]?.column;
    const width = widths[index] ?? 0;
    if (column?.kind !== 'link') return fitLines(lines, width).map((text) => ({ text, styled: text }));
    const text = truncate(lines.join(' '), width);
    return [{ text, styled: linker.link(palette.link(text), String(row[column.key])) }];
  });
}

/** A long text is cut after a few lines; lines that the column made itself are all there. */
function fitLines(texts: readonly string[], width: number): string[] {
  const lines = texts.flatMap((text) => wrap(text, width));
  if (texts.length > 1 || lines.length <= tallest) return lines;
  const rest = lines.slice(tallest - 1, tallest + 1).join(' ');
  return [...lines.slice(0, tallest - 1), truncate(rest, width)];
}

const standIn = '\uE000';

/**
 * cli-table3 measures text by older tables than terminals do, and knows no links: it lays out stand-ins of the right width, and
 * the texts take their places, line by line, left to right. Nothing is padded after the last text of a line.
 */
function layOut(rows: readonly Piece[][][], widths: readonly number[], sides: readonly ('left' | 'right')[]): string[] {
  const pieces = rows.flatMap(inReadingOrder).values();
  const places = new RegExp(`${standIn}+`, 'g');
  // Its time grows faster than its rows do.
  return batches(rows, 100).flatMap((batch) =>
    tableOf(batch, widths, sides)
      .split('\n')
      .map((line) => line.trimEnd().replace(places, () => pieces.next().value?.styled ?? '')),
  );
}

function tableOf(rows: readonly Piece[][][], widths: readonly number[], sides: readonly ('left' | 'right')[]): string {
  const table = new Table({
    chars: { ...noBorders, middle: gap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: [...sides],
  });
  for (const cells of rows) {
    table.push(cells.map((lines) => lines.map(({ text }) => standIn.repeat(textWidth(text))).join('\n')));
  }
  return table.toString();
}

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function inReadingOrder(cells: readonly Piece[][]): Piece[] {
  const height = Math.max(...cells.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, line) => cells.flatMap((pieces) => pieces[line] ?? []));
  return lines.flat().filter(({ text }) => textWidth(text) > 0);
}

/** One record on lines of its own, where the terminal is too narrow for a table. */
function recordLines(shown: readonly TableColumn[], row: Row, index: number, look: Look): string[] {
  const pairs = shown.map(({ column, header }) => ({
    label: header,
    value: column.kind === 'link' ? String(row[column.key] ?? '') : cellLines(column, row).join('; '),
    kind: column.kind === 'link' ? ('link' as const) : ('text' as const),
  }));
  return [...(index === 0 ? [] : ['']), ...pairLines(pairs, look)];
}

function sideOf(column: Column): 'left' | 'right' {
  return column.kind === 'money' || column.kind === 'number' ? 'right' : 'left';
}
