/** The columns of a table of offers: what differs between the offers, and what is added where there is room. */
import { formatDate, timeLeft } from '../../planner/calendar.ts';
import { columnsOf } from '../../document.ts';
import { compare } from '../../documents/compare.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import { isPriced, startOf } from '../../documents/offers.ts';
import { fees } from '../../planner/receipt.ts';
import { describeNights } from '../../planner/trip-words.ts';
import type { Column, Row, TableView } from '../../result.ts';
import { formatDuration, plural } from '../../text.ts';
import type { Labels } from '../../documents/labels.ts';

export interface TableParts {
  /** Records of offers as tables have them. */
  readonly rows: readonly Row[];
  readonly first: readonly Column[];
  /** What the heading stands for: a column is shown if these differ. */
  readonly among: readonly OfferDocument[];
  readonly labels: Labels;
  /** What takes the place of the total. */
  readonly amount?: Column;
  /** Epoch ms. */
  readonly now: number;
}

const total: Column = { key: 'totalAmount', header: 'TOTAL', kind: 'money' };

export function offerColumns({ rows, first, among, labels, amount = total, now }: TableParts): TableView {
  const differs = (keyOf: (offer: OfferDocument) => unknown): boolean => new Set(among.map(keyOf)).size > 1;
  const vehicleOf = ({ operator, vehicle }: OfferDocument) => `${labels.vehicleLabel(operator, vehicle)} ${operator}`;
  const { depotLabel } = labels;
  const pickUpOf = ({ operator, selection }: OfferDocument) => depotLabel(operator, selection.pick_up_depot_id);
  const dropOffOf = ({ operator, selection }: OfferDocument) => depotLabel(operator, selection.drop_off_depot_id);
  const isOneWay = among.some((offer) => pickUpOf(offer) !== dropOffOf(offer));
  const isShown = new Map<Column, boolean>([
    [vehicleColumn, rows.length === 1 || differs(vehicleOf)],
    [startColumn, differs(startOf)],
    [noTimesColumn, rows.some(({ noTimes = '' }) => noTimes !== '')],
    [nightsColumn, differs(({ nights }) => nights)],
    [pickUpColumn, differs(pickUpOf)],
    [dropOffColumn, isOneWay && differs(dropOffOf)],
    [operatorColumn, differs(({ operator }) => operator)],
  ]);
  const bar: Column = { key: amount.key, header: '', kind: 'bar', priority: 10 };
  const differing = [...isShown].flatMap(([column, shown]) => (shown ? [column] : []));
  const columns = [...first, amount, bar, ...perNight(rows), ...differing, ...extraColumns(rows, now)];
  return { columns: unique(columns), rows };
}

export const vehicleColumn: Column = { key: 'vehicle', header: 'VEHICLE', flexible: 16 };
export const startColumn: Column = { key: 'from', header: 'FROM', flexible: 20 };
const noTimesColumn: Column = { key: 'noTimes', header: 'NO TIMES', flexible: 8 };
export const nightsColumn: Column = { key: 'nights', header: 'NIGHTS', kind: 'number', priority: 3 };
export const pickUpColumn: Column = { key: 'pickUp', header: 'PICK-UP', flexible: 16, priority: 4 };
export const dropOffColumn: Column = { key: 'dropOff', header: 'DROP-OFF', flexible: 16, priority: 4 };
export const operatorColumn: Column = { key: 'operator', header: 'OPERATOR', flexible: 10, priority: 5 };

/** Columns that are shown while there is room, the most useful first. A single fee is the total. */
function extraColumns(rows: readonly Row[], now: number): Column[] {
  const charged = columnsOf(compare).filter(
    ({ key }) => fees.some((fee) => fee.key === key) && rows.some((row) => Number(row[key]) !== 0),
  );
  const expiry = present(rows, {
    key: 'expiresAt',
    header: 'EXPIRES',
    show: ({ expiresAt }) => {
      const left = timeLeft(String(expiresAt), now);
      return left > 0 ? `in ${formatDuration(left)}` : 'expired';
    },
  });
  const link: Column = { key: 'checkoutUrl', header: 'BOOK', kind: 'link', show: () => 'book' };
  return [
    ...(charged.length > 1 ? charged : []).map((column): Column => ({ ...column, priority: 11, extra: true })),
    ...expiry.map((column): Column => ({ ...column, priority: 13, extra: true })),
    // Whole addresses hardly ever have room; the cheapest offer has its address below.
    { ...link, priority: 14, extra: true },
  ];
}

function perNight(rows: readonly Row[]): Column[] {
  return present(rows, { key: 'perNight', header: 'A NIGHT', kind: 'money', priority: 12, extra: true });
}

function present(rows: readonly Row[], column: Column): Column[] {
  return rows.some((row) => row[column.key] !== null) ? [column] : [];
}

/** The first columns of a grouped table are among the others again. */
function unique(columns: readonly Column[]): Column[] {
  return columns.filter(({ key, kind }, index) => {
    return columns.findIndex((other) => other.key === key && (other.kind === 'bar') === (kind === 'bar')) === index;
  });
}

/** What the offers have in common: `36 offers in NZD, Auckland Airport → Queenstown, starts Thu 17 Dec 2026 – Wed 23 Dec 2026, 7 nights`. */
export function headingOf(
  offers: readonly OfferDocument[],
  operators: readonly string[],
  { placeLabel, vehicleLabel }: Labels,
): string {
  const currency = offers.find(isPriced)?.currency;
  const places = [...new Set(offers.map(placeLabel))];
  const vehicles = new Set(offers.map(({ operator, vehicle }) => vehicleLabel(operator, vehicle)));
  const dates = [...new Set(offers.map(startOf))].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  const counts = [...new Set(offers.map(({ nights }) => nights))];
  const [count] = counts;
  return [
    `${plural(offers.length, 'offer')}${currency === undefined ? '' : ` in ${currency}`}`,
    vehicles.size === 1 && offers.length > 1 ? [...vehicles][0] : undefined,
    places.length === 1 ? places[0] : plural(places.length, 'pair of depots', 'pairs of depots'),
    first && last && (first === last ? formatDate(first) : `starts ${formatDate(first)} – ${formatDate(last)}`),
    counts.length === 1 && count !== undefined ? describeNights(count) : undefined,
    operators.length > 1 ? undefined : operators[0],
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
