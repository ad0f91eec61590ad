/** How wide the columns of a table are, and how narrow they may become. */
import type { Column, Row } from '../result.ts';
import { barText } from '../terminal/bars.ts';
import { safeText } from '../terminal/escape.ts';
import { textWidth, truncateMiddle, widestOf } from '../terminal/width.ts';
import { cellLines, isAddress } from './cells.ts';

/** A wrapped text is at least this wide, even if all its words are longer than `maxWordWidth`. */
const minTextWidth = 8;
const maxWordWidth = 30;

export interface TableColumn {
  readonly column: Column;
  readonly header: string;
  readonly alignment: 'left' | 'right';
  /** The lines of the cell in each row. */
  readonly cells: readonly (readonly string[])[];
  /** The width of the widest cell or the header. */
  readonly fullWidth: number;
  /** Equals `fullWidth` for what must not be cut: amounts and addresses. */
  readonly minWidth: number;
}

export function measureColumn(column: Column, rows: readonly Row[]): TableColumn {
  const { kind = 'text', header: text = '' } = column;
  const cells = kind === 'bar' ? barCells(column, rows) : rows.map((row) => cellLines(column, row));
  const alignment = kind === 'money' || kind === 'number' ? 'right' : 'left';
  const header = safeText(text);
  const fullWidth = Math.max(textWidth(header), widestOf(cells.flat()));
  const minWidth =
    kind === 'text'
      ? Math.min(fullWidth, Math.max(textWidth(header), minWidthOf(column, cells)))
      : fullWidth;
  return { column, header, alignment, cells, fullWidth, minWidth };
}

function minWidthOf({ cutTo, distinguishing }: Column, cells: TableColumn['cells']): number {
  if (cutTo === undefined) return Math.max(minTextWidth, ...cells.flat().map(unbreakableWidth));
  return distinguishing ? minDistinctWidth(cells.map(oneLine), cutTo) : cutTo;
}

/** A cell as one line, for columns that are cut and for labels with values. */
export function oneLine(lines: readonly string[]): string {
  return lines.join('; ');
}

/** The smallest width from `min` on at which different texts still differ when they are cut. */
function minDistinctWidth(texts: readonly string[], min: number): number {
  const different = [...new Set(texts)];
  let low = min;
  let high = Math.max(min, widestOf(different));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const areApart =
      new Set(different.map((text) => truncateMiddle(text, middle))).size === different.length;
    if (areApart) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The width of the longest word that is never broken: of at most `maxWordWidth`, or an address. */
function unbreakableWidth(line: string): number {
  return widestOf(
    line.split(' ').filter((word) => isAddress(line) || textWidth(word) <= maxWordWidth),
  );
}

function barCells({ key }: Column, rows: readonly Row[]): string[][] {
  const amounts = rows.map((row) => Number(row[key] ?? 0));
  const largest = amounts.reduce((max, amount) => Math.max(max, amount), 0);
  return amounts.map((amount) => [barText(amount / largest)]);
}
