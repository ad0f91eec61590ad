/** The columns of a table of offers: what differs between the offers, and what is added where there is room. */
import { formatDate, nights, timeLeft } from '../../planner/calendar.ts';
import type { CalendarDate } from '../../api/types.ts';
import { columnsOf } from '../../document.ts';
import { compare } from '../../documents/compare.ts';
import { fees } from '../../planner/receipt.ts';
import type { SweepOutcome } from '../../planner/sweep/events.ts';
import { vehicleKey } from '../../planner/sweep/groups.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import { isQuoted, type Offer } from '../../planner/sweep/rank.ts';
import type { Column, Row, TableView } from '../../result.ts';
import { formatDuration, plural, shorten } from '../../text.ts';
import { describeNights } from '../../planner/trip-words.ts';
import { startsInWords } from '../../planner/sweep/starts.ts';

export interface TableParts {
  /** Records of offers (`labelledRecord` or `bundleRecord`). */
  readonly rows: readonly Row[];
  readonly first: readonly Column[];
  /** The records that the rows were chosen from: a column is shown if these differ. */
  readonly among?: readonly Row[];
  /** What takes the place of the total. */
  readonly amount?: Column;
  /** Epoch ms. */
  readonly now: number;
}

const total: Column = { key: 'totalAmount', header: 'TOTAL', kind: 'money' };

export function offerColumns({ rows, first, among = rows, amount = total, now }: TableParts): TableView {
  const differs = (keyOf: (row: Row) => unknown): boolean => new Set(among.map(keyOf)).size > 1;
  const hasSeveral = (count: (row: Row) => unknown): boolean => rows.some((row) => Number(count(row)) > 1);
  const isShown = {
    vehicle: rows.length === 1 || differs(({ vehicle, operator }) => `${String(vehicle)} ${String(operator)}`),
    starts: hasSeveral((row) => datesOf(row).length) || differs(({ pick_up_date }) => pick_up_date),
    nights: differs(({ nights }) => nights),
    place: hasSeveral(({ routes }) => routes) || differs(({ placeKey }) => placeKey),
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

/** What the offers have in common: `36 offers in NZD, Auckland Airport → Queenstown, Thu 17 Dec 2026 – Wed 23 Dec 2026, 7 nights`. */
export function headingOf(
  offers: readonly Offer[],
  { sessions }: Pick<SweepOutcome, 'sessions'>,
  { placeKey, placeLabel, vehicleLabel }: Identity,
): string {
  const currency = offers.find(isQuoted)?.quote.currency;
  const [one] = offers;
  const places = new Set(offers.map(placeKey));
  const dates = [...new Set(offers.map(({ pickUpDate }) => pickUpDate))].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  const trips = new Map(offers.map((offer) => [`${offer.pickUpDate} ${offer.dropOffDate}`, offer]));
  const counts = new Set([...trips.values()].map(({ pickUpDate, dropOffDate }) => nights(pickUpDate, dropOffDate)));
  const [count] = counts;
  const vehicles = new Set(offers.map(vehicleKey));
  return [
    `${plural(offers.length, 'offer')}${currency === undefined ? '' : ` in ${currency}`}`,
    vehicles.size === 1 && offers.length > 1 ? one && vehicleLabel(one.operator, one.vehicle) : undefined,
    places.size === 1 ? one && placeLabel(one) : plural(places.size, 'pair of depots', 'pairs of depots'),
    first && last && (first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`),
    counts.size === 1 && count !== undefined ? describeNights(count) : undefined,
    sessions.length > 1 ? undefined : sessions[0]?.operator.name,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
