/** What checks found, for a terminal. */
import type { tripChecks } from '../../documents/trips.ts';
import { groupBy } from '../../group-by.ts';
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
  const rows = rowsOf(changes);
  const unchanged = isFailure(end) ? `rental trips show ${name} prints the last answer.` : 'Nothing has changed.';
  return [
    ...(place > 0 ? [text('')] : []),
    { ...text(`${name}: ${totalInWords(one)}`), style: 'heading' },
    ...(label === null ? [] : [text(label)]),
    ...[reason ?? [], warnings].flat().map((why): Block => ({ ...text(why), style: 'warning' })),
    rows.length > 0 ? { kind: 'table', rows, columns } : text(unchanged),
    ...(checkoutUrl === null ? [] : [{ kind: 'text', text: checkoutUrl, link: checkoutUrl } as const]),
  ];
}

/** What has changed since both answers alike is one row. */
function rowsOf(changes: Check['changes']) {
  const alike = groupBy(changes, ({ field, before, after }) => JSON.stringify([field, before, after]));
  return [...alike.values()].map((list) => ({ ...list[0], since: list.map(({ since }) => since).join(', ') }));
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
  { key: 'field', header: 'WHAT', flexible: 18, show: ({ field }) => fieldInWords(String(field)) },
  { key: 'before', header: 'BEFORE', show: (row) => shown(row['before']) },
  { key: 'after', header: 'NOW', show: (row) => shown(row['after']) },
  { key: 'difference', header: 'CHANGE', show: ({ difference }) => changeInWords(difference as number | null) },
  { key: 'since', header: 'SINCE', priority: 1 },
];

function text(words: string) {
  return { kind: 'text', text: words } as const;
}
