/**
 * Requests the lists of extras of the compared vehicles: on the first of a vehicle's dates, and on
 * the last if the first list lacks a requested extra. The quote proves that an id is the same extra
 * on the dates between.
 */
import type { RentalDates, Vehicle } from '../../api/types.ts';
import type { Named } from '../../planner/names.ts';
import { finderIn, optionsOf, type ExtraKind, type ExtraRef } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import {
  areSameDates,
  isKnown,
  noListsNeeded,
  type ExtraLists,
  type VehicleExtraLists,
} from './extra-lists.ts';
import type { OperatorRun } from './operator-run.ts';
import type { Task } from './tasks.ts';
import type { Availability } from './vehicles.ts';

/** Lists are needed for extras without an id, and for a choice of several. */
export function kindsToAsk(extras: readonly ExtraRef[]): ExtraKind[] {
  const listed = extras.filter(
    ({ id, alternatives }) => id === undefined || alternatives !== undefined,
  );
  return [...new Set(listed.map(({ kind }) => kind))];
}

/** Looks up the lists of each vehicle on the first of its dates. */
export async function askListsOnFirstDates(
  run: OperatorRun,
  availability: Availability,
  kinds: readonly ExtraKind[],
): Promise<void> {
  const { extraLists } = run;
  for (const { vehicle, ...dates } of datesOfVehicles(availability)) extraLists.add(vehicle, dates);
  const open = extraLists.all().filter(({ first }) => first.lists === undefined);
  if (kinds.length > 0) return askLists(run, open, kinds, 'first');
  for (const { vehicle } of open) extraLists.record(vehicle, 'first', noListsNeeded);
}

/** Looks up the lists on the last dates of each vehicle whose first lists lack an extra. */
export async function askListsOnLastDates(
  run: OperatorRun,
  extras: readonly ExtraRef[],
): Promise<void> {
  const lacking = run.extraLists.all().filter(({ first: { dates, lists }, last }) => {
    if (last.lists !== undefined || areSameDates(dates, last.dates)) return false;
    return isKnown(lists) && extras.some((ref) => isMissing(ref, lists));
  });
  await askLists(run, lacking, kindsToAsk(extras), 'last');
}

/** Looks up the lists of each vehicle on the first of its dates, also of extras requested by id. */
export async function askEveryListOnFirstDates(
  run: OperatorRun,
  extras: readonly ExtraRef[],
): Promise<void> {
  const kinds = [...new Set(extras.map(({ kind }) => kind))];
  await askLists(run, run.extraLists.all(), kinds, 'first');
}

function isMissing(ref: ExtraRef, lists: ExtraLists): boolean {
  const list = lists[ref.kind];
  if (list === undefined) return false;
  const find = finderIn(list);
  return optionsOf(ref).every((option) => find(option).length === 0);
}

interface VehicleDates {
  readonly vehicle: Vehicle;
  readonly first: RentalDates;
  readonly last: RentalDates;
}

function datesOfVehicles(availability: Availability): VehicleDates[] {
  const vehicles = new Map<string, VehicleDates>();
  for (const [trip, available] of availability) {
    for (const vehicle of available) {
      const key = vehicleKey(vehicle);
      const earlier = vehicles.get(key) ?? { vehicle, first: trip };
      vehicles.set(key, { ...earlier, last: trip });
    }
  }
  return [...vehicles.values()];
}

async function askLists(
  { answers, ask, extraLists }: OperatorRun,
  vehicles: readonly VehicleExtraLists[],
  kinds: readonly ExtraKind[],
  when: 'first' | 'last',
): Promise<void> {
  const tasks = vehicles.flatMap((vehicleLists) => {
    const { vehicle } = vehicleLists;
    const { dates } = vehicleLists[when];
    const lists: Record<ExtraKind, readonly Named[] | undefined> = { ...noListsNeeded };
    return kinds.map((kind): Task => ({
      step: 'extras',
      vehicle,
      send: async () => {
        const listOf = kind === 'accessory' ? answers.accessories : answers.insuranceTypes;
        const { value, storedAt } = await listOf(vehicle.vehicleId, dates);
        lists[kind] = value;
        const areAllHere = kinds.every((each) => lists[each] !== undefined);
        if (areAllHere) extraLists.record(vehicle, when, lists);
        return storedAt === undefined ? 1 : 0;
      },
    }));
  });
  for (const { vehicle } of vehicles) extraLists.record(vehicle, when, 'pending');
  if (tasks.length > 0) await ask(tasks);
  for (const { vehicle } of vehicles) {
    const isPending = extraLists.of(vehicle)?.[when].lists === 'pending';
    if (isPending) extraLists.record(vehicle, when, 'failed');
  }
}
