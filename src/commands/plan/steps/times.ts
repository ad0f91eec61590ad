import type { CalendarDate, Depot } from '../../../api/types.ts';
import { describeDay, hoursWarning } from '../../../planner/hours.ts';
import type { Prompts } from '../../../terminal/prompts.ts';

/** The times of the day's category; a warning where the depot lists none for it. */
export function showTimes(prompts: Prompts, depot: Depot, purpose: 'pick-up' | 'drop-off', date: CalendarDate): void {
  const times = purpose === 'pick-up' ? depot.pickup_times : depot.drop_off_times;
  const warning = hoursWarning(depot.name, purpose, times, date);
  if (warning === undefined) prompts.say(`  ${purpose} at ${depot.name}, ${describeDay(times, date)}`, 'dim');
  else prompts.say(`  ${warning}`, 'warning');
}
