/** The text of cells, escaped but not painted. */
import type { Column, Row, Style } from '../result.ts';
import type { Palette } from '../terminal/colour.ts';
import { safeText } from '../terminal/escape.ts';
import { wrap } from '../terminal/width.ts';
import { groupDigits } from '../base/money.ts';
import { jsonText } from './json.ts';

/** The terminal that a view is laid out for. */
export interface Display {
  /** In columns, at least 1. */
  readonly width: number;
  readonly palette: Palette;
  /** For screen readers. */
  readonly accessible: boolean;
  /** Whether bars can be drawn and seen. */
  readonly bars: boolean;
}

/** Between two columns. */
export const gap = '  ';

/** One line, unless the column's `show` returns several. */
export function cellLines({ key, kind, show }: Column, row: Row): string[] {
  const value = show === undefined ? row[key] : show(row);
  return show !== undefined && Array.isArray(value)
    ? value.map((line) => cellText(line, kind))
    : [cellText(value, kind)];
}

function cellText(value: unknown, kind: Column['kind']): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? jsonText(value) : String(value);
  return safeText(kind === 'money' ? groupDigits(text) : text);
}

/** Addresses must stay in one piece. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}

/** Wraps escaped text. Addresses and flags stay whole. */
export function textLines(
  text: string,
  style: Style | undefined,
  { width, palette }: Display,
): string[] {
  return wrap(text, width).map((line) => palette.paint(style, line));
}
