/** What was asked and not answered, the same reasons together. */
import { formatDate } from '../../planner/calendar.ts';
import { collect } from '../../planner/sweep/collect.ts';
import type { Block, Column } from '../../result.ts';
import { plural } from '../../text.ts';
import { failureData } from './record.ts';
import type { Failure } from './report.ts';

const columns: readonly Column[] = [
  { key: 'count', header: 'TIMES', kind: 'number' },
  { key: 'step', header: 'ASKED FOR' },
  { key: 'operator', header: 'OPERATOR' },
  { key: 'example', header: 'SUCH AS' },
  { key: 'reason', header: 'REASON' },
];

export function failureBlocks(failures: readonly Failure[]): Block[] {
  if (failures.length === 0) return [];
  const groups = collect(failures, ({ leg, step, error, unasked }) =>
    JSON.stringify([leg.operator.name, step, unasked > 0, error.message]),
  );
  const rows = [...groups.values()].flatMap((list) => {
    const [first] = list;
    if (first === undefined) return [];
    const { operator, step, reason } = failureData(first);
    return [{ count: list.length, step, operator, example: exampleOf(first), reason }];
  });
  const asked = failures.filter(({ unasked }) => unasked === 0).length;
  const skipped = failures.reduce((sum, { unasked }) => sum + unasked, 0);
  const given = skipped === 0 ? '' : `, ${plural(skipped, 'question')} not asked`;
  return [
    { kind: 'text', text: `Partial: ${plural(asked, 'question')} failed${given}`, style: 'warning' },
    { kind: 'table', columns, rows },
  ];
}

function exampleOf({ leg, trip, vehicle }: Failure): string {
  const place =
    trip && `${leg.depotName(trip.pickUpDepotId)}, ${formatDate(trip.pickUpDate)} – ${formatDate(trip.dropOffDate)}`;
  return [vehicle?.name, place].filter((part) => part !== undefined).join(', ');
}
