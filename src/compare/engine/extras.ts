/**
 * The requested extras of each compared vehicle, in its own ids. They are looked up on the first of its dates; and on the last, if the first
 * list lacks one of them. The quote proves that an id is the same extra on the dates between.
 */
import type { RentalDates, Vehicle } from '../../api/types.ts';
import { listed, type Named } from '../../planner/names.ts';
import { chosenIds, joinRequested, type RequestedExtra } from '../../planner/proof.ts';
import { finderIn, type ExtraRef } from '../../planner/question.ts';
import { vehicleKey } from '../../planner/vehicle.ts';
import type { VehicleExtras } from './offer.ts';
import { settled } from './operator-run.ts';
import type { ExtraLists, ListedVehicle, LookUp, OperatorRun, Task } from './operator-run.ts';
import type { Availability } from './vehicles.ts';

type Kind = ExtraRef['kind'];

/** The lists that references need: those from which something is requested by its name alone. */
export function listsFor(extras: readonly ExtraRef[]): Kind[] {
  return [...new Set(extras.filter(({ id }) => id === undefined).map(({ kind }) => kind))];
}

/** Looks up the lists of each vehicle on the first of its dates. */
export async function askFirstLists(
  run: OperatorRun,
  availability: Availability,
  kinds: readonly Kind[],
): Promise<void> {
  for (const [key, { vehicle, first, last }] of datesOfVehicles(availability)) {
    // Whatever dates come later, what was looked up stays.
    if (!run.listed.has(key))
      run.listed.set(key, { vehicle, first, last, firstLists: undefined, lastLists: undefined });
  }
  const vehicles = [...run.listed.values()].filter(({ firstLists }) => firstLists === undefined);
  if (kinds.length > 0) await askLists(run, vehicles, kinds, 'first');
  else for (const vehicle of vehicles) vehicle.firstLists = { accessory: undefined, insurance: undefined };
}

/** Looks up the lists on the last of its dates for each vehicle whose first list lacks one of the extras. */
export async function askLastLists(run: OperatorRun, extras: readonly ExtraRef[]): Promise<void> {
  const lacking = [...run.listed.values()].filter(({ first, last, firstLists, lastLists }) => {
    if (lastLists !== undefined || areSame(first, last)) return false;
    return isKnown(firstLists) && extras.some((ref) => isMissing(ref, firstLists));
  });
  await askLists(run, lacking, listsFor(extras), 'last');
}

/** Looks up the lists of each vehicle, also those from which something was requested by its id. */
export async function askEveryList(run: OperatorRun, extras: readonly ExtraRef[]): Promise<void> {
  const kinds = [...new Set(extras.map(({ kind }) => kind))];
  await askLists(run, [...run.listed.values()], kinds, 'first');
}

export function isKnown(lists: LookUp): lists is ExtraLists {
  return lists !== undefined && lists !== 'failed';
}

function isMissing(ref: ExtraRef, lists: ExtraLists): boolean {
  const list = lists[ref.kind];
  return list !== undefined && finderIn(list)(ref).length === 0;
}

function datesOfVehicles(availability: Availability) {
  const vehicles = new Map<string, Pick<ListedVehicle, 'vehicle' | 'first' | 'last'>>();
  for (const [trip, available] of availability) {
    for (const vehicle of available) {
      const key = vehicleKey(vehicle);
      vehicles.set(key, { vehicle, first: trip, ...vehicles.get(key), last: trip });
    }
  }
  return vehicles;
}

async function askLists(
  { answers, ask, counted }: OperatorRun,
  vehicles: readonly ListedVehicle[],
  kinds: readonly Kind[],
  when: 'first' | 'last',
): Promise<void> {
  const key = when === 'first' ? 'firstLists' : 'lastLists';
  const tasks = vehicles.map((listedVehicle): Task => ({
    step: 'extras',
    vehicle: listedVehicle.vehicle,
    send: async () => {
      const { vehicleId } = listedVehicle.vehicle;
      const dates = listedVehicle[when];
      // One that fails must not end the run while the other is still under way.
      const [accessory, insurance] = await settled([
        kinds.includes('accessory') ? answers.accessories(vehicleId, dates) : undefined,
        kinds.includes('insurance') ? answers.insuranceTypes(vehicleId, dates) : undefined,
      ]);
      listedVehicle[key] = { accessory: accessory?.value, insurance: insurance?.value };
      return [accessory, insurance].filter((answer) => answer !== undefined && answer.storedAt === undefined).length;
    },
  }));
  counted.lists += tasks.length * kinds.length;
  for (const vehicle of vehicles) vehicle[key] = 'failed';
  if (tasks.length > 0) await ask(tasks);
}

const withoutExtras: VehicleExtras = { requested: [], missing: [], unchecked: [], ids: chosenIds([]) };

/** Undefined if the lists of the vehicle could not be looked up. */
export function extrasFinder(vehicles: OperatorRun['listed'], extras: readonly ExtraRef[]) {
  if (extras.length === 0) return () => withoutExtras;
  const found: Readonly<Record<When, Map<string, VehicleExtras>>> = {
    first: new Map(),
    last: new Map(),
    between: new Map(),
  };
  return (vehicle: Vehicle, dates: RentalDates): VehicleExtras | undefined => {
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

function whenOf({ first, last, lastLists }: ListedVehicle, dates: RentalDates): When {
  if (areSame(dates, first)) return 'first';
  return isKnown(lastLists) && areSame(dates, last) ? 'last' : 'between';
}

/** Without a key, because this is asked of each offer. */
function areSame(dates: RentalDates, others: RentalDates): boolean {
  return dates.pickUpDate === others.pickUpDate && dates.dropOffDate === others.dropOffDate;
}

function extrasOn({ firstLists, lastLists }: ListedVehicle, extras: readonly ExtraRef[], when: When): VehicleExtras {
  const lookedUp = { first: [firstLists], last: [lastLists], between: [firstLists, lastLists] }[when];
  const found = extras.map((ref) => {
    const tried = lookedUp.filter(isKnown).map((lists) => inList(ref, lists[ref.kind]));
    return tried.find((one) => !isLack(one)) ?? tried[0]!;
  });
  const requested = joinRequested(found.filter((one): one is RequestedExtra => !isLack(one)));
  requested.sort((a, b) => Number(a.kind > b.kind) - Number(a.kind < b.kind) || a.id - b.id);
  const missing = new Set<string>();
  const unchecked = new Set<string>();
  for (const { isSeveral, label } of found.filter(isLack))
    (when === 'between' && !isSeveral ? unchecked : missing).add(label);
  return { requested, missing: [...missing], unchecked: [...unchecked], ids: chosenIds(requested) };
}

/** Why an extra has no id on a list: the list has none, or several of its name. */
interface Lack {
  readonly label: string;
  readonly isSeveral: boolean;
}

function isLack(found: RequestedExtra | Lack): found is Lack {
  return 'isSeveral' in found;
}

/** The extra with its id on a list. Without a list an id is taken unchanged. */
function inList(ref: ExtraRef, list: readonly Named[] | undefined): RequestedExtra | Lack {
  const { kind, quantity, id, name } = ref;
  // `joinRequested` keeps the name of the same extra only if this has no such field, not if it is undefined.
  const byId = id === undefined ? undefined : { kind, id, quantity, ...(name !== undefined && { name }) };
  if (list === undefined && byId !== undefined) return { ...byId, isUnlisted: true };
  const found = finderIn(list ?? [])(ref);
  const [only] = found;
  const label = name ?? String(id);
  if (only === undefined) return { label, isSeveral: false };
  if (byId !== undefined) return byId;
  return found.length === 1
    ? { kind, id: only.id, name: only.name, quantity }
    : { label: `${label} (${listed(found)}: give the id of one)`, isSeveral: true };
}
