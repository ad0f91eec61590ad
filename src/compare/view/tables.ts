/** Tables of offers and of groups of offers. Their columns are what differs between the offers. */
import { formatDate } from '../../planner/calendar.ts';
import { recordMaker } from '../../documents/records.ts';
import { offerRecords, type OfferDocument } from '../../documents/compare.ts';
import type { Labels } from '../../documents/labels.ts';
import {
  alikeOffers,
  groupOffers,
  isPriced,
  otherVehicles,
  otherVehiclesTitle,
  startOf,
  startsOf,
  type PricedOffer,
} from '../../documents/offers.ts';
import { offersInWords } from '../../documents/pricing.ts';
import { groupBy, hasSeveral } from '../../base/group-by.ts';
import type { Grouping } from '../../planner/groupings.ts';
import {
  areInSeveralYears,
  describeNights,
  shortDate,
  shortStarts,
  startsInWords,
} from '../../planner/trip-words.ts';
import type { Block, Column, Row, TableView } from '../../result.ts';
import { plural } from '../../base/words.ts';

const perNightColumn: Column = {
  key: 'perNight',
  header: 'A NIGHT',
  kind: 'money',
  priority: 12,
  extra: true,
};
export const vehicleColumn = distinguishing({ key: 'vehicle', header: 'VEHICLE', flexible: 16 });
/** Dates stay whole. */
const startColumn = distinguishing({
  key: 'from',
  header: 'FROM',
  flexible: 40,
  short: ({ fromShort }) => String(fromShort),
});
/** Of days on which a depot lists no times, or none that fits. */
const checkTimesColumn: Column = { key: 'noTimes', header: 'CHECK TIMES' };
const nightsColumn = distinguishing({
  key: 'nights',
  header: 'NIGHTS',
  kind: 'number',
  priority: 3,
});
const pickUpColumn = distinguishing({
  key: 'pickUp',
  header: 'PICK-UP',
  flexible: 16,
  priority: 4,
});
const dropOffColumn = distinguishing({
  key: 'dropOff',
  header: 'DROP-OFF',
  flexible: 16,
  priority: 4,
});
/** The plan that was taken of several. */
const insuranceColumn = distinguishing({
  key: 'insurance',
  header: 'INSURANCE',
  flexible: 12,
  priority: 4,
});
export const operatorColumn = distinguishing({
  key: 'operator',
  header: 'OPERATOR',
  flexible: 10,
  priority: 5,
});

export const offersColumn: Column = { key: 'count', header: 'OFFERS', kind: 'number', priority: 2 };

/** A column that tells rows apart. */
export function distinguishing(column: Column): Column {
  return { ...column, distinguishing: true };
}

export interface TableContext {
  readonly labels: Labels;
  /** Maximum number of rows of a table. Undefined: all. */
  readonly limit: number | undefined;
  /** What the heading stands for, if that is more than the table has. */
  readonly among?: readonly OfferDocument[];
  /**
   * All that are ranked, best first: the best of each vehicle without a row is shown below the
   * others.
   */
  readonly alternatives?: readonly PricedOffer[];
  /** The first is the cheapest of all. */
  readonly isCheapest?: boolean;
}

/** Rows of other vehicles. */
const maxAlternatives = 10;

/** Offers that differ only in their start are one row, which says how many starts it is for. */
export function offerTable(
  offers: readonly OfferDocument[],
  first: readonly Column[],
  { labels, limit, among = offers, alternatives = [], isCheapest = false }: TableContext,
  amount?: Column,
): Block {
  const withYear = areInSeveralYears([...offers, ...alternatives].map(startOf));
  const sharing = groupBy(offers, ({ rank }) => rank);
  const rankText = ({ rank }: OfferDocument): string | number | null =>
    rank !== null && (sharing.get(rank)?.length ?? 0) > 1 ? `=${rank}` : rank;
  const groups = alikeOffers(offers);
  const shown = groups.slice(0, limit);
  const others = otherVehicles(alternatives, shown.flat()).slice(0, maxAlternatives);
  const rowsOf = (lists: readonly (readonly OfferDocument[])[]): Row[] =>
    lists.flatMap((alike) =>
      alike.slice(0, 1).map((best) => {
        const starts = startsOf(alike);
        const from = startsInWords(starts, withYear);
        return {
          ...offerRow(best, labels),
          rank: rankText(best),
          from,
          fromShort: shortStarts(starts, withYear),
        };
      }),
    );
  // Among those that were priced, a rank says little.
  const rows = [...rowsOf(shown), ...rowsOf(others).map((row) => ({ ...row, rank: null }))];
  const table = offerColumns({ rows, first, among, labels, amount });
  // The rows of other vehicles can be all the rest.
  const isWhole = shown.length + others.length >= groups.length;
  const count = isWhole ? groups.length : shown.length;
  const block = tableBlock(table, { shown: count, all: groups.length, offers: offers.length });
  return others.length === 0
    ? block
    : { ...block, section: { at: shown.length, title: otherVehiclesTitle(isCheapest) } };
}

/** The cheapest offer of each group, with the number of offers and the highest total. */
export function groupTable(
  offers: readonly PricedOffer[],
  by: Grouping,
  unpriced: readonly OfferDocument[],
  { labels, limit, among = offers, isCheapest = false }: TableContext,
): Block {
  const groups = groupOffers(offers, unpriced, by);
  const withYear = areInSeveralYears(offers.map(startOf));
  const rows = groups.slice(0, limit).map((group) => {
    const from = shortDate(startOf(group), withYear);
    return { ...offerRow(group, labels), from, fromShort: from };
  });
  const header = isCheapest ? 'CHEAPEST' : 'CHEAPEST FOUND';
  const amount: Column = { key: 'totalAmount', header, kind: 'money' };
  const keys = groupColumns[by].filter(
    (column) => column !== dropOffColumn || among.some(isOneWay),
  );
  const first: Column[] = [
    // What the groups are must stay, however narrow the terminal is.
    ...keys.map((column): Column => ({ ...column, priority: 0 })),
    amount,
    ...(areHighestKnown(groups) ? [highest] : []),
    offersColumn,
  ];
  const table = offerColumns({ rows, first, among, labels, amount });
  // A column counts the offers, also those without a price.
  return tableBlock(table, { shown: rows.length, all: groups.length, offers: groups.length });
}

/** A cell without one would leave open why, and those that repeat the cheapest say nothing. */
function areHighestKnown(groups: readonly PricedOffer[]): boolean {
  const areAll = groups.every(({ highest = null }) => highest !== null);
  return areAll && groups.some(({ highest, totalAmount }) => highest !== totalAmount);
}

function isOneWay({ selection }: OfferDocument): boolean {
  return selection.pick_up_depot_id !== selection.drop_off_depot_id;
}

const offerRecord = recordMaker(offerRecords);

/** Names are told apart. */
export function offerRow(offer: OfferDocument, { vehicleLabel, depotLabel }: Labels): Row {
  const { operator, vehicle, selection } = offer;
  return Object.assign(offerRecord(offer), {
    vehicle: vehicleLabel(operator, vehicle),
    pickUp: depotLabel(operator, selection.pick_up_depot_id),
    dropOff: depotLabel(operator, selection.drop_off_depot_id),
    estimate: isPriced(offer) ? undefined : offer.estimate,
  });
}

const highest: Column = { key: 'highest', header: 'HIGHEST', kind: 'money', priority: 1 };

const groupColumns: Readonly<Record<Grouping, readonly Column[]>> = {
  vehicle: [vehicleColumn],
  date: [startColumn],
  nights: [nightsColumn],
  depots: [pickUpColumn, dropOffColumn],
  operator: [operatorColumn],
};

interface RowCounts {
  readonly shown: number;
  /** Without a limit. */
  readonly all: number;
  /** How many offers all rows stand for. */
  readonly offers: number;
}

export function tableBlock(
  table: TableView,
  { shown, all, offers }: RowCounts,
): Extract<Block, { readonly kind: 'table' }> {
  return { kind: 'table', ...table, ...(shown < all && { note: moreInWords(shown, all, offers) }) };
}

/**
 * `10 of 46 rows (134 offers); --all shows the rest, --limit 20 the first 20`: the offers are those
 * of all rows.
 */
function moreInWords(shown: number, all: number, offers: number): string {
  const next = shown * 2;
  const some = next < all ? `, --limit ${next} the first ${next}` : '';
  const of = offers === all ? '' : ` (${plural(offers, 'offer')})`;
  return `${shown} of ${all} rows${of}; --all shows the rest${some}`;
}

interface TableParts {
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

function offerColumns({ rows, first, among, labels, amount = total }: TableParts): TableView {
  const { depotLabel, vehicleLabel } = labels;
  const differs = (keyOf: (offer: OfferDocument) => unknown): boolean => hasSeveral(among, keyOf);
  const pickUpOf = ({ operator, selection }: OfferDocument) =>
    depotLabel(operator, selection.pick_up_depot_id);
  const dropOffOf = ({ operator, selection }: OfferDocument) =>
    depotLabel(operator, selection.drop_off_depot_id);
  const vehicleOf = ({ operator, vehicle }: OfferDocument) =>
    `${vehicleLabel(operator, vehicle)} ${operator}`;
  const differing: (readonly [Column, boolean])[] = [
    [perNightColumn, rows.some(({ perNight }) => perNight !== null)],
    [vehicleColumn, rows.length === 1 || differs(vehicleOf)],
    [startColumn, differs(startOf)],
    [checkTimesColumn, rows.some(({ noTimes = '' }) => noTimes !== '')],
    [nightsColumn, differs(({ nights }) => nights)],
    [pickUpColumn, differs(pickUpOf)],
    [dropOffColumn, among.some(isOneWay) && differs(dropOffOf)],
    [operatorColumn, differs(({ operator }) => operator)],
    [insuranceColumn, differs(({ insurance }) => insurance)],
  ];
  const bar: Column = { key: amount.key, header: '', kind: 'bar', priority: 10 };
  const shown = differing.flatMap(([column, isShown]) => (isShown ? [column] : []));
  // The first columns of a grouped table are among the others again.
  const columns = groupBy(
    [...first, amount, bar, ...shown],
    ({ key, header }) => `${key} ${header}`,
  );
  return { columns: [...columns.values()].flatMap(([column]) => column ?? []), rows };
}

/**
 * What the offers have in common: `36 offers in NZD, Auckland Airport → Queenstown, starts Thu 17
 * Dec 2026 – Wed 23 Dec 2026, 7 nights`.
 */
export function headingOf(
  offers: readonly OfferDocument[],
  { placeLabel, vehicleLabel }: Labels,
  tripsNotAsked = 0,
): string {
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
    `${offersInWords({ offers: offers.length, tripsNotAsked })}${currency === undefined ? '' : ` in ${currency}`}`,
    vehicles.size === 1 && offers.length > 1 ? [...vehicles][0] : undefined,
    places.length === 1 ? places[0] : pairsInWords(places.length, operators.length),
    first &&
      last &&
      (first === last ? formatDate(first) : `starts ${formatDate(first)} – ${formatDate(last)}`),
    counts.length === 1 && count !== undefined ? describeNights(count) : undefined,
    operators.length === 1 ? operators[0] : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** Each operator has its own pairs, also of the same depots. */
function pairsInWords(count: number, operators: number): string {
  const pairs = plural(count, 'pair of depots', 'pairs of depots');
  return operators > 1 ? `${pairs} at ${operators} operators` : pairs;
}
