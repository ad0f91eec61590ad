/** Names and amounts side by side, as choices and as lines between questions. */
import { formatMoney } from '../../planner/money.ts';
import { escapeText } from '../../terminal/escape.ts';
import { showMoney } from '../../terminal/format.ts';
import { pad, textWidth, truncate } from '../../terminal/width.ts';

export interface Priced {
  readonly name: string;
  /** NZD. */
  readonly amount: number;
}

/** More than a terminal is wide; measuring letter by letter has its price. */
const longestName = 300;

/** One line each of at most `columns`: amounts right-aligned, names cut where they must be. */
export function pricedLines(items: readonly Priced[], columns: number, unit = ''): string[] {
  // Escaped before it is measured: what is shown in place of a control character is wider.
  const names = items.map(({ name }) => escapeText(name.slice(0, longestName)));
  const amounts = items.map(({ amount }) => showMoney(formatMoney(amount)));
  const amountWidth = Math.max(0, ...amounts.map(textWidth));
  const widest = Math.max(0, ...names.map(textWidth));
  const nameWidth = Math.max(8, Math.min(widest, columns - amountWidth - 2 - textWidth(unit)));
  return names.map((name, i) => {
    const amount = pad(amounts[i] ?? '', amountWidth, 'left');
    return `${pad(truncate(name, nameWidth), nameWidth, 'right')}  ${amount}${unit}`;
  });
}

/** Labels and values side by side. */
export function labelledLines(pairs: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(0, ...pairs.map(([label]) => textWidth(label)));
  return pairs.map(([label, value]) => `  ${pad(label, width, 'right')}  ${value}`);
}
