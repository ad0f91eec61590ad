/** The requests that failed, grouped by reason. */
import { formatDate } from '../../planner/calendar.ts';
import type { SweepFailure } from '../../planner/sweep/events.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import { groupBy } from '../../planner/sweep/rank.ts';
import type { Block, Column } from '../../result.ts';
import { plural } from '../../text.ts';
import { failureData } from './record.ts';

const columns: readonly Column[] = [
  { key: 'count', header: 'TIMES', kind: 'number' },
  { key: 'step', header: 'ASKED FOR' },
  { key: 'operator', header: 'OPERATOR' },
  { key: 'example', header: 'EXAMPLE' },
  { key: 'reason', header: 'REASON' },
];

export function failureBlocks(failures: readonly SweepFailure[], identity: Identity): Block[] {
  if (failures.length === 0) return [];
  const groups = groupBy(failures, ({ operator, step, error, unsent }) =>
    JSON.stringify([operator, step, unsent > 0, error.message]),
  );
  const rows = [...groups.values()].flatMap((list) => {
    const [first] = list;
    if (first === undefined) return [];
    const { operator, step, reason } = failureData(first);
    return [{ count: list.length, step, operator, example: exampleOf(first, identity), reason }];
  });
  return [
    { kind: 'text', text: failuresInWords(failures, 'request failed', 'requests failed'), style: 'warning' },
    { kind: 'table', columns, rows },
  ];
}

/** `29 failures, 5591 requests not sent`. */
export function failuresInWords(failures: readonly SweepFailure[], one = 'failure', many = `${one}s`): string {
  const asked = failures.filter(({ unsent }) => unsent === 0).length;
  const skipped = failures.reduce((sum, { unsent }) => sum + unsent, 0);
  return `${plural(asked, one, many)}${skipped === 0 ? '' : `, ${plural(skipped, 'request')} not sent`}`;
}

function exampleOf({ operator, trip, vehicle }: SweepFailure, { vehicleLabel, depotLabel }: Identity): string {
  const dates = trip && `${formatDate(trip.pickUpDate)} – ${formatDate(trip.dropOffDate)}`;
  const place = trip && `${depotLabel(operator, trip.pickUpDepotId)}, ${dates}`;
  return [vehicle && vehicleLabel(operator, vehicle), place].filter((part) => part !== undefined).join(', ');
}
