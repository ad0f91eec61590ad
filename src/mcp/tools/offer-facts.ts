/**
 * The facts that all offers of a comparison have in common, which an answer says once, and those
 * that differ.
 */
import { hasSeveral } from '../../base/group-by.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import type { Labels } from '../../views/labels.ts';
import { isPriced, startOf } from '../../documents/offers.ts';
import { formatDate } from '../../planner/calendar.ts';
import { daysInFee } from '../../planner/charged-days.ts';
import { isWithin, type MaxAmount } from '../../planner/max-amount.ts';
import type { Row } from '../../shape.ts';

type Fact = (offer: OfferDocument) => string | number | undefined;

/** The facts of one offer in which the offers differ, without its start. */
export type Differing = (offer: OfferDocument) => Row;

export function offerFacts(
  offers: readonly OfferDocument[],
  depotLabel: Labels['depotLabel'],
  maxTotal: MaxAmount | undefined,
): { readonly shared: Row; readonly differing: Differing } {
  const ofTrips = divided(offers, tripFacts(depotLabel));
  const ofPrices = divided(offers.filter(isPriced), { currency: currencyOf, chargedDays });
  const ofPlans = divided(offers.filter(isRanked), { insurance: planOf });
  const { start, noTimes, ...shared } = {
    ...ofTrips.shared,
    ...ofPrices.shared,
    ...ofPlans.shared,
  };
  const { start: _, ...trip } = ofTrips.differing;
  const lengths = 'nights' in trip ? { perNight } : {};
  const aboveMaxTotal: Fact = (offer) =>
    maxTotal === undefined || !isPriced(offer) || isWithin(offer, maxTotal) ? undefined : 'yes';
  // In the order of the columns.
  const ofRows = {
    ...ofPrices.differing,
    ...trip,
    ...lengths,
    ...ofPlans.differing,
    aboveMaxTotal,
  };
  const facts = Object.entries(ofRows);
  return {
    shared: { ...shared, start, noTimes },
    differing: (offer) => Object.fromEntries(facts.map(([name, fact]) => [name, fact(offer)])),
  };
}

/** Divides facts into those that are the same for all offers, and the others. */
function divided(offers: readonly OfferDocument[], facts: Readonly<Record<string, Fact>>) {
  const [first] = offers;
  const [shared, differing] = [new Map<string, unknown>(), new Map<string, Fact>()];
  for (const [name, fact] of Object.entries(facts)) {
    if (hasSeveral(offers, fact)) differing.set(name, fact);
    else shared.set(name, first && fact(first));
  }
  return {
    shared: Object.fromEntries(shared) as Row,
    differing: Object.fromEntries(differing) as Readonly<Record<string, Fact>>,
  };
}

function tripFacts(depotLabel: Labels['depotLabel']) {
  return {
    operator: ({ operator }: OfferDocument) => operator,
    pickUp: ({ operator, selection }: OfferDocument) =>
      depotLabel(operator, selection.pick_up_depot_id),
    dropOff: ({ operator, selection }: OfferDocument) => {
      const { pick_up_depot_id: pickUp, drop_off_depot_id: dropOff } = selection;
      return dropOff === pickUp ? undefined : depotLabel(operator, dropOff);
    },
    start: (offer: OfferDocument) => formatDate(startOf(offer)),
    nights: ({ nights }: OfferDocument) => nights,
    noTimes: ({ warnings = [] }: OfferDocument) =>
      warnings.map(({ purpose }) => purpose).join(', ') || undefined,
  };
}

function isRanked({ rank }: OfferDocument): boolean {
  return rank !== null;
}

function currencyOf({ currency }: OfferDocument): string | undefined {
  return currency ?? undefined;
}

/** Undefined if the fee is not a whole number of daily rates. */
function chargedDays(offer: OfferDocument): number | undefined {
  if (!isPriced(offer)) return undefined;
  return daysInFee(offer.priceBreakdown.rentalFee, offer.vehicle.rentalDailyRate, offer.nights);
}

function planOf(offer: OfferDocument): string | undefined {
  return isPriced(offer) ? planInWords(offer.priceBreakdown.insurance) : undefined;
}

/** A total without a plan says so. */
export function planInWords(plan: { readonly name: string } | null): string {
  return plan?.name ?? 'none: no plan is in the total';
}

function perNight(offer: OfferDocument): number | undefined {
  return offer.perNight ?? undefined;
}
