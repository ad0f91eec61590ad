/**
 * The requested extras of each compared vehicle, in its own ids. They are looked up on the first of
 * its dates; and on the last, if the first list lacks one of them. The quote proves that an id is
 * the same extra on the dates between.
 */
import type { RentalDates, Vehicle } from '../../api/types.ts';
import { itemsInWords, type Named } from '../../planner/names.ts';
import { chosenIds, joinRequested, type RequestedExtra } from '../../planner/proof.ts';
import { finderIn, optionsOf, type ExtraRef, type NameRef } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { VehicleExtras } from './offer.ts';
import type { ExtraLists, VehicleLists, LookUp, OperatorRun } from './operator-run.ts';
import type { Task } from './tasks.ts';
import type { Availability } from './vehicles.ts';

type Kind = ExtraRef['kind'];

/** Lists are needed for extras without an id, and for a choice of several. */
export function listsFor(extras: readonly ExtraRef[]): Kind[] {
  const looked = extras.filter(
    ({ id, alternatives }) => id === undefined || alternatives !== undefined,
  );
  return [...new Set(looked.map(({ kind }) => kind))];
}

/** Looks up the lists of each vehicle on the first of its dates. */
export async function askFirstLists(
  run: OperatorRun,
  availability: Availability,
  kinds: readonly Kind[],
): Promise<void> {
  for (const [key, { vehicle, first, last }] of datesOfVehicles(availability)) {
    // What was looked up stays, also if the vehicle is listed for other dates later.
    if (!run.vehicleLists.has(key))
      run.vehicleLists.set(key, {
        vehicle,
        first,
        last,
        firstLists: undefined,
        lastLists: undefined,
      });
  }
  const vehicles = [...run.vehicleLists.values()].filter(
    ({ firstLists }) => firstLists === undefined,
  );
  if (kinds.length > 0) await askLists(run, vehicles, kinds, 'first');
  else
    for (const vehicle of vehicles)
      vehicle.firstLists = { accessory: undefined, insurance: undefined };
}

/** Looks up the lists on the last dates of each vehicle whose first lists lack an extra. */
export async function askLastLists(run: OperatorRun, extras: readonly ExtraRef[]): Promise<void> {
  const lacking = [...run.vehicleLists.values()].filter(
    ({ first, last, firstLists, lastLists }) => {
      if (lastLists !== undefined || areSame(first, last)) return false;
      return isKnown(firstLists) && extras.some((ref) => isMissing(ref, firstLists));
    },
  );
  await askLists(run, lacking, listsFor(extras), 'last');
}

/** Looks up the lists of each vehicle, also of extras that were requested by id. */
export async function askEveryList(run: OperatorRun, extras: readonly ExtraRef[]): Promise<void> {
  const kinds = [...new Set(extras.map(({ kind }) => kind))];
  await askLists(run, [...run.vehicleLists.values()], kinds, 'first');
}

export function isKnown(lists: LookUp): lists is ExtraLists {
  return lists !== undefined && lists !== 'failed';
}

function isMissing(ref: ExtraRef, lists: ExtraLists): boolean {
  const list = lists[ref.kind];
  if (list === undefined) return false;
  const find = finderIn(list);
  return optionsOf(ref).every((option) => find(option).length === 0);
}

function datesOfVehicles(availability: Availability) {
  const vehicles = new Map<string, Pick<VehicleLists, 'vehicle' | 'first' | 'last'>>();
  for (const [trip, available] of availability) {
    for (const vehicle of available) {
      const key = vehicleKey(vehicle);
      const earlier = vehicles.get(key) ?? { vehicle, first: trip };
      vehicles.set(key, { ...earlier, last: trip });
    }
  }
  return vehicles;
}

async function askLists(
  { answers, ask, counted }: OperatorRun,
  vehicles: readonly VehicleLists[],
  kinds: readonly Kind[],
  when: 'first' | 'last',
): Promise<void> {
  const setLists = (vehicleLists: VehicleLists, lists: LookUp): void => {
    if (when === 'first') vehicleLists.firstLists = lists;
    else vehicleLists.lastLists = lists;
  };
  const tasks = vehicles.flatMap((vehicleLists) => {
    const { vehicle, first, last } = vehicleLists;
    const dates = when === 'first' ? first : last;
    const lists: Record<Kind, readonly Named[] | undefined> = {
      accessory: undefined,
      insurance: undefined,
    };
    return kinds.map((kind): Task => ({
      step: 'extras',
      vehicle,
      send: async () => {
        const listOf = kind === 'accessory' ? answers.accessories : answers.insuranceTypes;
        const { value, storedAt } = await listOf(vehicle.vehicleId, dates);
        lists[kind] = value;
        if (kinds.every((each) => lists[each] !== undefined)) setLists(vehicleLists, lists);
        return storedAt === undefined ? 1 : 0;
      },
    }));
  });
  counted.lists += tasks.length;
  // The lists of a vehicle count as failed until all have come.
  for (const vehicleLists of vehicles) setLists(vehicleLists, 'failed');
  if (tasks.length > 0) await ask(tasks);
}

const withoutExtras: VehicleExtras = {
  requested: [],
  missing: [],
  unchecked: [],
  ids: chosenIds([]),
};

/** Undefined if the lists of the vehicle could not be looked up. */
export type ExtrasFinder = (vehicle: Vehicle, dates: RentalDates) => VehicleExtras | undefined;

export function extrasFinder(
  vehicles: OperatorRun['vehicleLists'],
  extras: readonly ExtraRef[],
): ExtrasFinder {
  if (extras.length === 0) return () => withoutExtras;
  const found: Readonly<Record<When, Map<string, VehicleExtras>>> = {
    first: new Map(),
    last: new Map(),
    between: new Map(),
  };
  return (vehicle, dates) => {
    const key = vehicleKey(vehicle);
    const lists = vehicles.get(key);
    if (lists === undefined || !isKnown(lists.firstLists)) return undefined;
    const when = whenOf(lists, dates);
    const known = found[when].get(key) ?? extrasOn(lists, extras, when);
    found[when].set(key, known);
    return known;
  };
}

type When = 'first' | 'last' | 'between';

function whenOf({ first, last, lastLists }: VehicleLists, dates: RentalDates): When {
  if (areSame(dates, first)) return 'first';
  return isKnown(lastLists) && areSame(dates, last) ? 'last' : 'between';
}

/** Compares without a text key, because it is called for each offer. */
function areSame(dates: RentalDates, others: RentalDates): boolean {
  return dates.pickUpDate === others.pickUpDate && dates.dropOffDate === others.dropOffDate;
}

/** The lists of these dates that were looked up; between the first and the last dates, of both. */
function listsOn({ firstLists, lastLists }: VehicleLists, when: When): ExtraLists[] {
  if (when === 'first') return [firstLists].filter(isKnown);
  if (when === 'last') return [lastLists].filter(isKnown);
  return [firstLists, lastLists].filter(isKnown);
}

function extrasOn(
  vehicleLists: VehicleLists,
  extras: readonly ExtraRef[],
  when: When,
): VehicleExtras {
  const lookedUp = listsOn(vehicleLists, when);
  const found = extras.map((ref) => ({ ref, taken: takenOn(ref, lookedUp) }));
  const taken = found.map((one) => one.taken);
  const requested = joinRequested(taken.filter(isRequested));
  requested.sort((a, b) => Number(a.kind > b.kind) - Number(a.kind < b.kind) || a.id - b.id);
  const missing = new Set<string>();
  const unchecked = new Set<string>();
  for (const { hasSeveral, label } of taken.filter(isLack))
    (when === 'between' && !hasSeveral ? unchecked : missing).add(label);
  const choice = found.find(({ ref }) => ref.alternatives !== undefined);
  const takenPlan = choice && planName(choice.taken, lookedUp);
  return {
    requested,
    missing: [...missing],
    unchecked: [...unchecked],
    ids: chosenIds(requested),
    takenPlan,
  };
}

/** Why an extra has no id on a list: the list has none, or several of its name. */
interface Lack {
  readonly label: string;
  readonly hasSeveral: boolean;
}

/** `none`: the vehicle is taken without it. */
type Taken = RequestedExtra | Lack | 'none';

function isLack(taken: Taken): taken is Lack {
  return taken !== 'none' && 'hasSeveral' in taken;
}

function isRequested(taken: Taken): taken is RequestedExtra {
  return taken !== 'none' && !isLack(taken);
}

/** The extra on the first list that has it. */
function takenOn(ref: ExtraRef, lookedUp: readonly ExtraLists[]): Taken {
  const tried = lookedUp.map((lists) => takenFrom(ref, lists[ref.kind]));
  return tried.find(isRequested) ?? tried[0]!;
}

/** The first option that the list has. */
function takenFrom(ref: ExtraRef, list: readonly Named[] | undefined): Taken {
  const options = optionsOf(ref).map((option) => inList(option, ref, list));
  const first = options.find((option) => !isLack(option) || option.hasSeveral);
  if (first !== undefined) return first;
  const label = options
    .filter(isLack)
    .map((lack) => lack.label)
    .join(' or ');
  return ref.isOptional ? 'none' : { label, hasSeveral: false };
}

/** The extra with its id on a list. Without a list an id is taken unchanged. */
function inList(
  { id, name }: NameRef,
  { kind, quantity }: ExtraRef,
  list: readonly Named[] | undefined,
): RequestedExtra | Lack {
  // Without a name, the field is left out: `joinRequested` would replace a known name by undefined.
  const byId =
    id === undefined ? undefined : { kind, id, quantity, ...(name !== undefined && { name }) };
  if (list === undefined && byId !== undefined) return { ...byId, isUnlisted: true };
  const found = finderIn(list ?? [])(id === undefined ? { name } : { id, name });
  const [only] = found;
  const label = name ?? String(id);
  if (only === undefined) return { label, hasSeveral: false };
  if (byId !== undefined) return byId;
  return found.length === 1
    ? { kind, id: only.id, name: only.name, quantity }
    : { label: `${label} (${itemsInWords(found)}: give the id of one)`, hasSeveral: true };
}

/** The name of the plan on the lists; `none` if the vehicle is taken without a plan. */
function planName(taken: Taken, lookedUp: readonly ExtraLists[]): string | undefined {
  if (taken === 'none') return taken;
  if (isLack(taken)) return undefined;
  const plans = lookedUp.flatMap(({ insurance = [] }) => insurance);
  return taken.name ?? plans.find(({ id }) => id === taken.id)?.name;
}
