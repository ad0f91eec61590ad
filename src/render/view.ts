/** What a terminal shows: blocks from top to bottom, and grids of amounts. */
import type { Block, GridView, GridViewCell } from '../result.ts';
import { escapeText } from '../terminal/escape.ts';
import { showMoney } from '../terminal/format.ts';
import { pad, truncate, wrap } from '../terminal/width.ts';
import { gap, safeText, type Display } from './cells.ts';
import { pairLines, widestOf } from './pairs.ts';
import { tableLines } from './table.ts';

/** A grid breaks longer words in its headers, so that they do not widen its columns. */
const maxWordWidth = 14;
const maxHeaderLines = 4;

export function* renderView(view: readonly Block[], display: Display): Generator<string> {
  for (const [index, block] of view.entries()) {
    const before = view[index - 1];
    if (before !== undefined && (standsApart(before) || standsApart(block))) yield '\n';
    if (block.kind === 'raw') yield block.text;
    else yield [...linesOf(block, display), ''].join('\n');
  }
}

function linesOf(block: Exclude<Block, { kind: 'raw' }>, display: Display): string[] {
  switch (block.kind) {
    case 'text':
      return wrap(safeText(block.text), display.width).map((line) => display.palette.paint(block.style, line));
    case 'link':
      return [display.linker.link(display.palette.link(escapeText(block.url)), block.url)];
    case 'table':
      return tableLines(block.columns, block.rows, display);
    case 'grid':
      return gridLines(block.grid, display);
    case 'pairs':
      return pairLines(block.pairs, display);
  }
}

/** An empty line separates tables, pairs and grids from their neighbours. */
function standsApart({ kind }: Block): boolean {
  return kind === 'table' || kind === 'pairs' || kind === 'grid';
}

/** Every column is as wide as the widest. Columns that do not fit continue in a further panel below. */
function gridLines({ corner, columns, rows }: GridView, display: Display): string[] {
  const headers = columns.map(safeText);
  const texts = rows.map(({ cells }) => cells.map(gridText));
  const labels = rows.map(({ label }) => safeText(label));
  const label = Math.min(widestOf([safeText(corner), ...labels]), Math.max(1, display.width - 1));
  const words = headers.flatMap((header) => header.split(' '));
  const cell = Math.max(widestOf(texts.flat()), Math.min(maxWordWidth, widestOf(words)));
  const each = Math.max(1, Math.floor((display.width - label) / (gap.length + cell)));
  const starts = Array.from({ length: Math.ceil(headers.length / each) }, (_, panel) => panel * each);
  return starts.flatMap((start, panel) => {
    const end = start + each;
    const header = headerLines(headers.slice(start, end), safeText(corner), { label, cell }, display);
    const body = rows.map(({ cells }, row) => {
      const painted = cells
        .slice(start, end)
        .map((one, index) => paintShade(one, pad(texts[row]?.[start + index] ?? '', cell, 'left'), display));
      return [pad(truncate(labels[row] ?? '', label), label, 'right'), ...painted].join(gap).trimEnd();
    });
    return [...(panel === 0 ? [] : ['']), ...header, ...body];
  });
}

function headerLines(
  headers: readonly string[],
  corner: string,
  width: { readonly label: number; readonly cell: number },
  display: Display,
): string[] {
  const wrapped = headers.map((header) => {
    const lines = wrap(header, width.cell);
    return lines.length <= maxHeaderLines
      ? lines
      : [...lines.slice(0, maxHeaderLines - 1), truncate(lines.slice(maxHeaderLines - 1).join(' '), width.cell)];
  });
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const isLast = line === height - 1;
    const cells = wrapped.map((lines) => pad(lines[line - (height - lines.length)] ?? '', width.cell, 'left'));
    const first = pad(isLast ? truncate(corner, width.label) : '', width.label, 'right');
    return display.palette.header([first, ...cells].join(gap).trimEnd());
  });
}

function gridText({ amount, sign }: GridViewCell): string {
  return escapeText(`${amount === undefined ? '' : showMoney(String(amount))}${sign}`);
}

function paintShade({ amount, shade }: GridViewCell, text: string, { palette }: Display): string {
  return amount === undefined || palette.level === 0 ? text : palette.shade(shade, text);
}
