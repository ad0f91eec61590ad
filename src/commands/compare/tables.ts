/** Tables of offers and of groups of offers. */
import { recordMaker } from '../../document.ts';
import { offerRecords, type OfferDocument } from '../../documents/compare.ts';
import { foldOffers, groupOffers, isPriced, type Fold, type PricedOffer } from '../../documents/offers.ts';
import { expiriesOf } from '../../planner/expiry.ts';
import type { Grouping } from '../../planner/sweep/groups.ts';
import type { Block, Column, Row, TableView } from '../../result.ts';
import { plural } from '../../text.ts';
import { nightsColumn, offerColumns, operatorColumn, placeColumn, startColumn, vehicleColumn } from './columns.ts';
import type { Labels } from '../../documents/labels.ts';

export interface TableContext {
  readonly labels: Labels;
  /** Epoch ms. */
  readonly now: number;
  /** The most rows of a table. Undefined: all. */
  readonly limit: number | undefined;
  /** What the heading stands for, if that is more than the table has. */
  readonly among?: readonly OfferDocument[];
}

/** Equal offers are one row, which says how many starts and pairs of depots it is for. */
export function offerTable(
  offers: readonly OfferDocument[],
  first: readonly Column[],
  { labels, now, limit, among = offers }: TableContext,
  amount?: Column,
): Block {
  const all = foldOffers(offers).map((fold) => foldRow(fold, labels));
  const rows = all.slice(0, limit);
  const table = offerColumns({ rows, first, among, labels, now, ...(amount && { amount }) });
  return tableBlock(table, { all: all.length, offers: offers.length });
}

/** The cheapest offer of each group, with the number of offers and the highest total. */
export function groupTable(
  offers: readonly PricedOffer[],
  by: Grouping,
  unpriced: readonly OfferDocument[],
  { labels, now, limit, among = offers }: TableContext,
): Block {
  const groups = groupOffers(offers, unpriced, by);
  const rows = groups.slice(0, limit).map((group) => offerRow(group, labels));
  const amount: Column = { key: 'totalAmount', header: 'CHEAPEST', kind: 'money' };
  const first: Column[] = [
    groupColumn(by, rows),
    amount,
    ...(groups.some((group) => group.highest !== null) ? [highest] : []),
    { key: 'count', header: 'OFFERS', kind: 'number', dropped: 4 },
  ];
  const table = offerColumns({ rows, first, among, labels, amount, now });
  return tableBlock(table, { all: groups.length, offers: offers.length });
}

const offerRecord = recordMaker(offerRecords);

/** Names are told apart. */
function offerRow(offer: OfferDocument, { vehicleLabel, placeLabel }: Labels): Row {
  const labels = { vehicle: vehicleLabel(offer.operator, offer.vehicle), place: placeLabel(offer) };
  return Object.assign(offerRecord(offer), labels);
}

/** For offers that differ only in start or depots. */
function foldRow({ first, all, starts, routes }: Fold, labels: Labels): Row {
  const expiresAt = expiriesOf(all.filter(isPriced))[0] ?? null;
  const row = { ...offerRow(first, labels), starts, routes: routes.length, expiresAt };
  if (routes.length === 1) return row;
  const places = routes.map(labels.placeLabel);
  return { ...row, placeLabel: places[0], place: `${routes.length} routes: ${places.join(', ')}` };
}

const highest: Column = { key: 'highest', header: 'HIGHEST', kind: 'money', dropped: 5 };

function groupColumn(by: Grouping, rows: readonly Row[]): Column {
  switch (by) {
    case 'vehicle':
      return vehicleColumn;
    case 'date':
      return startColumn(rows);
    case 'nights':
      return nightsColumn;
    case 'depots':
      return placeColumn;
    case 'operator':
      return operatorColumn;
  }
}

/** `all` is how many rows there are without a limit, `offers` how many offers they stand for. */
function tableBlock(table: TableView, { all, offers }: { readonly all: number; readonly offers: number }): Block {
  const shown = table.rows.length;
  return { kind: 'table', ...table, ...(shown < all && { note: moreInWords(shown, all, offers) }) };
}

/** `10 of 46 rows, for 134 offers; --all shows the rest, --limit 20 the first 20`: the offers are those of all rows. */
function moreInWords(shown: number, all: number, offers: number): string {
  const next = shown * 2;
  const some = next < all ? `, --limit ${next} the first ${next}` : '';
  const of = offers === all ? '' : ` of ${plural(offers, 'offer')}`;
  return `${shown} of the ${all} rows${of}; --all shows the rest${some}`;
}
