/** What checks found, for a terminal. */
import type { tripChecks } from '../../documents/trips.ts';
import { moneyInWords } from '../../planner/money.ts';
import { fees } from '../../planner/receipt.ts';
import type { Block, Column } from '../../result.ts';
import type { ValueOf } from '../../shape.ts';
import { isFailure } from '../../trips/news.ts';
import { changeInWords, totalInWords } from './facts.ts';

export type Check = ValueOf<typeof tripChecks.value>[number];

export function checksView(checks: readonly Check[]): Block[] {
  return checks.length === 0 ? [text('No trip is saved.')] : checks.flatMap(viewOf);
}

function viewOf(one: Check, place: number): Block[] {
  const { name, end, label, changes, reason, checkoutUrl, warnings = [] } = one;
  const rows = once(changes).map((change) => ({
    ...change,
    field: fieldInWords(change.field),
    difference: changeInWords(change.difference),
  }));
  const unchanged = isFailure(end) ? `rental trips show ${name} prints the last answer.` : 'Nothing has changed.';
  return [
    ...(place > 0 ? [text('')] : []),
    { ...text(`${name}: ${totalInWords(one)}`), style: 'heading' },
    ...(label === null ? [] : [text(label)]),
    ...[reason ?? [], warnings].flat().map((why): Block => ({ ...text(why), style: 'warning' })),
    rows.length > 0 ? { kind: 'table', rows, columns } : text(unchanged),
    ...(checkoutUrl === null ? [] : [{ kind: 'link', url: checkoutUrl } as const]),
  ];
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
  return labels[field] ?? field.replace(/^(?:accessories|insurance)\./, '');
}

const shown = (value: unknown): string => (typeof value === 'number' ? moneyInWords(value) : String(value ?? '–'));

const columns: readonly Column[] = [
  { key: 'field', header: 'WHAT', flexible: 18 },
  { key: 'before', header: 'BEFORE', show: (row) => shown(row['before']) },
  { key: 'after', header: 'NOW', show: (row) => shown(row['after']) },
  { key: 'difference', header: 'CHANGE' },
  { key: 'since', header: 'SINCE', priority: 1 },
];

function text(words: string) {
  return { kind: 'text', text: words } as const;
}
