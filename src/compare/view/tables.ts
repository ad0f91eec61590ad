/** Tables of offers and of groups of offers. */
import { recordMaker } from '../../documents/records.ts';
import { offerRecords, type OfferDocument } from '../../documents/compare.ts';
import type { Labels } from '../../views/labels.ts';
import { isPriced, startOf, type PricedOffer } from '../../documents/offers.ts';
import {
  alikeOffers,
  groupOffers,
  otherVehicles,
  otherVehiclesTitle,
  startsOf,
} from '../../views/shown-offers.ts';
import { groupBy } from '../../base/group-by.ts';
import type { Grouping } from '../../planner/groupings.ts';
import {
  areInSeveralYears,
  shortDate,
  shortStarts,
  startsInWords,
} from '../../views/trip-words.ts';
import type { Block, Column, Row, TableView } from '../../result.ts';
import { plural } from '../../base/words.ts';
import { groupKeyColumns, highestColumn, offerColumns, offersColumn } from './columns.ts';

export interface TableContext {
  readonly labels: Labels;
  /** Rows of a table. Undefined: all. */
  readonly limit: number | undefined;
  /** The offers that the heading stands for, if they are more than those of the table. */
  readonly headingOffers?: readonly OfferDocument[];
  /** All ranked offers, best first: the best of each vehicle without a row is shown below. */
  readonly allRanked?: readonly PricedOffer[];
  /** The best offer is the cheapest of all. */
  readonly isBestCertain?: boolean;
}

/** Rows for vehicles that are not among the first rows. */
const maxOtherVehicles = 10;

/** Offers that differ only in their start share a row. */
export function offerTable(
  offers: readonly OfferDocument[],
  first: readonly Column[],
  { labels, limit, headingOffers = offers, allRanked = [], isBestCertain = false }: TableContext,
  amount?: Column,
): Block {
  const withYear = areInSeveralYears([...offers, ...allRanked].map(startOf));
  const sharing = groupBy(offers, ({ rank }) => rank);
  const rankText = ({ rank }: OfferDocument): string | number | null =>
    rank !== null && (sharing.get(rank)?.length ?? 0) > 1 ? `=${rank}` : rank;
  const groups = alikeOffers(offers);
  const shown = groups.slice(0, limit);
  const others = otherVehicles(allRanked, shown.flat()).slice(0, maxOtherVehicles);
  const rowOf = (alike: readonly [OfferDocument, ...OfferDocument[]]): Row => {
    const [best] = alike;
    const starts = startsOf(alike);
    return {
      ...offerRow(best, labels),
      rank: rankText(best),
      from: startsInWords(starts, { withYear }),
      fromShort: shortStarts(starts, { withYear }),
    };
  };
  // Not all offers of the other vehicles were priced, so a rank would say little.
  const rows = [...shown.map(rowOf), ...others.map((alike) => ({ ...rowOf(alike), rank: null }))];
  const table = offerColumns({ rows, first, headingOffers, labels, amount });
  // If the rows of other vehicles complete the list, the note has nothing to say.
  const isAllShown = shown.length + others.length >= groups.length;
  const count = isAllShown ? groups.length : shown.length;
  const block = tableBlock(table, { shown: count, all: groups.length, offers: offers.length });
  return others.length === 0
    ? block
    : {
        ...block,
        section: { at: shown.length, title: otherVehiclesTitle({ isBestCertain }) },
      };
}

/** The cheapest offer of each group, with the number of offers and the highest total. */
export function groupTable(
  offers: readonly PricedOffer[],
  by: Grouping,
  unpriced: readonly OfferDocument[],
  { labels, limit, headingOffers = offers, isBestCertain = false }: TableContext,
): Block {
  const groups = groupOffers(offers, unpriced, by);
  const withYear = areInSeveralYears(offers.map(startOf));
  const rows = groups.slice(0, limit).map((group) => {
    const from = shortDate(startOf(group), { withYear });
    return { ...offerRow(group, labels), from, fromShort: from };
  });
  const header = isBestCertain ? 'CHEAPEST' : 'CHEAPEST FOUND';
  const amount: Column = { key: 'totalAmount', header, kind: 'money' };
  const first: Column[] = [
    ...groupKeyColumns(by, headingOffers),
    amount,
    ...(isHighestShown(groups) ? [highestColumn] : []),
    offersColumn,
  ];
  const table = offerColumns({ rows, first, headingOffers, labels, amount });
  // The note does not count offers: a column has the number of each group.
  return tableBlock(table, { shown: rows.length, all: groups.length });
}

/** Only if every group has a highest total, and it is not always the cheapest one again. */
function isHighestShown(groups: readonly PricedOffer[]): boolean {
  const areAll = groups.every(({ highest = null }) => highest !== null);
  return areAll && groups.some(({ highest, totalAmount }) => highest !== totalAmount);
}

const offerRecord = recordMaker(offerRecords);

/** The row of an offer, with ids behind names that several things have. */
export function offerRow(offer: OfferDocument, { vehicleLabel, depotLabel }: Labels): Row {
  const { operator, vehicle, selection } = offer;
  return Object.assign(offerRecord(offer), {
    vehicle: vehicleLabel(operator, vehicle),
    pickUp: depotLabel(operator, selection.pick_up_depot_id),
    dropOff: depotLabel(operator, selection.drop_off_depot_id),
    estimate: isPriced(offer) ? undefined : offer.estimate,
    checkTimes: timesToCheck(offer),
  });
}

/** `pick-up, drop-off?`: the second may fit. */
function timesToCheck({ warnings = [], unsureTimes = [] }: OfferDocument): string {
  const missing = warnings.map(({ purpose }) => purpose);
  const unsure = unsureTimes.map(({ purpose }) => `${purpose}?`);
  return [...missing, ...unsure].join(', ');
}

interface RowCounts {
  readonly shown: number;
  /** How many there are without a limit. */
  readonly all: number;
  /** How many offers all rows stand for. Undefined: the note does not count them. */
  readonly offers?: number;
}

export function tableBlock(
  table: TableView,
  counts: RowCounts,
): Extract<Block, { readonly kind: 'table' }> {
  return {
    kind: 'table',
    ...table,
    ...(counts.shown < counts.all && { note: moreInWords(counts) }),
  };
}

/** `10 of 46 rows (134 offers); --all shows the rest, --limit 20 the first 20`. */
function moreInWords({ shown, all, offers = all }: RowCounts): string {
  const next = shown * 2;
  const some = next < all ? `, --limit ${next} the first ${next}` : '';
  const of = offers === all ? '' : ` (${plural(offers, 'offer')})`;
  return `${shown} of ${all} rows${of}; --all shows the rest${some}`;
}
