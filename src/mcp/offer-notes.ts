/** What a comparison says beside its offers. */
import type { FieldNamer, FieldText } from '../errors.ts';
import { nights } from '../planner/calendar.ts';
import { daysNotKnown } from '../planner/closed-days.ts';
import { formatMoney } from '../planner/money.ts';
import { listed } from '../planner/names.ts';
import { orderNotes, warningNotes } from '../planner/sweep/closed-days.ts';
import { isPartial, type SweepOutcome } from '../planner/sweep/events.ts';
import { pricingInWords, pricingOf } from '../planner/sweep/pricing.ts';
import { isQuoted, perNight, rankOffers, type Ranked } from '../planner/sweep/rank.ts';
import { knownDepots } from './comparison.ts';
import { tripInWords } from './documents.ts';

/** Says what the offers do not: the days, and what was left out. */
export function offerNotes(outcome: SweepOutcome): FieldText[] {
  const pricing = pricingOf(outcome);
  return [
    ...warningNotes(outcome),
    ...orderNotes(outcome.offers.filter(isQuoted).map(({ closed }) => closed.length > 0)),
    ...outcome.sessions.flatMap(({ operator, depots }) => {
      const hasOffers = outcome.offers.some((one) => one.operator === operator.name);
      return hasOffers && depots.known().length === 0 ? [daysNotKnown] : [];
    }),
    ...(pricing === undefined
      ? []
      : [
          (name: FieldNamer) =>
            `${pricingInWords(pricing, { isPartial: isPartial(outcome) })}; ${name('quote')} all asks for all of them`,
        ]),
    ...nightsNotes(outcome),
  ];
}

/** Names of their ids, as far as the quotes tell. */
export function extrasNotes(shown: readonly Ranked[], { sessions }: SweepOutcome): string[] {
  const named = shown.flatMap(({ offer: { operator, quote } }) => {
    const { accessories = [], insurance = null } = quote?.priceBreakdown ?? {};
    return [...accessories, ...(insurance === null ? [] : [insurance])].map(({ id, name }) => {
      return { id, name: sessions.length > 1 ? `${operator}: ${name}` : name };
    });
  });
  const unique = [...new Map(named.map((one) => [`${one.id} ${one.name}`, one])).values()];
  return unique.length === 0 ? [] : [`extras of these offers: ${listed(unique)}`];
}

/** A short rental costs less than a long one, so the total alone does not tell which is the better price. */
function nightsNotes({ offers, sessions }: SweepOutcome): string[] {
  const [first] = rankOffers(offers).byCurrency;
  const ranked = (first?.offers ?? []).map(({ offer }) => offer);
  const lengths = [...new Set(ranked.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate)))];
  const open = ranked.filter(({ closed }) => closed.length === 0);
  const each = (open.length > 0 ? open : ranked).flatMap((offer) => {
    const amount = perNight(offer);
    return amount === undefined ? [] : [{ offer, amount }];
  });
  const [best] = each.sort((a, b) => a.amount - b.amount);
  if (lengths.length < 2 || best === undefined) return [];
  const { operator, vehicle } = best.offer;
  const trip = tripInWords(best.offer, knownDepots(operator, sessions));
  const lowest =
    best.offer === ranked[0]
      ? 'no other is lower than that of the first offer'
      : `its lowest is ${formatMoney(best.amount)} (${vehicle.name} (${vehicle.vehicleId}), ${trip})`;
  return [
    `the trips have ${Math.min(...lengths)} to ${Math.max(...lengths)} nights, and rank is by the total: compare perNight; ${lowest}`,
  ];
}

/** Vehicles that are free on a trip and have no quote. */
export function notQuoted({ offers, plan }: SweepOutcome): number {
  return plan.quote === 'none' ? 0 : offers.filter((offer) => !isQuoted(offer)).length;
}
