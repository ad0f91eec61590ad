/**
 * The offers of a comparison by vehicle: a model reads each vehicle once, with what it costs on which starts, so that none of thousands of
 * offers is left out silently. What all offers have in common stands beside the lists, once.
 */
import { groupBy } from '../../base/group-by.ts';
import { giveWay } from '../../base/turns.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import type { Labels } from '../../documents/labels.ts';
import { hasAllExtras, isPriced, startsOf, tripOf, type Comparison } from '../../documents/offers.ts';
import { groupKey } from '../../planner/groupings.ts';
import type { Row } from '../../shape.ts';
import { offerFacts, type Differing } from './offer-facts.ts';
import { listStarts } from '../../planner/trip-words.ts';

/** The best vehicles have a link: each link has up to 200 characters. */
const maxLinks = 3;

/** `vehicles` are in the order of their first offers; `unranked` have offers whose amounts are not totals of what was requested. */
export async function comparedVehicles({ offers }: Pick<Comparison, 'offers'>, { depotLabel }: Labels) {
  const { shared, differing } = offerFacts(offers, depotLabel);
  await giveWay(offers.length);
  const byVehicle = groupBy(offers.filter(hasAllExtras), vehicleOf);
  const byLack = groupBy(
    offers.filter((offer) => !hasAllExtras(offer)),
    (offer) => JSON.stringify([vehicleOf(offer), offer.missing, offer.unchecked, isPriced(offer), differing(offer)]),
  );
  return {
    ...shared,
    offersTotal: offers.length,
    priced: offers.filter(({ rank }) => rank !== null).length,
    vehicles: [...byVehicle.values()].map((list, place) => vehicleEntry(list, differing, place < maxLinks)),
    unranked: [...byLack.values()].map((list) => unrankedEntry(list, differing)),
  };
}

function vehicleOf(offer: OfferDocument): string {
  const { operator, vehicle } = offer;
  return groupKey({ operator, vehicle, ...tripOf(offer) }, 'vehicle');
}

/** The operator stands here if it differs. */
function nameFields(offers: readonly OfferDocument[], differing: Differing): Row {
  const [first] = offers;
  const { operator } = first === undefined ? {} : differing(first);
  return { vehicleId: first?.vehicle.vehicleId, vehicle: first?.vehicle.name, operator };
}

function vehicleEntry(offers: readonly OfferDocument[], differing: Differing, isLinked: boolean): Row {
  const priced = offers.filter(isPriced);
  const open = offers.filter((offer) => !isPriced(offer));
  const prices = alike(priced, (offer) => ({ totalAmount: offer.totalAmount, ...differing(offer) }));
  return {
    ...nameFields(offers, differing),
    offers: offers.length,
    prices: prices.map(({ list, row }, place) => {
      const checkoutUrl = isLinked && place === 0 ? list[0]?.checkoutUrl : undefined;
      return { ...row, starts: startsIn(list), checkoutUrl };
    }),
    notPriced: alike(open, differing).map(({ list, row }) => ({
      ...estimatesOf(list),
      ...row,
      starts: startsIn(list),
    })),
  };
}

function unrankedEntry(offers: readonly OfferDocument[], differing: Differing): Row {
  const [first] = offers;
  return {
    ...nameFields(offers, differing),
    missing: first?.missing,
    unchecked: first?.unchecked,
    offers: offers.length,
    ...(first && differing(first)),
    incompleteTotal: lowestOf(offers.flatMap(({ totalAmount }) => totalAmount ?? [])),
    bareEstimate: lowestOf(offers.flatMap((offer) => estimateOf(offer) ?? [])),
    starts: startsIn(offers),
  };
}

/** Offers that are equal but for their start. */
function alike<T extends OfferDocument>(offers: readonly T[], rowOf: (offer: T) => Row) {
  const groups = groupBy(offers, (offer) => JSON.stringify(rowOf(offer)));
  return [...groups.values()].flatMap((list) => list.slice(0, 1).map((first) => ({ list, row: rowOf(first) })));
}

function startsIn(offers: readonly OfferDocument[]): string {
  return listStarts(startsOf(offers));
}

/** From the lowest to the highest. */
function estimatesOf(offers: readonly OfferDocument[]) {
  const estimates = offers.flatMap((offer) => estimateOf(offer) ?? []);
  const estimate = lowestOf(estimates);
  const highest = estimates.reduce((most, amount) => Math.max(most, amount), estimate ?? 0);
  return { estimate, highestEstimate: highest === estimate ? undefined : highest };
}

function estimateOf(offer: OfferDocument): number | undefined {
  return isPriced(offer) ? undefined : offer.estimate;
}

/** Undefined for none. A list can be too long for arguments. */
function lowestOf(amounts: readonly number[]): number | undefined {
  return amounts.length === 0 ? undefined : amounts.reduce((least, amount) => Math.min(least, amount));
}
