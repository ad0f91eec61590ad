/** What a check found, for a terminal. */
import type { tripChecks } from '../../documents/trips.ts';
import type { Block, Column } from '../../result.ts';
import type { ValueOf } from '../../shape.ts';
import { showMoney } from '../../text.ts';
import type { NewAnswer } from '../../trips/answers.ts';
import { changeInWords, totalInWords } from './list.ts';

export type Check = ValueOf<typeof tripChecks.value>[number];

export const blank: Block = { kind: 'text', text: '' };

export function checkView({ name, changes, reason, checkoutUrl }: Check, now: NewAnswer): Block[] {
  const rows = changes.map((change) => ({ ...change, difference: changeInWords(change.difference) }));
  return [
    { kind: 'text', text: `${name}: ${totalInWords(now)}`, style: 'heading' },
    ...(now.best === undefined ? [] : [textBlock(now.best.label)]),
    ...(reason === undefined ? [] : [{ ...textBlock(reason), style: 'warning' as const }]),
    rows.length === 0 ? textBlock('Nothing has changed.') : { kind: 'table', rows, columns },
    ...(checkoutUrl === null ? [] : [{ kind: 'link', url: checkoutUrl } as const]),
  ];
}

const columns: readonly Column[] = [
  { key: 'field', header: 'WHAT', cut: 'last' },
  { key: 'before', header: 'BEFORE', show: (row) => shown(row['before']) },
  { key: 'after', header: 'NOW', show: (row) => shown(row['after']) },
  { key: 'difference', header: 'CHANGE' },
  { key: 'since', header: 'SINCE', dropped: 1 },
];

function shown(value: unknown): string {
  const text = String(value ?? '–');
  return /^-?\d+(\.\d+)?$/.test(text) ? showMoney(text) : text;
}

function textBlock(text: string) {
  return { kind: 'text', text } as const;
}
