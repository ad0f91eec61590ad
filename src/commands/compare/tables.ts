/** Tables of offers and of groups of offers. */
import type { Context } from '../../cli/context.ts';
import { bundleOffers, groupKey, groupOffers, type Grouping } from '../../planner/sweep/groups.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import type { QuotedOffer, Ranked } from '../../planner/sweep/rank.ts';
import type { Block, Column, Row } from '../../result.ts';
import { plural } from '../../text.ts';
import { offerColumns, operatorColumn, placeColumn, startColumn, vehicleColumn } from './columns.ts';
import type { FittedColumns } from '../shared/room.ts';
import { bundleRecord, groupFields, labelledRecord } from './record.ts';

export interface TableContext {
  readonly identity: Identity;
  readonly context: Context;
  /** The most rows of a table. Undefined: all. */
  readonly limit: number | undefined;
}

/** Equal offers are one row, which says how many starts and pairs of depots it is for. */
export function offerTable(
  offers: readonly Ranked[],
  first: readonly Column[],
  { identity, context, limit }: TableContext,
  amount?: Column,
): Block[] {
  const all = bundleOffers(offers).map((bundle) => bundleRecord(bundle, identity));
  const rows = all.slice(0, limit);
  const fitted = offerColumns({ rows, first, among: all, ...(amount && { amount }) }, context);
  return tableBlocks({ rows, fitted, all: all.length, offers: offers.length });
}

/** The cheapest offer of each group, with the number of offers and the highest total. */
export function groupTable(
  offers: readonly (Ranked & { offer: QuotedOffer })[],
  by: Grouping,
  { identity, context, limit }: TableContext,
): Block[] {
  const groups = groupOffers(offers, (offer) => groupKey(offer, by, identity));
  const rows = groups.slice(0, limit).map((group) => labelledRecord(group.best, identity, groupFields(group)));
  const amount: Column = { key: 'totalAmount', header: 'CHEAPEST', kind: 'money' };
  const first: Column[] = [
    groupColumn(by, rows),
    amount,
    { key: 'highest', header: 'HIGHEST', kind: 'money' },
    { key: 'count', header: 'OFFERS', kind: 'number' },
  ];
  const among = offers.map((ranked) => labelledRecord(ranked, identity));
  const fitted = offerColumns({ rows, first, among, amount }, context);
  return tableBlocks({ rows, fitted, all: groups.length, offers: offers.length });
}

function groupColumn(by: Grouping, rows: readonly Row[]): Column {
  switch (by) {
    case 'vehicle':
      return vehicleColumn;
    case 'date':
      return startColumn(rows);
    case 'depots':
      return placeColumn;
    case 'operator':
      return operatorColumn;
  }
}

interface TableParts {
  readonly rows: readonly Row[];
  readonly fitted: FittedColumns;
  /** How many rows there are without a limit, and how many offers they stand for. */
  readonly all: number;
  readonly offers: number;
}

function tableBlocks({ rows, fitted: { columns, dropped }, all, offers }: TableParts): Block[] {
  const names = dropped.map(({ header = '' }) => header.toLowerCase());
  const hidden = names.length === 0 ? '' : `No room for: ${names.join(', ')}.`;
  const more = rows.length === all ? '' : moreInWords(rows.length, all, offers);
  return [
    { kind: 'table', columns, rows },
    ...[more, hidden].flatMap((text): Block[] => (text === '' ? [] : [{ kind: 'text', text, style: 'dim' }])),
  ];
}

/** `10 of 46 rows (134 offers); --all shows the rest, --limit 20 the first 20`. */
function moreInWords(shown: number, all: number, offers: number): string {
  const next = shown * 2;
  const some = next < all ? `, --limit ${next} the first ${next}` : '';
  const of = offers === all ? '' : ` (${plural(offers, 'offer')})`;
  return `${shown} of ${all} rows${of}; --all shows the rest${some}`;
}
