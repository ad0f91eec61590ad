/**
 * The offers of a comparison by vehicle: a model reads each vehicle once, with what it costs on
 * which starts, so that none of thousands of offers is left out silently. What all offers have in
 * common stands beside the lists, once.
 */
import { groupBy } from '../../base/group-by.ts';
import { formatMoney } from '../../base/money.ts';
import { giveWay } from '../../base/turns.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import type { Labels } from '../../documents/labels.ts';
import {
  hasAllExtras,
  isPriced,
  startsOf,
  offerTrip,
  type Comparison,
} from '../../documents/offers.ts';
import { groupKey } from '../../planner/groupings.ts';
import { isWithin, type MaxAmount } from '../../planner/max-amount.ts';
import type { Row } from '../../shape.ts';
import { offerFacts, type Differing } from './offer-facts.ts';
import { listStarts } from '../../planner/trip-words.ts';

export interface AmountRules {
  /** Whether quotes showed all that an estimate stands for. */
  isWholeEstimate(offer: OfferDocument): boolean;
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
  { isWholeEstimate, maxTotal }: AmountRules,
) {
  const { shared, differing } = offerFacts(offers, depotLabel, maxTotal);
  const inWords: EntryRules = {
    differing,
    estimateOf: (list) => estimateInWords(list, isWholeEstimate),
    startsIn: (list) => (shared['start'] === undefined ? listStarts(startsOf(list)) : undefined),
  };
  await giveWay(offers.length);
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
    // The three that follow add up to it.
    offersTotal: offers.length,
    priced: ranked.length,
    incomplete: priced.length - ranked.length || undefined,
    notPriced: offers.length - priced.length || undefined,
    withinMaxTotal:
      maxTotal && ranked.length > 0
        ? ranked.filter((offer) => isWithin(offer, maxTotal)).length
        : undefined,
    vehicles: [...byVehicle.values()].map((list, place) =>
      vehicleEntry(list, inWords, place < maxLinks),
    ),
    unranked: [...byLack.values()].map((list) => unrankedEntry(list, inWords)),
  };
}

interface EntryRules {
  readonly differing: Differing;
  estimateOf(offers: readonly OfferDocument[]): string | undefined;
  /** Undefined if all offers have one start. */
  startsIn(offers: readonly OfferDocument[]): string | undefined;
}

function vehicleOf(offer: OfferDocument): string {
  const { operator, vehicle } = offer;
  return groupKey({ operator, vehicle, ...offerTrip(offer) }, 'vehicle');
}

/** The operator stands here if it differs. */
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
  { differing, estimateOf, startsIn }: EntryRules,
  isLinked: boolean,
): Row {
  const priced = offers.filter(isPriced);
  const open = offers.flatMap((offer) => (isPriced(offer) ? [] : offer));
  const total = lowestOf(priced.map(({ totalAmount }) => totalAmount)) ?? 0;
  const lower = lowestOf(
    open.flatMap(({ estimate = total }) => (estimate < total ? estimate : [])),
  );
  const prices = alike(priced, (offer) => ({
    totalAmount: offer.totalAmount,
    ...differing(offer),
  })).map(({ list, row }) => ({
    link: list[0].checkoutUrl,
    row: { ...row, starts: startsIn(list) },
  }));
  const hasRowEach = new Set(open.map(({ estimate }) => estimate)).size <= maxEstimates;
  const unpriced = alike(open, (offer) => ({
    estimate: hasRowEach ? offer.estimate : undefined,
    ...differing(offer),
  })).map(({ list, row }) => ({
    row: { ...row, estimate: estimateOf(list), starts: startsIn(list) },
  }));
  return {
    ...nameFields(offers, differing),
    offers: countOf(offers),
    cheaper:
      lower &&
      `${startsIn(offers) === undefined ? 'others' : 'other starts'} from about ${formatMoney(lower)}, not priced`,
    prices: withJoinedDepots(prices).map(({ row, link }, place) => ({
      ...row,
      checkoutUrl: isLinked && place === 0 ? link : undefined,
    })),
    notPriced: withJoinedDepots(unpriced).map(({ row }) => row),
  };
}

function unrankedEntry(
  offers: readonly OfferDocument[],
  { differing, estimateOf, startsIn }: EntryRules,
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

/** Offers that are equal but for their start. */
function alike<T extends OfferDocument>(offers: readonly T[], rowOf: (offer: T) => Row) {
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

/** A row without a drop-off depot stays apart: its vehicle returns to its pick-up depot. */
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
  isWholeEstimate: AmountRules['isWholeEstimate'],
): string | undefined {
  const open = offers.flatMap((offer) => (isPriced(offer) ? [] : offer));
  const amounts = open.flatMap(({ estimate = [] }) => estimate);
  const lowest = lowestOf(amounts);
  if (lowest === undefined) return undefined;
  const highest = amounts.reduce((max, amount) => Math.max(max, amount), lowest);
  const range = (highest === lowest ? [lowest] : [lowest, highest]).map(formatMoney).join('–');
  return `about ${range}${open.every(isWholeEstimate) ? '' : ' or more'}`;
}

/** Undefined for none. A list can be too long for arguments. */
function lowestOf(amounts: readonly number[]): number | undefined {
  return amounts.length === 0
    ? undefined
    : amounts.reduce((least, amount) => Math.min(least, amount));
}
