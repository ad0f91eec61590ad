/** The days of a week on which a depot lists times, as far as its day categories tell. */
import { daysOf } from '../api/days.ts';
import type { Depot, DepotTime } from '../api/types.ts';
import type { DayState } from '../result.ts';

/** Days as `weekdayOf` numbers them, from Monday. */
export const weekFromMonday = [1, 2, 3, 4, 5, 6, 0] as const;

/** One state for each day, from Monday. */
export function weekOf({ pickup_times, drop_off_times }: Depot): DayState[] {
  const [pickUp, dropOff] = [listedDays(pickup_times), listedDays(drop_off_times)];
  const hasUnknown = [...pickup_times, ...drop_off_times].some(({ day }) => daysOf(day) === undefined);
  return weekFromMonday.map((day): DayState => {
    const [canPickUp, canDropOff] = [pickUp.has(day), dropOff.has(day)];
    if (canPickUp && canDropOff) return 'both';
    if (canPickUp || canDropOff) return canPickUp ? 'pick-up' : 'drop-off';
    return hasUnknown ? 'unknown' : 'none';
  });
}

function listedDays(entries: readonly DepotTime[]): ReadonlySet<number> {
  return new Set(entries.flatMap(({ day }) => daysOf(day) ?? []));
}
