/** The requests that failed, grouped by reason. */
import type { FailureDocument } from '../../documents/compare.ts';
import { failureRows, failuresInWords } from '../../documents/failures.ts';
import type { Labels } from '../../documents/labels.ts';
import type { Block, Column } from '../../result.ts';

const columns: readonly Column[] = [
  { key: 'count', header: 'TIMES', kind: 'number' },
  { key: 'step', header: 'ASKED FOR' },
  { key: 'operator', header: 'OPERATOR' },
  { key: 'example', header: 'EXAMPLE' },
  { key: 'reason', header: 'REASON' },
];

export function failureBlocks(failures: readonly FailureDocument[], labels: Labels): Block[] {
  if (failures.length === 0) return [];
  return [
    { kind: 'text', text: failuresInWords(failures), style: 'warning' },
    { kind: 'table', columns, rows: failureRows(failures, labels) },
  ];
}
