/** The requests that failed, grouped by reason. */
import type { CalendarDate } from '../../api/types.ts';
import type { FailureDocument } from '../../documents/compare.ts';
import { formatDate } from '../../planner/calendar.ts';
import { groupBy } from '../../planner/sweep/rank.ts';
import type { Block, Column } from '../../result.ts';
import { plural } from '../../text.ts';
import type { Labels } from '../../documents/labels.ts';

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
    { kind: 'text', text: failuresInWords(failures, 'request failed', 'requests failed'), style: 'warning' },
    { kind: 'table', columns, rows: failureRows(failures, labels) },
  ];
}

/** A row for each reason: how often, and the first as an example. */
export function failureRows(failures: readonly FailureDocument[], labels: Labels) {
  const groups = groupBy(failures, ({ operator, step, unasked, reason }) =>
    JSON.stringify([operator, step, unasked > 0, reason]),
  );
  return [...groups.values()].flatMap((list) =>
    list.slice(0, 1).map((first) => ({ ...first, count: list.length, example: exampleOf(first, labels) })),
  );
}

/** `29 failures, 5591 requests not sent`. */
export function failuresInWords(
  failures: readonly Pick<FailureDocument, 'unasked'>[],
  one = 'failure',
  many = `${one}s`,
): string {
  const asked = failures.filter(({ unasked }) => unasked === 0).length;
  const skipped = failures.reduce((sum, { unasked }) => sum + unasked, 0);
  return `${plural(asked, one, many)}${skipped === 0 ? '' : `, ${plural(skipped, 'request')} not sent`}`;
}

function exampleOf(failure: FailureDocument, { vehicleLabel, depotLabel }: Labels): string {
  const { operator, vehicle, pick_up_depot_id: depot, pick_up_date: from, drop_off_date: to } = failure;
  return [
    vehicle && vehicleLabel(operator, vehicle),
    depot && depotLabel(operator, depot),
    from && to && `${formatDate(from as CalendarDate)} – ${formatDate(to as CalendarDate)}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
