/** What a list of offers has in common, in one line. */
import { formatDate, nights } from '../../planner/calendar.ts';
import { isQuoted, type Offer } from '../../planner/sweep/rank.ts';
import { plural } from '../../text.ts';
import { depotsOf } from './columns.ts';
import type { Leg } from './leg.ts';
import { legFinder } from './result.ts';

/** `36 offers in NZD, Auckland Airport → Queenstown, Thu 17 Dec 2026 – Wed 23 Dec 2026, 7 nights`. */
export function headingOf(offers: readonly Offer[], legs: readonly Leg[]): string {
  const legOf = legFinder(legs);
  const currency = offers.find(isQuoted)?.quote.currency;
  const depots = new Set(
    offers.map((offer) => {
      const leg = legOf({ offer });
      return depotsOf({ pickUp: leg.depotName(offer.pickUpDepotId), dropOff: leg.depotName(offer.dropOffDepotId) });
    }),
  );
  const dates = [...new Set(offers.map(({ pickUpDate }) => pickUpDate))].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  const counts = new Set(offers.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate)));
  const [count] = counts;
  const vehicles = new Map(offers.map(({ operator, vehicle }) => [`${operator} ${vehicle.vehicleId}`, vehicle.name]));
  return [
    `${plural(offers.length, 'offer')}${currency === undefined ? '' : ` in ${currency}`}`,
    vehicles.size === 1 && offers.length > 1 ? [...vehicles.values()][0] : undefined,
    depots.size === 1 ? [...depots][0] : plural(depots.size, 'pair of depots', 'pairs of depots'),
    first === undefined || last === undefined
      ? undefined
      : first === last
        ? formatDate(first)
        : `${formatDate(first)} – ${formatDate(last)}`,
    counts.size === 1 && count !== undefined ? (count === 0 ? 'same day' : plural(count, 'night')) : undefined,
    legs.length > 1 ? undefined : legs[0]?.operator.name,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
