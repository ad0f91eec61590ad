/** The columns of a table of offers: what differs between the offers. */
import { formatDate } from '../../planner/calendar.ts';
import type { OfferDocument } from '../../documents/compare.ts';
import { isPriced, startOf, startsOf } from '../../documents/offers.ts';
import { isSeveral } from '../../base/group-by.ts';
import { describeNights } from '../../planner/trip-words.ts';
import type { Column, Row, TableView } from '../../result.ts';
import { plural } from '../../base/words.ts';
import type { Labels } from '../../documents/labels.ts';

export interface TableParts {
  /** Records of offers as tables have them. */
  readonly rows: readonly Row[];
  readonly first: readonly Column[];
  /** What the heading stands for: a column is shown if these differ. */
  readonly among: readonly OfferDocument[];
  readonly labels: Labels;
  /** What takes the place of the total. */
  readonly amount?: Column | undefined;
}

const total: Column = { key: 'totalAmount', header: 'TOTAL', kind: 'money' };

export function offerColumns({ rows, first, among, labels, amount = total }: TableParts): TableView {
  const { depotLabel, vehicleLabel } = labels;
  const differs = (keyOf: (offer: OfferDocument) => unknown): boolean => isSeveral(among, keyOf);
  const pickUpOf = ({ operator, selection }: OfferDocument) => depotLabel(operator, selection.pick_up_depot_id);
  const dropOffOf = ({ operator, selection }: OfferDocument) => depotLabel(operator, selection.drop_off_depot_id);
  const isOneWay = among.some((offer) => pickUpOf(offer) !== dropOffOf(offer));
  const vehicleOf = ({ operator, vehicle }: OfferDocument) => `${vehicleLabel(operator, vehicle)} ${operator}`;
  const differing: (readonly [Column, boolean])[] = [
    [perNightColumn, rows.some(({ perNight }) => perNight !== null)],
    [vehicleColumn, rows.length === 1 || differs(vehicleOf)],
    [startColumn, differs(startOf)],
    [noTimesColumn, rows.some(({ noTimes = '' }) => noTimes !== '')],
    [nightsColumn, differs(({ nights }) => nights)],
    [pickUpColumn, differs(pickUpOf)],
    [dropOffColumn, isOneWay && differs(dropOffOf)],
    [operatorColumn, differs(({ operator }) => operator)],
  ];
  const bar: Column = { key: amount.key, header: '', kind: 'bar', priority: 10 };
  const shown = differing.flatMap(([column, isShown]) => (isShown ? [column] : []));
  // The first columns of a grouped table are among the others again.
  const columns = new Map(
    [...first, amount, bar, ...shown].map((column) => [`${column.key} ${column.header}`, column]),
  );
  return { columns: [...columns.values()], rows };
}

const perNightColumn: Column = { key: 'perNight', header: 'A NIGHT', kind: 'money', priority: 12, extra: true };
export const vehicleColumn: Column = { key: 'vehicle', header: 'VEHICLE', flexible: 16 };
export const startColumn: Column = { key: 'from', header: 'FROM', flexible: 20 };
const noTimesColumn: Column = { key: 'noTimes', header: 'NO TIMES', flexible: 8 };
export const nightsColumn: Column = { key: 'nights', header: 'NIGHTS', kind: 'number', priority: 3 };
export const pickUpColumn: Column = { key: 'pickUp', header: 'PICK-UP', flexible: 16, priority: 4 };
export const dropOffColumn: Column = { key: 'dropOff', header: 'DROP-OFF', flexible: 16, priority: 4 };
export const operatorColumn: Column = { key: 'operator', header: 'OPERATOR', flexible: 10, priority: 5 };

/** What the offers have in common: `36 offers in NZD, Auckland Airport → Queenstown, starts Thu 17 Dec 2026 – Wed 23 Dec 2026, 7 nights`. */
export function headingOf(offers: readonly OfferDocument[], { placeLabel, vehicleLabel }: Labels): string {
  const currency = offers.find(isPriced)?.currency;
  const places = [...new Set(offers.map(placeLabel))];
  const vehicles = new Set(offers.map(({ operator, vehicle }) => vehicleLabel(operator, vehicle)));
  const dates = startsOf(offers);
  const [first, last] = [dates[0], dates.at(-1)];
  const counts = [...new Set(offers.map(({ nights }) => nights))];
  const [count] = counts;
  // Then the table needs no column for it.
  const operators = [...new Set(offers.map(({ operator }) => operator))];
  return [
    `${plural(offers.length, 'offer')}${currency === undefined ? '' : ` in ${currency}`}`,
    vehicles.size === 1 && offers.length > 1 ? [...vehicles][0] : undefined,
    places.length === 1 ? places[0] : plural(places.length, 'pair of depots', 'pairs of depots'),
    first && last && (first === last ? formatDate(first) : `starts ${formatDate(first)} – ${formatDate(last)}`),
    counts.length === 1 && count !== undefined ? describeNights(count) : undefined,
    operators.length === 1 ? operators[0] : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
