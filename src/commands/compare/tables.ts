/** Tables of offers and of groups of offers. */
import type { CalendarDate } from '../../api/types.ts';
import type { Context } from '../../cli/context.ts';
import { groupKey, groupOffers, type Grouping } from '../../planner/sweep/groups.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import type { QuotedOffer, Ranked } from '../../planner/sweep/rank.ts';
import type { Block, Column, Row } from '../../result.ts';
import { offerColumns, shortDate } from './columns.ts';
import { groupFields, labelledRecord } from './record.ts';

export interface TableContext {
  readonly identity: Identity;
  readonly context: Context;
}

export function offerTable(
  offers: readonly Ranked[],
  first: readonly Column[],
  { identity, context }: TableContext,
): Block & { kind: 'table' } {
  const rows = offers.map((ranked) => labelledRecord(ranked, identity));
  return { kind: 'table', columns: offerColumns({ rows, first }, context), rows };
}

export const vehicleColumn: Column = { key: 'vehicle', header: 'VEHICLE' };

const groupColumns: Readonly<Record<Grouping, Column>> = {
  vehicle: vehicleColumn,
  date: {
    key: 'pick_up_date',
    header: 'FROM',
    show: (row) => shortDate(String(row['pick_up_date']) as CalendarDate, true),
  },
  depots: { key: 'place', header: 'DEPOTS' },
  operator: { key: 'operator', header: 'OPERATOR' },
};

/** The cheapest offer of each group, with the number of offers and the highest total. */
export function groupTable(
  offers: readonly (Ranked & { offer: QuotedOffer })[],
  by: Grouping,
  { identity, context }: TableContext,
): Block {
  const groups = groupOffers(offers, (offer) => groupKey(offer, by, identity));
  const rows = groups.map((group): Row => ({ ...labelledRecord(group.best, identity), ...groupFields(group) }));
  const first: Column[] = [
    groupColumns[by],
    { key: 'totalAmount', header: 'CHEAPEST', kind: 'money' },
    { key: 'highest', header: 'HIGHEST', kind: 'money' },
    { key: 'count', header: 'OFFERS', kind: 'number' },
  ];
  const among = offers.map((ranked) => labelledRecord(ranked, identity));
  return { kind: 'table', columns: offerColumns({ rows, first, among }, context), rows };
}
