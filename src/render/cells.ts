/** What a person reads in one cell: short enough to lay out, escaped, not yet styled. */
import type { Column, Row } from '../result.ts';
import { escapeText } from '../terminal/escape.ts';
import { showMoney } from '../terminal/format.ts';
import { jsonText } from './json.ts';

/** Far more than a screen line holds; an 8 MiB name must not be measured letter by letter. */
const longest = 2000;

/** One line, unless the column shows several. */
export function cellLines({ key, kind, show }: Column, row: Row): string[] {
  const value = show === undefined ? row[key] : show(row);
  return show !== undefined && Array.isArray(value) ? value.map((line) => textOf(line, kind)) : [textOf(value, kind)];
}

function textOf(value: unknown, kind: Column['kind']): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return escapeText(clip(showMoney(String(value))));
  return escapeText(clip(typeof value === 'object' ? jsonText(value) : String(value)));
}

/** For labels and values. */
export function shownText(text: string): string {
  return escapeText(clip(text));
}

function clip(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
