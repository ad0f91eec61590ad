/** The columns of a table of offers: what differs between the offers, and more as far as the terminal has room. */
import { formatDate, nights, timeLeft } from '../../planner/calendar.ts';
import { formatMoney } from '../../planner/money.ts';
import type { CalendarDate } from '../../api/types.ts';
import type { Context } from '../../cli/context.ts';
import type { SweepOutcome } from '../../planner/sweep/events.ts';
import { vehicleKey } from '../../planner/sweep/groups.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import { isQuoted, type Offer } from '../../planner/sweep/rank.ts';
import type { Column, Row } from '../../result.ts';
import { formatDuration, plural } from '../../text.ts';
import { createLinker } from '../../terminal/links.ts';
import { textWidth } from '../../terminal/width.ts';

import { describeNights } from '../shared/trip-words.ts';

const gap = 2;

export interface TableParts {
  /** Records of offers (`labelledRecord`). */
  readonly rows: readonly Row[];
  readonly first: readonly Column[];
  /** The records that the rows were chosen from: a column is shown if these differ. */
  readonly among?: readonly Row[];
}

export function offerColumns({ rows, first, among = rows }: TableParts, context: Context): Column[] {
  const years = new Set(rows.map((row) => String(row['pick_up_date']).slice(0, 4)));
  const base: Column[] = [
    ...first,
    { key: 'totalAmount', header: 'TOTAL', kind: 'money' },
    ...present(rows, { key: 'perNight', header: 'A NIGHT', kind: 'money' }),
    ...differing(among, ({ vehicleId, operator }) => `${String(vehicleId)} ${String(operator)}`, {
      key: 'vehicle',
      header: 'VEHICLE',
    }),
    ...differing(among, ({ pick_up_date }) => String(pick_up_date), {
      key: 'pick_up_date',
      header: 'FROM',
      show: ({ pick_up_date }) => shortDate(String(pick_up_date) as CalendarDate, years.size > 1),
    }),
    ...differing(among, ({ nights }) => String(nights), { key: 'nights', header: 'NIGHTS', kind: 'number' }),
    ...differing(among, ({ placeKey }) => String(placeKey), { key: 'place', header: 'DEPOTS' }),
    ...differing(among, ({ operator }) => String(operator), { key: 'operator', header: 'OPERATOR' }),
  ];
  return withRoom(rows, unique(base), extraColumns(rows, context), context);
}

/** Groups of columns that are added while there is room, the most useful first. */
function extraColumns(rows: readonly Row[], { io }: Context): Column[][] {
  const now = io.now();
  const fees = (['rentalFee', 'routeFee', 'accessoriesFee', 'insuranceFee'] as const).flatMap((key): Column[] =>
    rows.some((row) => Number(row[key]) !== 0) ? [{ key, header: feeNames[key], kind: 'money' }] : [],
  );
  const expiry = present(rows, {
    key: 'expiresAt',
    header: 'EXPIRES',
    show: ({ expiresAt }) => {
      const left = timeLeft(String(expiresAt), now);
      return left > 0 ? `in ${formatDuration(left)}` : 'expired';
    },
  });
  // An address that cannot be clicked would fill the whole table; the cheapest offer has its address below.
  const link: Column[] = createLinker(io.stdout, io.env).clickable
    ? [{ key: 'checkoutUrl', header: 'BOOK', kind: 'link', show: () => 'book' }]
    : [];
  return [fees, expiry, link];
}

const feeNames = {
  rentalFee: 'RENTAL',
  routeFee: 'ROUTE FEE',
  accessoriesFee: 'ACCESSORIES',
  insuranceFee: 'INSURANCE',
};

function withRoom(
  rows: readonly Row[],
  base: readonly Column[],
  extra: readonly (readonly Column[])[],
  { io }: Context,
): Column[] {
  const room = (io.stdout.columns ?? Number(io.env['COLUMNS'])) || 80;
  const widthOfAll = (columns: readonly Column[]): number =>
    columns.reduce((sum, column) => sum + gap + widthOf(column, rows), 0);
  const columns = [...base];
  let taken = widthOfAll(base) - gap;
  for (const group of extra) {
    const width = widthOfAll(group);
    if (taken + width > room) continue;
    columns.push(...group);
    taken += width;
  }
  return columns;
}

function widthOf(column: Column, rows: readonly Row[]): number {
  const text = (row: Row): string => {
    if (column.show !== undefined) return String(column.show(row));
    const value = row[column.key];
    // Leaves room for the commas that a table adds.
    return column.kind === 'money' && typeof value === 'number' ? `${formatMoney(value)},` : String(value ?? '');
  };
  return rows.reduce((most, row) => Math.max(most, textWidth(text(row))), textWidth(column.header ?? ''));
}

/** A column that is the same for all rows is left out: the heading has it. */
function differing(rows: readonly Row[], keyOf: (row: Row) => string, column: Column): Column[] {
  return new Set(rows.map(keyOf)).size > 1 || (rows.length === 1 && column.key === 'vehicle') ? [column] : [];
}

function present(rows: readonly Row[], column: Column): Column[] {
  return rows.some((row) => row[column.key] !== null) ? [column] : [];
}

/** The first columns of a grouped table are among the others again. */
function unique(columns: readonly Column[]): Column[] {
  return columns.filter((column, index) => columns.findIndex(({ key }) => key === column.key) === index);
}

/** `Sun 20 Dec`, with the year if there are several. */
export function shortDate(date: CalendarDate, withYear: boolean): string {
  const text = formatDate(date);
  return withYear ? text : text.slice(0, -5);
}

/** What the offers have in common: `36 offers in NZD, Auckland Airport → Queenstown, Thu 17 Dec 2026 – Wed 23 Dec 2026, 7 nights`. */
export function headingOf(
  offers: readonly Offer[],
  { sessions }: Pick<SweepOutcome, 'sessions'>,
  { placeKey, placeLabel, vehicleLabel }: Identity,
): string {
  const currency = offers.find(isQuoted)?.quote.currency;
  const depots = new Map(offers.map((offer) => [placeKey(offer), placeLabel(offer)]));
  const dates = [...new Set(offers.map(({ pickUpDate }) => pickUpDate))].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  const counts = new Set(offers.map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate)));
  const [count] = counts;
  const vehicles = new Map(offers.map((offer) => [vehicleKey(offer), vehicleLabel(offer.operator, offer.vehicle)]));
  return [
    `${plural(offers.length, 'offer')}${currency === undefined ? '' : ` in ${currency}`}`,
    vehicles.size === 1 && offers.length > 1 ? [...vehicles.values()][0] : undefined,
    depots.size === 1 ? [...depots.values()][0] : plural(depots.size, 'pair of depots', 'pairs of depots'),
    first && last && (first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`),
    counts.size === 1 && count !== undefined ? describeNights(count) : undefined,
    sessions.length > 1 ? undefined : sessions[0]?.operator.name,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
