/**
 * The offers of a comparison by vehicle: a model reads each vehicle once, with what it costs on
 * which starts, so that none of thousands of offers is left out silently. What all offers have in
 * common stands beside the lists, once.
 */
import { groupBy } from '../../base/group-by.ts';
import { formatMoney } from '../../base/money.ts';
import { yieldAfter } from '../../base/turns.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import type { Labels } from '../../views/labels.ts';
import {
  hasAllExtras,
  isPriced,
  type PricedOffer,
  offerTrip,
  type Comparison,
} from '../../documents/offers.ts';
import { startsOf } from '../../views/shown-offers.ts';
import { groupKey } from '../../planner/groupings.ts';
import { isWithin, type MaxAmount } from '../../planner/max-amount.ts';
import type { Row } from '../../shape.ts';
import { offerFacts, type Differing } from './offer-facts.ts';
import { listStarts } from '../../views/trip-words.ts';

export interface AmountOptions {
  /** Whether quotes showed all costs that the estimate of an offer stands for. */
  coversAllCosts(offer: OfferDocument): boolean;
  readonly maxTotal: MaxAmount | undefined;
}

/** The best vehicles have a link: each link has up to 200 characters. */
const maxLinks = 3;

/** Up to this many estimates of a vehicle get a row each: a range hides which starts are dear. */
const maxEstimates = 2;

/**
 * `vehicles` are in the order of their first offers; `unranked` have offers whose amounts are not
 * totals of what was requested.
 */
export async function comparedVehicles(
  { offers }: Pick<Comparison, 'offers'>,
  { depotLabel }: Labels,
  { coversAllCosts, maxTotal }: AmountOptions,
) {
  const { shared, differing } = offerFacts(offers, depotLabel, maxTotal);
  const options: EntryOptions = {
    differing,
    estimateOf: (list) => estimateInWords(list, coversAllCosts),
    startsIn: (list) => (shared['start'] === undefined ? listStarts(startsOf(list)) : undefined),
  };
  await yieldAfter(offers.length);
  const byVehicle = groupBy(offers.filter(hasAllExtras), vehicleOf);
  const byLack = groupBy(
    offers.filter((offer) => !hasAllExtras(offer)),
    (offer) =>
      JSON.stringify([
        vehicleOf(offer),
        offer.missing,
        offer.unchecked,
        isPriced(offer),
        differing(offer),
      ]),
  );
  const priced = offers.filter(isPriced);
  const ranked = priced.filter(({ rank }) => rank !== null);
  return {
    ...shared,
    // The sum of the three that follow.
    offersTotal: offers.length,
    priced: ranked.length,
    incomplete: priced.length - ranked.length || undefined,
    notPriced: offers.length - priced.length || undefined,
    withinMaxTotal:
      maxTotal && ranked.length > 0
        ? ranked.filter((offer) => isWithin(offer, maxTotal)).length
        : undefined,
    vehicles: [...byVehicle.values()].map((list, index) =>
      vehicleEntry(list, options, index < maxLinks),
    ),
    unranked: [...byLack.values()].map((list) => unrankedEntry(list, options)),
  };
}

interface EntryOptions {
  readonly differing: Differing;
  estimateOf(offers: readonly OfferDocument[]): string | undefined;
  /** Undefined if all offers have one start. */
  startsIn(offers: readonly OfferDocument[]): string | undefined;
}

function vehicleOf(offer: OfferDocument): string {
  const { operator, vehicle } = offer;
  return groupKey({ operator, vehicle, ...offerTrip(offer) }, 'vehicle');
}

/** The name of a vehicle, with its operator if the comparison has several. */
function nameFields(offers: readonly OfferDocument[], differing: Differing): Row {
  const [first] = offers;
  const { operator } = first === undefined ? {} : differing(first);
  return { vehicleId: first?.vehicle.vehicleId, vehicle: first?.vehicle.name, operator };
}

/** Undefined for one offer. */
function countOf({ length }: readonly OfferDocument[]): number | undefined {
  return length === 1 ? undefined : length;
}

function vehicleEntry(
  offers: readonly OfferDocument[],
  { differing, estimateOf, startsIn }: EntryOptions,
  isLinked: boolean,
): Row {
  const priced = offers.filter(isPriced);
  const unpriced = offers.flatMap((offer) => (isPriced(offer) ? [] : offer));
  const lowerEstimate = estimateBelow(
    lowestOf(priced.map(({ totalAmount }) => totalAmount)),
    unpriced,
  );
  const prices = groupAlike(priced, (offer) => ({
    totalAmount: offer.totalAmount,
    ...differing(offer),
  })).map(({ list, row }) => ({
    link: list[0].checkoutUrl,
    row: { ...row, starts: startsIn(list) },
  }));
  const hasRowEach = new Set(unpriced.map(({ estimate }) => estimate)).size <= maxEstimates;
  const estimates = groupAlike(unpriced, (offer) => ({
    estimate: hasRowEach ? offer.estimate : undefined,
    ...differing(offer),
  })).map(({ list, row }) => ({
    row: { ...row, estimate: estimateOf(list), starts: startsIn(list) },
  }));
  return {
    ...nameFields(offers, differing),
    offers: countOf(offers),
    cheaper:
      lowerEstimate &&
      `${startsIn(offers) === undefined ? 'others' : 'other starts'} from about ${formatMoney(lowerEstimate)}, not priced`,
    prices: withJoinedDepots(prices).map(({ row, link }, index) => ({
      ...row,
      checkoutUrl: isLinked && index === 0 ? link : undefined,
    })),
    notPriced: withJoinedDepots(estimates).map(({ row }) => row),
  };
}

/** The lowest estimate, if it is below the total. */
function estimateBelow(
  total: number | undefined,
  unpriced: readonly Exclude<OfferDocument, PricedOffer>[],
): number | undefined {
  const lowest = lowestOf(unpriced.flatMap(({ estimate }) => estimate ?? []));
  return total !== undefined && lowest !== undefined && lowest < total ? lowest : undefined;
}

function unrankedEntry(
  offers: readonly OfferDocument[],
  { differing, estimateOf, startsIn }: EntryOptions,
): Row {
  const [first] = offers;
  return {
    ...nameFields(offers, differing),
    missing: first?.missing,
    unchecked: first?.unchecked,
    offers: countOf(offers),
    ...(first && differing(first)),
    incompleteTotal: lowestOf(offers.flatMap(({ totalAmount }) => totalAmount ?? [])),
    bareEstimate: estimateOf(offers),
    starts: startsIn(offers),
  };
}

/** Groups offers that differ only in their start. */
function groupAlike<T extends OfferDocument>(offers: readonly T[], rowOf: (offer: T) => Row) {
  const groups = groupBy(offers, (offer) => JSON.stringify(rowOf(offer)));
  return [...groups.values()].map((list) => ({ list, row: rowOf(list[0]) }));
}

/**
 * Rows that differ only in their depots become one, with a list of these: `Auckland Airport;
 * Auckland City`.
 */
function withJoinedDepots<T extends { readonly row: Row }>(entries: readonly T[]): T[] {
  return joinedBy(joinedBy(entries, 'pickUp'), 'dropOff');
}

/** A row without a drop-off depot is not joined: its vehicle returns to its pick-up depot. */
function joinedBy<T extends { readonly row: Row }>(
  entries: readonly T[],
  depot: 'pickUp' | 'dropOff',
): T[] {
  const groups = groupBy(entries, ({ row }) =>
    JSON.stringify({ ...row, [depot]: row[depot] === undefined }),
  );
  return [...groups.values()].map((group) => {
    const [first] = group;
    const depots = group.flatMap(({ row }) => row[depot] ?? []).join('; ');
    return { ...first, row: { ...first.row, [depot]: depots || undefined } };
  });
}

/**
 * `about 315.00–441.00 or more`, from the lowest to the highest: an operator can charge more days
 * than nights, and extras.
 */
function estimateInWords(
  offers: readonly OfferDocument[],
  coversAllCosts: AmountOptions['coversAllCosts'],
): string | undefined {
  const unpriced = offers.flatMap((offer) => (isPriced(offer) ? [] : offer));
  const amounts = unpriced.flatMap(({ estimate = [] }) => estimate);
  const lowest = lowestOf(amounts);
  if (lowest === undefined) return undefined;
  const highest = amounts.reduce((max, amount) => Math.max(max, amount), lowest);
  const range = (highest === lowest ? [lowest] : [lowest, highest]).map(formatMoney).join('–');
  return `about ${range}${unpriced.every(coversAllCosts) ? '' : ' or more'}`;
}

/** Undefined for an empty list. Not `Math.min(...amounts)`, which fails for a very long list. */
function lowestOf(amounts: readonly number[]): number | undefined {
  return amounts.length === 0
    ? undefined
    : amounts.reduce((least, amount) => Math.min(least, amount));
}
