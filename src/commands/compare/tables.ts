/** Tables of offers and of groups of offers. */
import { recordMaker } from '../../documents/records.ts';
import { offerRecords, type OfferDocument } from '../../documents/compare.ts';
import { alikeOffers, groupOffers, startOf, startsOf, type PricedOffer } from '../../documents/offers.ts';
import type { Grouping } from '../../planner/sweep/groups.ts';
import { areInSeveralYears, shortDate, startsInWords } from '../../planner/trip-words.ts';
import type { Block, Column, Row, TableView } from '../../result.ts';
import { plural } from '../../base/words.ts';
import {
  dropOffColumn,
  nightsColumn,
  offerColumns,
  operatorColumn,
  pickUpColumn,
  startColumn,
  vehicleColumn,
} from './columns.ts';
import type { Labels } from '../../documents/labels.ts';

export interface TableContext {
  readonly labels: Labels;
  /** The most rows of a table. Undefined: all. */
  readonly limit: number | undefined;
  /** What the heading stands for, if that is more than the table has. */
  readonly among?: readonly OfferDocument[];
}

/** Offers that differ only in their start are one row, which says how many starts it is for. */
export function offerTable(
  offers: readonly OfferDocument[],
  first: readonly Column[],
  { labels, limit, among = offers }: TableContext,
  amount?: Column,
): Block {
  const withYear = areInSeveralYears(offers.map(startOf));
  const groups = alikeOffers(offers);
  const rows = groups
    .slice(0, limit)
    .flatMap((alike) =>
      alike
        .slice(0, 1)
        .map((first) => ({ ...offerRow(first, labels), from: startsInWords(startsOf(alike), withYear) })),
    );
  const table = offerColumns({ rows, first, among, labels, amount });
  return tableBlock(table, { all: groups.length, offers: offers.length });
}

/** The cheapest offer of each group, with the number of offers and the highest total. */
export function groupTable(
  offers: readonly PricedOffer[],
  by: Grouping,
  unpriced: readonly OfferDocument[],
  { labels, limit, among = offers }: TableContext,
): Block {
  const groups = groupOffers(offers, unpriced, by);
  const withYear = areInSeveralYears(offers.map(startOf));
  const rows = groups.slice(0, limit).map((group) => {
    return { ...offerRow(group, labels), from: shortDate(startOf(group), withYear) };
  });
  const amount: Column = { key: 'totalAmount', header: 'CHEAPEST', kind: 'money' };
  const first: Column[] = [
    ...groupColumns[by],
    amount,
    ...(groups.some((group) => group.highest !== null) ? [highest] : []),
    { key: 'count', header: 'OFFERS', kind: 'number', priority: 2 },
  ];
  const table = offerColumns({ rows, first, among, labels, amount });
  return tableBlock(table, { all: groups.length, offers: offers.length });
}

const offerRecord = recordMaker(offerRecords);

/** Names are told apart. */
function offerRow(offer: OfferDocument, { vehicleLabel, depotLabel }: Labels): Row {
  const { operator, vehicle, selection } = offer;
  return Object.assign(offerRecord(offer), {
    vehicle: vehicleLabel(operator, vehicle),
    pickUp: depotLabel(operator, selection.pick_up_depot_id),
    dropOff: depotLabel(operator, selection.drop_off_depot_id),
  });
}

const highest: Column = { key: 'highest', header: 'HIGHEST', kind: 'money', priority: 1 };

const groupColumns: Readonly<Record<Grouping, readonly Column[]>> = {
  vehicle: [vehicleColumn],
  date: [startColumn],
  nights: [nightsColumn],
  depots: [pickUpColumn, dropOffColumn],
  operator: [operatorColumn],
};

/** `all` is how many rows there are without a limit, `offers` how many offers they stand for. */
function tableBlock(table: TableView, { all, offers }: { readonly all: number; readonly offers: number }): Block {
  const shown = table.rows.length;
  return { kind: 'table', ...table, ...(shown < all && { note: moreInWords(shown, all, offers) }) };
}

/** `10 of the 46 rows of 134 offers; --all shows the rest, --limit 20 the first 20`: the offers are those of all rows. */
function moreInWords(shown: number, all: number, offers: number): string {
  const next = shown * 2;
  const some = next < all ? `, --limit ${next} the first ${next}` : '';
  const of = offers === all ? '' : ` of ${plural(offers, 'offer')}`;
  return `${shown} of the ${all} rows${of}; --all shows the rest${some}`;
}
