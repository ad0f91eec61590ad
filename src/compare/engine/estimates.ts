import { multiplyMoney, roundMoney } from '../../base/money.ts';
import { nights } from '../../planner/calendar.ts';
import { isQuoted, hasAllExtras, type Offer } from './offer.ts';
import type { ComparisonState } from './state.ts';

/**
 * Adds what each offer without a quote may cost, judged by the quotes of this search at its
 * operator for the same extras. Without such quotes, it is the daily rate × the days that earlier
 * quotes showed to be charged, because the interface does not say how a price is made.
 */
export function withEstimates(
  offers: readonly Offer[],
  { foundOffers, runOf, search }: Pick<ComparisonState, 'foundOffers' | 'runOf' | 'search'>,
): Offer[] {
  const quotedAt = new Set(offers.filter(isQuoted).map(({ operator }) => operator));
  return offers.map((offer) => {
    if (isQuoted(offer)) return offer;
    const { operator, vehicle, pickUpDate, dropOffDate } = offer;
    const found =
      quotedAt.has(operator) && hasAllExtras(offer) ? foundOffers.get(offer) : undefined;
    if (found !== undefined) return { ...offer, estimate: roundMoney(search.estimate(found)) };
    const count = nights(pickUpDate, dropOffDate);
    const days = runOf.get(operator)!.session.chargedDays.daysFor(count) ?? count;
    return { ...offer, estimate: multiplyMoney(vehicle.rentalDailyRate, days) };
  });
}
