/** The columns of the calendar, and where trips, vehicles and offers belong. */
import type { Trip } from '../../api/types.ts';
import { nights } from '../../planner/calendar.ts';
import { fold } from '../../planner/names.ts';
import { tripResults, type SweepOutcome, type TripResult } from '../../planner/sweep/events.ts';
import type { GridColumns } from '../../planner/sweep/grid.ts';
import { vehicleKey } from '../../planner/sweep/groups.ts';
import type { Identity } from '../../planner/sweep/identity.ts';
import { groupBy, type Offer } from '../../planner/sweep/rank.ts';
import { describeNights } from '../../planner/trip-words.ts';
import type { CompareRequest } from './options.ts';

export interface CalendarParts {
  readonly outcome: SweepOutcome;
  readonly request: CompareRequest;
  readonly identity: Identity;
}

export interface CalendarColumns extends GridColumns {
  readonly byColumn: boolean;
  ofOffer(offer: Offer): string;
  /** The label of each column. */
  readonly labels: ReadonlyMap<string, string>;
}

/** A trip at an operator: an offer is also one. */
type OperatorTrip = Trip & { readonly operator: string };

/**
 * Nights; pairs of depots if there is only one number of nights; or what `--group-by` says. `offers` decide the order of vehicles.
 */
export function calendarColumns(offers: readonly Offer[], parts: CalendarParts): CalendarColumns {
  const { request, outcome, identity } = parts;
  const isSeveral = (keyOf: (trip: OperatorTrip) => unknown): boolean => distinct(outcome, keyOf).size > 1;
  switch (request.groupBy ?? (isSeveral(nightsOf) || !isSeveral(identity.placeKey) ? 'nights' : 'depots')) {
    case 'vehicle':
      return vehicleColumns(offers, parts);
    case 'operator':
      return tripColumns(outcome, ({ operator }) => operator);
    case 'depots':
      return tripColumns(outcome, identity.placeKey, identity.placeLabel);
    case 'date':
    case 'nights':
      return { ...tripColumns(outcome, (trip) => describeNights(nightsOf(trip))), byColumn: true };
  }
}

function nightsOf({ pickUpDate, dropOffDate }: Trip): number {
  return nights(pickUpDate, dropOffDate);
}

function operatorTrip({ operator, trip }: TripResult): OperatorTrip {
  return { operator, ...trip };
}

/** The first trip of each key. */
function distinct<K>(outcome: SweepOutcome, keyOf: (trip: OperatorTrip) => K): Map<K, OperatorTrip> {
  const first = new Map<K, OperatorTrip>();
  for (const result of tripResults(outcome)) {
    const trip = operatorTrip(result);
    const key = keyOf(trip);
    if (!first.has(key)) first.set(key, trip);
  }
  return first;
}

function tripColumns(
  outcome: SweepOutcome,
  keyOf: (trip: OperatorTrip) => string,
  labelOf: (trip: OperatorTrip) => string = keyOf,
): CalendarColumns {
  const columns = [...distinct(outcome, keyOf)].map(([key, trip]) => {
    return { key, label: labelOf(trip), operator: trip.operator };
  });
  return {
    byColumn: false,
    labels: uniqueLabels(columns),
    ofTrip: (result) => [keyOf(operatorTrip(result))],
    ofVehicle: (result) => keyOf(operatorTrip(result)),
    ofOffer: keyOf,
  };
}

/** A column for each vehicle that was quoted or was to be quoted for some trip. */
function vehicleColumns(offers: readonly Offer[], { outcome, identity }: CalendarParts): CalendarColumns {
  const selected = outcome.trips.flatMap(({ session, asked }) => {
    const lists = new Set(asked.map((result) => result.selected));
    return [...lists].flat().map((vehicle) => ({ operator: session.operator.name, vehicle }));
  });
  const columns = [...offers, ...selected].map(({ operator, vehicle }) => ({
    key: vehicleKey({ operator, vehicle }),
    label: identity.vehicleLabel(operator, vehicle),
    operator,
  }));
  const labels = uniqueLabels(columns);
  const byOperator = groupBy(columns, ({ operator }) => operator);
  const keys = new Map([...byOperator].map(([name, list]) => [name, [...new Set(list.map(({ key }) => key))]]));
  return {
    byColumn: false,
    labels,
    ofTrip: ({ operator }) => keys.get(operator) ?? [],
    ofVehicle: ({ operator }, vehicle) => {
      const key = vehicleKey({ operator, vehicle });
      return labels.has(key) ? key : undefined;
    },
    ofOffer: vehicleKey,
  };
}

interface LabelledColumn {
  readonly key: string;
  readonly label: string;
  readonly operator: string;
}

/** Two operators may have vehicles of the same name: then the label says whose it is. */
function uniqueLabels(columns: readonly LabelledColumn[]): ReadonlyMap<string, string> {
  const unique = [...new Map([...columns].reverse().map((column) => [column.key, column])).values()];
  const same = groupBy(unique, ({ label }) => fold(label));
  return new Map(
    unique.map(({ key, label, operator }) => {
      const isRepeated = (same.get(fold(label))?.length ?? 0) > 1;
      return [key, isRepeated ? `${label}, ${operator}` : label];
    }),
  );
}
