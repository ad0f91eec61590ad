/** Lines of the wizard: names and amounts side by side, and the times of a depot. */
import type { CalendarDate, Depot } from '../../api/types.ts';
import { describeDay, hoursWarning } from '../../planner/hours.ts';
import { labelOf } from '../../planner/labels.ts';
import { formatMoney, type Amount } from '../../planner/money.ts';
import { escapeText } from '../../terminal/escape.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import { pad, textWidth, truncate } from '../../terminal/width.ts';
import { showMoney } from '../../text.ts';

export interface PricedItem {
  readonly name: string;
  /** NZD. */
  readonly amount: Amount;
}

/** Longer than a terminal is wide; measuring text takes time. */
const longestName = 300;

/** One line per item, at most `columns` wide: amounts right-aligned, long names cut. */
export function pricedLines(items: readonly PricedItem[], columns: number, unit = ''): string[] {
  // Escape first, because the text shown for a control character is wider.
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

export interface DepotDay {
  readonly depot: Depot;
  readonly date: CalendarDate;
  /** Every depot of the operator: names may repeat. */
  readonly depots: readonly Depot[];
}

/** Shows the times for the date's category; a warning if the depot lists none for it. */
export function showTimes(prompts: Prompts, purpose: 'pick-up' | 'drop-off', { depot, date, depots }: DepotDay): void {
  const label = labelOf(depot, depots);
  const times = purpose === 'pick-up' ? depot.pickup_times : depot.drop_off_times;
  const warning = hoursWarning(label, purpose, times, date);
  if (warning === undefined) prompts.say(`  ${purpose} at ${label}, ${describeDay(times, date)}`, 'dim');
  else prompts.say(`  ${warning}`, 'warning');
}
