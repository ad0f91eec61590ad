/** The requests that failed, in words. */
import { groupBy } from '../base/group-by.ts';
import { formatDate } from '../planner/calendar.ts';
import { plural } from '../base/words.ts';
import type { FailureDocument } from '../documents/compare.ts';
import type { Labels } from './labels.ts';

/** A row for each reason: how often, and the first as an example. What was not sent comes last. */
export function failureRows(failures: readonly FailureDocument[], labels: Labels) {
  const groups = groupBy(failures, ({ operator, step, unasked, reason }) =>
    JSON.stringify([operator, step, unasked > 0, reason]),
  );
  const rows = [...groups.values()].map((list) => {
    const [first] = list;
    const notSent = list.reduce((sum, { unasked }) => sum + unasked, 0);
    const isRepeated = notSent > 0 && failures.some((other) => isSameFailure(other, first));
    const reason = isRepeated ? 'not sent after these failures' : first.reason;
    return {
      ...first,
      reason,
      count: notSent > 0 ? notSent : list.length,
      example: exampleOf(first, labels),
    };
  });
  return rows.sort((a, b) => Math.sign(a.unasked) - Math.sign(b.unasked));
}

/** Whether a request that was sent failed for the same reason. */
function isSameFailure(sent: FailureDocument, { operator, step, code }: FailureDocument): boolean {
  return (
    sent.unasked === 0 && sent.operator === operator && sent.step === step && sent.code === code
  );
}

/** `29 requests failed and 5,591 were not sent`; `4 requests not sent`. */
export function failuresInWords(failures: readonly Pick<FailureDocument, 'unasked'>[]): string {
  const asked = failures.filter(({ unasked }) => unasked === 0).length;
  const notSent = failures.reduce((sum, { unasked }) => sum + unasked, 0);
  if (asked === 0) return `${plural(notSent, 'request')} not sent`;
  return `${plural(asked, 'request')} failed${notSent === 0 ? '' : ` and ${plural(notSent, 'was', 'were')} not sent`}`;
}

function exampleOf(failure: FailureDocument, { vehicleLabel, depotLabel }: Labels): string {
  const {
    operator,
    vehicle,
    pick_up_depot_id: depot,
    pick_up_date: from,
    drop_off_date: to,
  } = failure;
  return [
    vehicle && vehicleLabel(operator, vehicle),
    depot && depotLabel(operator, depot),
    from && to && `${formatDate(from)} – ${formatDate(to)}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
