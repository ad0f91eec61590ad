/** What a check found, for a terminal. */
import type { tripChecks } from '../../documents/trips.ts';
import type { Block, Column } from '../../result.ts';
import type { ValueOf } from '../../shape.ts';
import { fees } from '../../planner/receipt.ts';
import { showMoney } from '../../text.ts';
import type { NewAnswer } from '../../trips/answers.ts';
import { changeInWords, totalInWords } from './list.ts';

export type Check = ValueOf<typeof tripChecks.value>[number];

export const blank: Block = { kind: 'text', text: '' };

export function checkView({ name, changes, reason, checkoutUrl, warnings = [] }: Check, now: NewAnswer): Block[] {
  const rows = once(changes).map((change) => ({
    ...change,
    field: fieldInWords(change.field),
    difference: changeInWords(change.difference),
  }));
  return [
    { kind: 'text', text: `${name}: ${totalInWords(now)}`, style: 'heading' },
    ...(now.best === undefined ? [] : [textBlock(now.best.label)]),
    ...[...(reason === undefined ? [] : [reason]), ...warnings].map((text) => {
      return { ...textBlock(text), style: 'warning' as const };
    }),
    rows.length > 0 ? { kind: 'table', rows, columns } : textBlock(unchanged(name, now)),
    ...(checkoutUrl === null ? [] : [{ kind: 'link', url: checkoutUrl } as const]),
  ];
}

function unchanged(name: string, { end }: NewAnswer): string {
  return end === 'failed' ? `rental trips show ${name} prints the last answer.` : 'Nothing has changed.';
}

/** What has changed since both answers alike is one row. */
function once(changes: Check['changes']) {
  const rows = new Map<string, Omit<Check['changes'][number], 'since'> & { readonly since: string }>();
  for (const change of changes) {
    const key = JSON.stringify([change.field, change.before, change.after]);
    const known = rows.get(key);
    rows.set(key, known === undefined ? change : { ...known, since: `${known.since}, ${change.since}` });
  }
  return [...rows.values()];
}

const labels: Readonly<Record<string, string>> = {
  totalAmount: 'Total',
  ...Object.fromEntries(fees.map(({ key, label }) => [key, label])),
  currency: 'Currency',
  vehicle: 'Vehicle',
  operator: 'Operator',
  pickUpDate: 'Pick-up',
  dropOffDate: 'Drop-off',
};

/** `accessories.Child seat` → `Child seat`. */
function fieldInWords(field: string): string {
  return labels[field] ?? field.replace(/^(?:accessories|insurance|extra)\./, '');
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
