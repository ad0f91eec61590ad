/** What a terminal shows: blocks from top to bottom, and grids of amounts. */
import type { Block, GridView, GridViewCell } from '../result.ts';
import { escapeText, safeText } from '../terminal/escape.ts';
import { pad, truncate, widestOf, wrapAtMost } from '../terminal/width.ts';
import { showMoney } from '../text.ts';
import { gap, textLines, type Display } from './cells.ts';
import { pairLines } from './pairs.ts';
import { qrLines } from './qr.ts';
import { receiptLines } from '../terminal/receipt-lines.ts';
import { tableLines } from './table.ts';
import { weekLines } from './week.ts';

/** A grid breaks longer words in its headers, so that they do not widen its columns. */
const maxWordWidth = 14;
const maxHeaderLines = 4;

export function renderView(view: readonly Block[], display: Display): string {
  return view
    .map((block, index) => {
      const before = view[index - 1];
      const distance = before !== undefined && (standsApart(before) || standsApart(block)) ? '\n' : '';
      return distance + (block.kind === 'raw' ? block.text : textOf(linesOf(block, display)));
    })
    .join('');
}

function textOf(lines: Iterable<string>): string {
  return [...lines].map((line) => `${line}\n`).join('');
}

function linesOf(block: Exclude<Block, { kind: 'raw' }>, display: Display): Iterable<string> {
  switch (block.kind) {
    case 'text':
      return textLines(block.text, block.style, display).map((line) =>
        block.link === undefined ? line : display.linker.link(line, block.link),
      );
    case 'link':
      return [display.linker.link(display.palette.accent(escapeText(block.url)), block.url)];
    case 'qr':
      return qrLines(block.modules, display);
    case 'table':
      return tableLines(block, display);
    case 'week':
      return weekLines(block.week, display);
    case 'grid':
      return gridLines(block.grid, display);
    case 'receipt':
      return receiptLines(block.receipt, display);
    case 'pairs':
      return pairLines(block.pairs, display);
  }
}

/** An empty line separates tables, pairs, grids, receipts and codes from their neighbours. */
function standsApart({ kind }: Block): boolean {
  return kind === 'table' || kind === 'pairs' || kind === 'grid' || kind === 'receipt' || kind === 'qr';
}

/** Every column is as wide as the widest. Columns that do not fit continue in a further panel below. */
function gridLines(grid: GridView, display: Display): string[] {
  const headers = grid.columns.map(safeText);
  const corner = safeText(grid.corner);
  const rows = grid.rows.map(({ label, cells }) => {
    return { label: safeText(label), cells: cells.map((cell) => ({ ...cell, text: gridText(cell) })) };
  });
  const label = Math.min(widestOf([corner, ...rows.map((row) => row.label)]), Math.max(1, display.width - 1));
  const words = headers.flatMap((header) => header.split(' '));
  const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text));
  const cell = Math.max(widestOf(texts), Math.min(maxWordWidth, widestOf(words)));
  const each = Math.max(1, Math.floor((display.width - label) / (gap.length + cell)));
  const line = (first: string, cells: readonly string[]): string =>
    [pad(truncate(first, label), label, 'right'), ...cells].join(gap).trimEnd();
  const starts = Array.from({ length: Math.ceil(headers.length / each) }, (_, panel) => panel * each);
  const panels = starts.flatMap((start) => {
    const header = headerLines(headers.slice(start, start + each), cell).map((cells, index, { length }) =>
      display.palette.paint('dim', line(index === length - 1 ? corner : '', cells)),
    );
    const body = rows.map(({ label, cells }) => {
      const shown = cells.slice(start, start + each);
      const painted = shown.map((one) => paintShade(one, pad(one.text, cell, 'left'), display));
      return line(label, painted);
    });
    return [...(start === 0 ? [] : ['']), ...header, ...body];
  });
  return [...shadesLines(grid, display), ...panels];
}

/** `cheapest` … `dearest`, each in its shade. */
function shadesLines({ rows }: GridView, { palette: { level, shades } }: Display): string[] {
  const isShaded = rows.some(({ cells }) => cells.some(({ shade }) => shade > 0));
  if (level === 0 || !isShaded) return [];
  const words: Readonly<Record<number, string>> = {
    0: ' cheapest ',
    [(shades.length - 1) / 2]: ' middle ',
    [shades.length - 1]: ' dearest ',
  };
  return [`${shades.map((paint, place) => paint(words[place] ?? '  ')).join('')} of its column`];
}

/** The header as lines of cells, each header on the last lines of its column. */
function headerLines(headers: readonly string[], width: number): string[][] {
  const wrapped = headers.map((header) => wrapAtMost(header, width, maxHeaderLines));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped.map((lines) => pad(lines.at(line - height) ?? '', width, 'left')),
  );
}

function gridText({ amount, sign }: GridViewCell): string {
  return escapeText(`${amount === undefined ? '' : showMoney(String(amount))}${sign}`);
}

function paintShade({ amount, shade }: GridViewCell, text: string, { palette: { level, shades } }: Display): string {
  const paint = shades[Math.min(shades.length - 1, Math.floor(shade * shades.length))];
  return amount === undefined || level === 0 || paint === undefined ? text : paint(text);
}
