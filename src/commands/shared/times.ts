import type { CalendarDate, Depot } from '../../api/types.ts';
import { describeDay, hoursWarning } from '../../planner/hours.ts';
import { labelOf } from '../../planner/labels.ts';
import type { Pair } from '../../result.ts';

/** The times of a depot on a day that stands near them, or the warning that it lists none. */
export function timesPair(
  purpose: 'pick-up' | 'drop-off',
  { depot, date }: { readonly depot: Depot; readonly date: CalendarDate },
  depots: readonly Depot[],
): Pair {
  const isPickUp = purpose === 'pick-up';
  const label = isPickUp ? 'Pick-up times' : 'Drop-off times';
  const times = isPickUp ? depot.pickup_times : depot.drop_off_times;
  const warning = hoursWarning(labelOf(depot, depots), purpose, times, date, 'near its date');
  return warning === undefined
    ? { label, value: describeDay(times, date) }
    : { label, value: warning, style: 'warning' };
}
