/** The requests that failed, in words. */
import { groupBy } from '../base/group-by.ts';
import { formatDate } from '../planner/calendar.ts';
import { joinWords, plural, shortName } from '../base/words.ts';
import type { FailureDocument } from '../documents/compare.ts';
import type { Labels } from './labels.ts';
import type { Comparison } from '../documents/offers.ts';

/** A row for each reason: how often, and the first as an example. What was not sent comes last. */
export function failureRows(failures: readonly FailureDocument[], labels: Labels) {
  const groups = groupBy(failures, ({ operator, step, unasked, reason }) =>
    JSON.stringify([operator, step, unasked > 0, reason]),
  );
  const rows = [...groups.values()].map((list) => {
    const [first] = list;
    const skipped = list.reduce((sum, { unasked }) => sum + unasked, 0);
    const isRepeated = skipped > 0 && failures.some((other) => isSameFailure(other, first));
    const reason = isRepeated ? 'not sent after these failures' : first.reason;
    return {
      ...first,
      reason,
      count: skipped > 0 ? skipped : list.length,
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
  const skipped = failures.reduce((sum, { unasked }) => sum + unasked, 0);
  if (asked === 0) return `${plural(skipped, 'request')} not sent`;
  return `${plural(asked, 'request')} failed${skipped === 0 ? '' : ` and ${plural(skipped, 'was', 'were')} not sent`}`;
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

/** Vehicles that a note names. */
const maxNamed = 3;

/** `Kea and Moa have no Snow chains on Mon 1 Mar 2027; their other dates were not looked up`. */
export function uncheckedNotes(all: NonNullable<Comparison['uncheckedExtras']>): string[] {
  return [...groupBy(all, ({ extras, dates }) => JSON.stringify([extras, dates])).values()].map(
    (alike) => {
      const [{ extras, dates }] = alike;
      const isOne = alike.length === 1;
      // "1 other vehicle" would be no shorter than its name.
      const named = alike.length <= maxNamed + 1 ? alike : alike.slice(0, maxNamed);
      const names = named.map(({ vehicle }) => shortName(vehicle.name));
      const rest = alike.length - named.length;
      const vehicles = joinWords(rest > 0 ? [...names, `${rest} other vehicles`] : names);
      const extraNames = extras.map((extra) => shortName(extra));
      const [have, their] = isOne ? ['has', 'its'] : ['have', 'their'];
      const lack = `${vehicles} ${have} no ${joinWords(extraNames, 'or')} on ${joinWords(dates.map(formatDate))}`;
      return `${lack}; ${their} other dates were not looked up`;
    },
  );
}
