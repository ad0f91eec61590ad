/** The columns of tables of offers: those that tell the offers apart. */
import type { OfferDocument } from '../../documents/compare.ts';
import type { Labels } from '../../views/labels.ts';
import { startOf } from '../../documents/offers.ts';
import { groupBy, hasSeveral } from '../../base/group-by.ts';
import type { Grouping } from '../../planner/groupings.ts';
import type { Column, Row, TableView } from '../../result.ts';

// `dropOrder`: in a narrow terminal the column with the highest number is left out first, so the
// order is: per night, bar, operator, depots and insurance, nights, offers, highest total.

const perNightColumn: Column = {
  key: 'perNight',
  header: 'A NIGHT',
  kind: 'money',
  dropOrder: 12,
  spare: true,
};
export const vehicleColumn = distinguishing({ key: 'vehicle', header: 'VEHICLE', cutTo: 16 });
const startColumn = distinguishing({
  key: 'from',
  header: 'FROM',
  cutTo: 40,
  short: ({ fromShort }) => String(fromShort),
});
/** Days on which a depot lists no times, or none that fits; `pick-up?` if one may fit. */
const checkTimesColumn: Column = { key: 'checkTimes', header: 'CHECK TIMES' };
const nightsColumn = distinguishing({
  key: 'nights',
  header: 'NIGHTS',
  kind: 'number',
  dropOrder: 3,
});
const pickUpColumn = distinguishing({
  key: 'pickUp',
  header: 'PICK-UP',
  cutTo: 16,
  dropOrder: 4,
});
const dropOffColumn = distinguishing({
  key: 'dropOff',
  header: 'DROP-OFF',
  cutTo: 16,
  dropOrder: 4,
});
/** The plan that was taken of several. */
const insuranceColumn = distinguishing({
  key: 'insurance',
  header: 'INSURANCE',
  cutTo: 12,
  dropOrder: 4,
});
export const operatorColumn = distinguishing({
  key: 'operator',
  header: 'OPERATOR',
  cutTo: 10,
  dropOrder: 5,
});

export const offersColumn: Column = {
  key: 'count',
  header: 'OFFERS',
  kind: 'number',
  dropOrder: 2,
};

/** A column that tells rows apart. */
export function distinguishing(column: Column): Column {
  return { ...column, distinguishing: true };
}

export const highestColumn: Column = {
  key: 'highest',
  header: 'HIGHEST',
  kind: 'money',
  dropOrder: 1,
};

const groupColumns: Readonly<Record<Grouping, readonly Column[]>> = {
  vehicle: [vehicleColumn],
  date: [startColumn],
  nights: [nightsColumn],
  depots: [pickUpColumn, dropOffColumn],
  operator: [operatorColumn],
};

/** The columns that name a group. They stay, however narrow the terminal is. */
export function groupKeyColumns(by: Grouping, headingOffers: readonly OfferDocument[]): Column[] {
  const columns = groupColumns[by].filter(
    (column) => column !== dropOffColumn || headingOffers.some(isOneWay),
  );
  return columns.map((column) => ({ ...column, dropOrder: 0 }));
}

interface ColumnsInput {
  readonly rows: readonly Row[];
  readonly first: readonly Column[];
  /** The offers that the heading stands for: a column is shown if they differ in it. */
  readonly headingOffers: readonly OfferDocument[];
  readonly labels: Labels;
  /** Shown instead of the total. */
  readonly amount?: Column | undefined;
}

const total: Column = { key: 'totalAmount', header: 'TOTAL', kind: 'money' };

export function offerColumns(input: ColumnsInput): TableView {
  const { rows, first, headingOffers, labels, amount = total } = input;
  const { depotLabel, vehicleLabel } = labels;
  const differs = (keyOf: (offer: OfferDocument) => unknown): boolean =>
    hasSeveral(headingOffers, keyOf);
  const pickUpOf = ({ operator, selection }: OfferDocument) =>
    depotLabel(operator, selection.pick_up_depot_id);
  const dropOffOf = ({ operator, selection }: OfferDocument) =>
    depotLabel(operator, selection.drop_off_depot_id);
  const vehicleOf = ({ operator, vehicle }: OfferDocument) =>
    `${vehicleLabel(operator, vehicle)} ${operator}`;
  const shownIf = (isShown: boolean, column: Column): Column[] => (isShown ? [column] : []);
  const shown = [
    ...shownIf(
      rows.some(({ perNight }) => perNight !== null),
      perNightColumn,
    ),
    ...shownIf(rows.length === 1 || differs(vehicleOf), vehicleColumn),
    ...shownIf(differs(startOf), startColumn),
    ...shownIf(
      rows.some(({ checkTimes = '' }) => checkTimes !== ''),
      checkTimesColumn,
    ),
    ...shownIf(
      differs(({ nights }) => nights),
      nightsColumn,
    ),
    ...shownIf(differs(pickUpOf), pickUpColumn),
    ...shownIf(headingOffers.some(isOneWay) && differs(dropOffOf), dropOffColumn),
    ...shownIf(
      differs(({ operator }) => operator),
      operatorColumn,
    ),
    ...shownIf(
      differs(({ insurance }) => insurance),
      insuranceColumn,
    ),
  ];
  const bar: Column = { key: amount.key, header: '', kind: 'bar', dropOrder: 10 };
  // A column of `first` can be among `shown`, too: each is shown once.
  const columns = groupBy(
    [...first, amount, bar, ...shown],
    ({ key, header }) => `${key} ${header}`,
  );
  return { columns: [...columns.values()].flatMap(([column]) => column ?? []), rows };
}

function isOneWay({ selection }: OfferDocument): boolean {
  return selection.pick_up_depot_id !== selection.drop_off_depot_id;
}
