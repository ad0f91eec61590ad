/** Label and value side by side. Amounts line up; addresses are never cut or broken. */
import type { Pair } from '../result.ts';
import { escapeText } from '../terminal/escape.ts';
import { pad, textWidth, truncate, wrap } from '../terminal/width.ts';
import { showMoney } from '../terminal/format.ts';
import { shownText } from './cells.ts';
import type { Look } from './look.ts';

const gap = '  ';
const narrowestLabel = 8;
const narrowestValue = 20;

interface Line {
  readonly pair: Pair;
  readonly label: string;
  readonly value: string;
}

export function pairLines(pairs: readonly Pair[], look: Look): string[] {
  const lines = pairs.map((pair) => ({ pair, label: shownText(pair.label), value: valueOf(pair) }));
  const amount = widest(lines.filter(({ pair }) => pair.kind === 'money').map(({ value }) => value));
  const value = Math.max(
    amount,
    lines.some(({ pair, value }) => pair.kind !== 'money' && value !== '') ? narrowestValue : 0,
  );
  const label = Math.min(widest(lines.map(({ label }) => label)), look.columns - gap.length - value);
  // A short label is no reason to give up the two columns.
  if (label < Math.min(narrowestLabel, widest(lines.map(({ label }) => label)))) {
    return lines.flatMap((line) => stackedLines(line, look));
  }
  return lines.flatMap((line) => sideBySide(line, { label, amount }, look));
}

function sideBySide({ pair, label, value }: Line, widths: { label: number; amount: number }, look: Look): string[] {
  const styled = paintLabel(truncate(label, widths.label), pair, look);
  if (value === '') return [styled];
  const room = look.columns - widths.label - gap.length;
  if (pair.kind === 'link' && textWidth(value) > room) return [styled, paintValue(value, pair, look)];
  const beside = pair.kind === 'money' ? [pad(value, widths.amount, 'left')] : wrap(value, room);
  const indent = ' '.repeat(widths.label);
  const first = styled + ' '.repeat(Math.max(0, widths.label - textWidth(truncate(label, widths.label))));
  return beside.map((text, index) => (index === 0 ? first : indent) + gap + paintValue(text, pair, look));
}

/** For terminals too narrow for two columns. */
function stackedLines({ pair, label, value }: Line, look: Look): string[] {
  const indent = look.columns > 2 * gap.length ? gap : '';
  const below = pair.kind === 'link' ? [value] : wrap(value, look.columns - indent.length).map((text) => indent + text);
  const lines = value === '' ? [] : below.map((text) => paintValue(text, pair, look));
  return [paintLabel(truncate(label, look.columns), pair, look), ...lines];
}

/** An address is printed whole, however long it is. */
function valueOf({ value, kind }: Pair): string {
  if (kind === 'link') return escapeText(value);
  return shownText(kind === 'money' ? showMoney(value) : value);
}

function paintLabel(text: string, { style }: Pair, { palette }: Look): string {
  return style === undefined ? palette.label(text) : palette.paint(style, text);
}

function paintValue(text: string, pair: Pair, { palette, linker }: Look): string {
  return pair.kind === 'link' ? linker.link(palette.link(text), pair.value) : palette.paint(pair.style, text);
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}
