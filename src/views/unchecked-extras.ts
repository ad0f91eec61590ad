/** The extras that were looked up on some dates only, in words. */
import { groupBy } from '../base/group-by.ts';
import { joinWords, shortName } from '../base/words.ts';
import type { Comparison } from '../documents/offers.ts';
import { formatDate } from '../planner/calendar.ts';

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
