/** Tables of offers and of groups of offers. */
import { bundleOffers, groupKey, groupOffers, type Grouping } from '../../planner/sweep/groups.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import type { Offer, QuotedOffer, Ranked } from '../../planner/sweep/rank.ts';
import type { Block, Column, Row, TableView } from '../../result.ts';
import { plural } from '../../text.ts';
import { nightsColumn, offerColumns, operatorColumn, placeColumn, startColumn, vehicleColumn } from './columns.ts';
import { bundleRecord, groupFields, labelledRecord } from './record.ts';

export interface TableContext {
  readonly identity: Identity;
  /** Epoch ms. */
  readonly now: number;
  /** The most rows of a table. Undefined: all. */
  readonly limit: number | undefined;
}

/** Equal offers are one row, which says how many starts and pairs of depots it is for. */
export function offerTable(
  offers: readonly Ranked[],
  first: readonly Column[],
  { identity, now, limit }: TableContext,
  amount?: Column,
): Block {
  const all = bundleOffers(offers).map((bundle) => bundleRecord(bundle, identity));
  const rows = all.slice(0, limit);
  const table = offerColumns({ rows, first, among: all, now, ...(amount && { amount }) });
  return tableBlock(table, { all: all.length, offers: offers.length });
}

/** The cheapest offer of each group, with the number of offers and the highest total. */
export function groupTable(
  offers: readonly (Ranked & { offer: QuotedOffer })[],
  by: Grouping,
  unpriced: readonly Offer[],
  { identity, now, limit }: TableContext,
): Block {
  const groups = groupOffers(offers, unpriced, (offer) => groupKey(offer, by, identity));
  const rows = groups.slice(0, limit).map((group) => labelledRecord(group.best, identity, groupFields(group)));
  const amount: Column = { key: 'totalAmount', header: 'CHEAPEST', kind: 'money' };
  const first: Column[] = [
    groupColumn(by, rows),
    amount,
    ...(groups.some(({ highest }) => highest !== undefined) ? [highest] : []),
    { key: 'count', header: 'OFFERS', kind: 'number', dropped: 4 },
  ];
  const among = offers.map((ranked) => labelledRecord(ranked, identity));
  const table = offerColumns({ rows, first, among, amount, now });
  return tableBlock(table, { all: groups.length, offers: offers.length });
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

/** `10 of 46 rows (134 offers); --all shows the rest, --limit 20 the first 20`. */
function moreInWords(shown: number, all: number, offers: number): string {
  const next = shown * 2;
  const some = next < all ? `, --limit ${next} the first ${next}` : '';
  const of = offers === all ? '' : ` (${plural(offers, 'offer')})`;
  return `${shown} of ${all} rows${of}; --all shows the rest${some}`;
}
