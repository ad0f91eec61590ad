/** Labels and values side by side. Addresses are never cut or broken. */
import type { Pair } from '../result.ts';
import { escapeText, safeText } from '../terminal/escape.ts';
import { isCopied, textWidth, truncate, widestOf, wrap } from '../terminal/width.ts';
import { gap, type Display } from './cells.ts';

const narrowestLabel = 8;
const narrowestValue = 20;

interface PairLine {
  readonly pair: Pair;
  readonly label: string;
  readonly value: string;
}

export function pairLines(pairs: readonly Pair[], display: Display): string[] {
  const lines = pairs.map((pair) => ({ pair, label: safeText(pair.label), value: valueText(pair) }));
  const widest = widestOf(lines.map(({ label }) => label));
  const room = display.width - gap.length - narrowestValue;
  // Labels that are short anyway keep the two columns.
  if (room < Math.min(narrowestLabel, widest)) return lines.flatMap((line) => stackedLines(line, display));
  return lines.flatMap((line) => sideBySide(line, Math.min(widest, room), display));
}

function sideBySide({ pair, label, value }: PairLine, labelWidth: number, display: Display): string[] {
  const cut = truncate(label, labelWidth);
  const styled = paintLabel(cut, pair, display);
  if (value === '') return [styled];
  const room = display.width - labelWidth - gap.length;
  if (pair.kind === 'link' && textWidth(value) > room) return [styled, paintValue(value, pair, display)];
  const first = styled + ' '.repeat(labelWidth - textWidth(cut));
  return wrap(value, room, isCopied).map(
    (text, index) => (index === 0 ? first : ' '.repeat(labelWidth)) + gap + paintValue(text, pair, display),
  );
}

/** For terminals too narrow for two columns. */
function stackedLines({ pair, label, value }: PairLine, display: Display): string[] {
  const indent = display.width > 2 * gap.length ? gap : '';
  const below =
    pair.kind === 'link' ? [value] : wrap(value, display.width - indent.length, isCopied).map((text) => indent + text);
  const lines = value === '' ? [] : below.map((text) => paintValue(text, pair, display));
  return [paintLabel(truncate(label, display.width), pair, display), ...lines];
}

/** Prints an address whole, even a very long one. */
function valueText({ value, kind }: Pair): string {
  return kind === 'link' ? escapeText(value) : safeText(value);
}

function paintLabel(text: string, { style = 'dim' }: Pair, { palette }: Display): string {
  return palette.paint(style, text);
}

function paintValue(text: string, pair: Pair, { palette, linker }: Display): string {
  return pair.kind === 'link' ? linker.link(palette.accent(text), pair.value) : palette.paint(pair.style, text);
}
