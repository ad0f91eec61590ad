/** What a comparison says beside its offers. */
import type { FieldNamer, FieldText } from '../errors.ts';
import { nights } from '../planner/calendar.ts';
import { daysNotKnown } from '../planner/closed-days.ts';
import { compareMoney, formatMoney } from '../planner/money.ts';
import { listed } from '../planner/names.ts';
import { orderNotes, sweepWarnings, warningNotes } from '../planner/sweep/closed-days.ts';
import type { SweepOutcome, TripResult } from '../planner/sweep/events.ts';
import { unfolded, type Grouping, type ListedOffer } from '../planner/sweep/groups.ts';
import { identityOf } from '../planner/sweep/identity.ts';
import { isQuoted, perNight, rankOffers, totalRange, type Offer, type QuotedOffer } from '../planner/sweep/rank.ts';
import { plural } from '../text.ts';
import { knownDepots } from './comparison.ts';
import { tripInWords } from './documents.ts';
import { isComplete } from './next-step.ts';

/** Says what the offers do not: the days, what was left out, and the ends of the groups. */
export function offerNotes(
  outcome: SweepOutcome,
  offers: readonly ListedOffer[],
  by: Grouping | undefined,
): FieldText[] {
  const left = notQuoted(outcome);
  return [
    ...warningNotes(sweepWarnings(outcome), outcome),
    ...orderNotes(outcome),
    ...outcome.sessions.flatMap(({ operator, depots }) => {
      const hasOffers = outcome.offers.some((one) => one.operator === operator.name);
      return hasOffers && depots.known().length === 0 ? [daysNotKnown] : [];
    }),
    ...(left > 0
      ? [
          (name: FieldNamer) =>
            `${left} more quotes are possible for free vehicles; ${name('quote')} all asks for them too`,
        ]
      : []),
    ...nightsNotes(outcome),
    ...(by === undefined ? [] : groupNotes(unfolded(offers), by, outcome)),
  ];
}

/** Names of their ids, as far as the quotes tell. */
export function extrasNotes(shown: readonly ListedOffer[], { sessions }: SweepOutcome): string[] {
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
  const [best] = each.sort((a, b) => compareMoney(a.amount, b.amount));
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

/** Of the first currency. */
function groupNotes(offers: readonly ListedOffer[], by: Grouping, outcome: SweepOutcome): string[] {
  const currency = offers[0]?.offer.quote?.currency;
  const best = offers.flatMap(({ group, offer }) =>
    group !== undefined && isQuoted(offer) && offer.quote.currency === currency ? [offer] : [],
  );
  const open = best.filter(({ closed }) => closed.length === 0);
  const range = totalRange(open.length > 0 ? open : best);
  if (range === undefined || best.length < 2) return [];
  const { vehicleLabel, placeLabel } = identityOf(outcome);
  const labels = {
    date: (one: Offer) => one.pickUpDate,
    nights: (one: Offer) => plural(nights(one.pickUpDate, one.dropOffDate), 'night'),
    operator: (one: Offer) => one.operator,
    depots: placeLabel,
  };
  const labelOf = by === 'vehicle' ? (one: Offer) => vehicleLabel(one.operator, one.vehicle) : labels[by];
  const money = (one: QuotedOffer): string => formatMoney(one.quote.totalAmount);
  const end = (one: QuotedOffer): string => `${money(one)} (${labelOf(one)})`;
  const isSame = compareMoney(range.low.quote.totalAmount, range.high.quote.totalAmount) === 0;
  const ends = isSame ? `the same, ${money(range.low)}` : `from ${end(range.low)} to ${end(range.high)}`;
  const soFar = isComplete(outcome) ? '' : 'so far, ';
  const folded = by === 'date' ? '; alsoOn has the days that are the same' : '';
  const highest = offers.some(({ group }) => group !== undefined && group.count > 1)
    ? '; highest is the dearest of its group, highestOf says how that one differs'
    : '';
  return [`${soFar}${best.length} groups: their best totals are ${ends} ${currency}${highest}${folded}`];
}

/** Vehicles that were free on a trip and that the number of quotes left out. */
export function notQuoted({ trips }: SweepOutcome): number {
  return trips.reduce((all, { asked }) => all + asked.reduce((sum, one) => sum + leftOut(one), 0), 0);
}

function leftOut({ available = [], selected }: TripResult): number {
  return available.length - selected.length;
}
