/** What the offers of a table have in common, in words. */
import type { OfferDocument } from '../../documents/compare.ts';
import type { Labels } from '../../views/labels.ts';
import { isPriced } from '../../documents/offers.ts';
import { startsOf } from '../../views/shown-offers.ts';
import { offersInWords } from '../../views/pricing.ts';
import { plural } from '../../base/words.ts';
import { formatDate } from '../../planner/calendar.ts';
import { describeNights } from '../../views/trip-words.ts';

/**
 * What the offers have in common: `36 offers in NZD, Auckland Airport → Queenstown, starts Thu 17
 * Dec 2026 – Wed 23 Dec 2026, 7 nights`.
 */
export function headingOf(
  offers: readonly OfferDocument[],
  { pairLabel, vehicleLabel }: Labels,
  tripsNotAsked = 0,
): string {
  const currency = offers.find(isPriced)?.currency;
  const pairs = [...new Set(offers.map(pairLabel))];
  const vehicles = new Set(offers.map(({ operator, vehicle }) => vehicleLabel(operator, vehicle)));
  const dates = startsOf(offers);
  const first = dates[0];
  const last = dates.at(-1);
  const counts = [...new Set(offers.map(({ nights }) => nights))];
  const [count] = counts;
  const operators = [...new Set(offers.map(({ operator }) => operator))];
  return [
    `${offersInWords({ offers: offers.length, tripsNotAsked })}${currency === undefined ? '' : ` in ${currency}`}`,
    vehicles.size === 1 && offers.length > 1 ? [...vehicles][0] : undefined,
    pairs.length === 1 ? pairs[0] : pairsInWords(pairs.length, operators.length),
    first &&
      last &&
      (first === last ? formatDate(first) : `starts ${formatDate(first)} – ${formatDate(last)}`),
    counts.length === 1 && count !== undefined ? describeNights(count) : undefined,
    operators.length === 1 ? operators[0] : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** Pairs at two operators are two, even if the names of the depots are the same. */
function pairsInWords(count: number, operators: number): string {
  const pairs = plural(count, 'pair of depots', 'pairs of depots');
  return operators > 1 ? `${pairs} at ${operators} operators` : pairs;
}
