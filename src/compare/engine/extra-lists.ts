/** The lists of extras of an operator's vehicles, as far as they were looked up. */
import type { RentalDates, Vehicle } from '../../api/types.ts';
import type { Named } from '../../planner/names.ts';
import type { ExtraRef } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';

/** A list is undefined if it was not needed. */
export type ExtraLists = Readonly<Record<ExtraRef['kind'], readonly Named[] | undefined>>;

export const noListsNeeded: ExtraLists = { accessory: undefined, insurance: undefined };

/** Undefined until the lists are requested. */
export type LookUp = ExtraLists | 'pending' | 'failed' | undefined;

/** The lists of a vehicle on one pair of dates. */
interface DatesLists {
  readonly dates: RentalDates;
  readonly lists: LookUp;
}

/** A vehicle, and its lists on the first and the last of its dates. */
export interface VehicleExtraLists {
  readonly vehicle: Vehicle;
  readonly first: DatesLists;
  /** If the vehicle is available on one pair of dates, these are the dates of `first`. */
  readonly last: DatesLists;
}

export interface OperatorExtraLists {
  /** In the order in which the vehicles were added. */
  all(): readonly VehicleExtraLists[];
  of(vehicle: Vehicle): VehicleExtraLists | undefined;
  /** The dates of a vehicle that was added before stay, because its lists are of them. */
  add(vehicle: Vehicle, dates: Readonly<Record<'first' | 'last', RentalDates>>): void;
  record(vehicle: Vehicle, when: 'first' | 'last', lists: Exclude<LookUp, undefined>): void;
}

export function createOperatorExtraLists(): OperatorExtraLists {
  const byKey = new Map<string, VehicleExtraLists>();
  return {
    all: () => [...byKey.values()],
    of: (vehicle) => byKey.get(vehicleKey(vehicle)),
    add: (vehicle, { first, last }) => {
      const key = vehicleKey(vehicle);
      if (byKey.has(key)) return;
      byKey.set(key, {
        vehicle,
        first: { dates: first, lists: undefined },
        last: { dates: last, lists: undefined },
      });
    },
    record: (vehicle, when, lists) => {
      const key = vehicleKey(vehicle);
      const known = byKey.get(key)!;
      byKey.set(key, { ...known, [when]: { ...known[when], lists } });
    },
  };
}

export function isKnown(lists: LookUp): lists is ExtraLists {
  return typeof lists === 'object';
}

/** Compares without a text key, because it is called for each offer. */
export function areSameDates(dates: RentalDates, others: RentalDates): boolean {
  return dates.pickUpDate === others.pickUpDate && dates.dropOffDate === others.dropOffDate;
}
