/** Amounts by two things: a calendar of totals. Every column is as wide as the widest; what does not fit goes on below. */
import type { GridView, GridViewCell } from '../result.ts';
import { escapeText } from '../terminal/escape.ts';
import { showMoney } from '../terminal/format.ts';
import { pad, textWidth, truncate, wrap } from '../terminal/width.ts';
import { shownText } from './cells.ts';
import type { Look } from './look.ts';

const gap = '  ';
/** A header is broken into lines before it makes its column wider than this. */
const widestWord = 14;
const tallestHeader = 4;

export function gridLines({ corner, columns, rows }: GridView, look: Look): string[] {
  const headers = columns.map((name) => shownText(name));
  const texts = rows.map(({ cells }) => cells.map(cellText));
  const labels = rows.map(({ label }) => shownText(label));
  const label = Math.min(widest([shownText(corner), ...labels]), Math.max(1, look.columns - 1));
  const words = headers.flatMap((header) => header.split(' '));
  const cell = Math.max(widest(texts.flat()), Math.min(widestWord, widest(words)));
  const each = Math.max(1, Math.floor((look.columns - label) / (gap.length + cell)));
  const starts = Array.from({ length: Math.ceil(headers.length / each) }, (_, panel) => panel * each);
  return starts.flatMap((start, panel) => {
    const end = start + each;
    const header = headerLines(headers.slice(start, end), shownText(corner), { label, cell }, look);
    const body = rows.map(({ cells }, row) => {
      const painted = cells
        .slice(start, end)
        .map((one, index) => paint(one, pad(texts[row]?.[start + index] ?? '', cell, 'left'), look));
      return [pad(truncate(labels[row] ?? '', label), label, 'right'), ...painted].join(gap).trimEnd();
    });
    return [...(panel === 0 ? [] : ['']), ...header, ...body];
  });
}

function headerLines(
  headers: readonly string[],
  corner: string,
  width: { readonly label: number; readonly cell: number },
  look: Look,
): string[] {
  const wrapped = headers.map((header) => {
    const lines = wrap(header, width.cell);
    return lines.length <= tallestHeader
      ? lines
      : [...lines.slice(0, tallestHeader - 1), truncate(lines.slice(tallestHeader - 1).join(' '), width.cell)];
  });
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const isLast = line === height - 1;
    const cells = wrapped.map((lines) => pad(lines[line - (height - lines.length)] ?? '', width.cell, 'left'));
    const first = pad(isLast ? truncate(corner, width.label) : '', width.label, 'right');
    return look.palette.header([first, ...cells].join(gap).trimEnd());
  });
}

function cellText({ amount, sign }: GridViewCell): string {
  return escapeText(`${amount === undefined ? '' : showMoney(String(amount))}${sign}`);
}

function paint({ amount, shade }: GridViewCell, text: string, { palette }: Look): string {
  return amount === undefined || palette.level === 0 ? text : palette.shade(shade, text);
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}
