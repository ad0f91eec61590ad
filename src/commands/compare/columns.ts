/** The columns of a table of offers: what differs between the offers, and what is added where there is room. */
import { formatDate, timeLeft } from '../../planner/calendar.ts';
import type { CalendarDate } from '../../api/types.ts';
import { columnsOf } from '../../document.ts';
import { compare } from '../../documents/compare.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import { isPriced, startOf } from '../../documents/offers.ts';
import { fees } from '../../planner/receipt.ts';
import { describeNights, startsInWords } from '../../planner/trip-words.ts';
import type { Column, Row, TableView } from '../../result.ts';
import { formatDuration, plural, shorten } from '../../text.ts';
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
  const isShown = {
    vehicle: rows.length === 1 || differs(vehicleOf),
    starts: differs(startOf),
    nights: differs(({ nights }) => nights),
    place: differs(labels.placeLabel),
    operator: differs(({ operator }) => operator),
  };
  const columns = unique([
    ...first,
    amount,
    ...(isShown.vehicle ? [vehicleColumn] : []),
    ...(isShown.starts ? [startColumn(rows)] : []),
    ...(rows.some(({ noTimes = '' }) => noTimes !== '') ? [noTimesColumn] : []),
    ...(isShown.nights ? [nightsColumn] : []),
    ...(isShown.place ? [placeColumn] : []),
    ...(isShown.operator ? [operatorColumn] : []),
  ]);
  const bar: Column = { key: amount.key, header: '', kind: 'bar', beside: amount.key };
  return { columns, rows, more: [[bar], ...extraColumns(rows, now), [link]] };
}

export const vehicleColumn: Column = { key: 'vehicle', header: 'VEHICLE', cut: 'last' };
export const operatorColumn: Column = { key: 'operator', header: 'OPERATOR', cut: 'early', dropped: 1 };
export const placeColumn: Column = { key: 'place', header: 'DEPOTS', cut: 'early', brief: shortPlace, dropped: 2 };
export const nightsColumn: Column = { key: 'nights', header: 'NIGHTS', kind: 'number', dropped: 3 };
const noTimesColumn: Column = { key: 'noTimes', header: 'NO TIMES', cut: 'early' };
const longestHalf = 9;

/** `Auckland… +2`, which fits where the column is shortest; or the starts of both names, which tell more than the first name alone. */
function shortPlace({ place, routes, placeLabel }: Row): string {
  if (Number(routes) > 1) {
    const more = ` +${Number(routes) - 1}`;
    return shorten(String(placeLabel), longestHalf + 2 - more.length) + more;
  }
  const ends = String(place).split(' → ');
  return ends.length === 1 ? ends.join() : ends.map((end) => shorten(end, longestHalf - 1)).join(' → ');
}

export function startColumn(rows: readonly Row[]): Column {
  const years = new Set(rows.flatMap(datesOf).map((date) => date.slice(0, 4)));
  const inWords = (short: boolean) => (row: Row) => startsInWords(datesOf(row), { withYear: years.size > 1, short });
  return { key: 'pick_up_date', header: 'FROM', cut: 'late', show: inWords(false), brief: inWords(true) };
}

function datesOf({ starts, pick_up_date: date }: Row): readonly CalendarDate[] {
  return (starts ?? [date]) as readonly CalendarDate[];
}

/** An address that cannot be clicked would fill the whole table; the cheapest offer has its address below. */
const link: Column = { key: 'checkoutUrl', header: 'BOOK', kind: 'link', show: () => 'book' };

/** Groups of columns that are added while there is room, the most useful first. */
function extraColumns(rows: readonly Row[], now: number): Column[][] {
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
  // A single fee is the total.
  const parts = charged.length > 1 ? charged : [];
  const perNight = present(rows, { key: 'perNight', header: 'A NIGHT', kind: 'money', beside: 'totalAmount' });
  return [parts, perNight, expiry];
}

function present(rows: readonly Row[], column: Column): Column[] {
  return rows.some((row) => row[column.key] !== null) ? [column] : [];
}

/** The first columns of a grouped table are among the others again. */
function unique(columns: readonly Column[]): Column[] {
  return columns.filter((column, index) => columns.findIndex(({ key }) => key === column.key) === index);
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
