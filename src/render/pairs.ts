/** Labels and values side by side. Amounts are aligned; addresses are never cut or broken. */
import type { Pair } from '../result.ts';
import { escapeText, safeText } from '../terminal/escape.ts';
import { isCopied, pad, textWidth, truncate, widestOf, wrap } from '../terminal/width.ts';
import { showMoney } from '../text.ts';
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
  const amount = widestOf(lines.filter(({ pair }) => pair.kind === 'money').map(({ value }) => value));
  const hasText = lines.some(({ pair, value }) => pair.kind !== 'money' && value !== '');
  const widestLabel = widestOf(lines.map(({ label }) => label));
  const room = display.width - gap.length - Math.max(amount, hasText ? narrowestValue : 0);
  // Labels that are short anyway keep the two columns.
  if (room < Math.min(narrowestLabel, widestLabel)) return lines.flatMap((line) => stackedLines(line, display));
  const label = Math.min(widestLabel, room);
  return lines.flatMap((line) => sideBySide(line, { label, amount }, display));
}

function sideBySide(
  { pair, label, value }: PairLine,
  widths: { label: number; amount: number },
  display: Display,
): string[] {
  const cut = truncate(label, widths.label);
  const styled = paintLabel(cut, pair, display);
  if (value === '') return [styled];
  const room = display.width - widths.label - gap.length;
  if (pair.kind === 'link' && textWidth(value) > room) return [styled, paintValue(value, pair, display)];
  const beside = pair.kind === 'money' ? [pad(value, widths.amount, 'left')] : wrap(value, room, isCopied);
  const indent = ' '.repeat(widths.label);
  const first = styled + ' '.repeat(Math.max(0, widths.label - textWidth(cut)));
  return beside.map((text, index) => (index === 0 ? first : indent) + gap + paintValue(text, pair, display));
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
  if (kind === 'link') return escapeText(value);
  return safeText(kind === 'money' ? showMoney(value) : value);
}

function paintLabel(text: string, { style = 'dim' }: Pair, { palette }: Display): string {
  return palette.paint(style, text);
}

function paintValue(text: string, pair: Pair, { palette, linker }: Display): string {
  return pair.kind === 'link' ? linker.link(palette.accent(text), pair.value) : palette.paint(pair.style, text);
}
