/** Labels and values side by side. Addresses are never cut or broken. */
import type { Pair } from '../result.ts';
import { escapeText, safeText } from '../terminal/escape.ts';
import { pad, textWidth, truncate, widestOf, wrap } from '../terminal/width.ts';
import { gap, type Display } from './cells.ts';

/** A terminal with less room for values has them below their labels. */
const minValueWidth = 20;

export function pairLines(pairs: readonly Pair[], display: Display): string[] {
  const labelWidth = Math.min(widestOf(pairs.map(({ label }) => safeText(label))), display.width);
  return pairs.flatMap((pair) => linesOf(pair, labelWidth, display));
}

function linesOf(pair: Pair, labelWidth: number, { width, palette }: Display): string[] {
  const { kind, style } = pair;
  const isLink = kind === 'link';
  const label = truncate(safeText(pair.label), labelWidth);
  // Addresses are never cut.
  const value = isLink ? escapeText(pair.value) : safeText(pair.value);
  const paint = (text: string): string =>
    isLink ? palette.accent(text) : palette.paint(style, text);
  const styled = palette.paint(style ?? 'dim', label);
  if (value === '') return [styled];
  const room = width - labelWidth - gap.length;
  if (room < minValueWidth || (isLink && textWidth(value) > room)) {
    return [styled, ...(isLink ? [value] : wrap(value, width)).map(paint)];
  }
  const start = pad(label, labelWidth, 'right').replace(label, () => styled);
  return wrap(value, room).map(
    (text, line) => (line === 0 ? start : ' '.repeat(labelWidth)) + gap + paint(text),
  );
}
