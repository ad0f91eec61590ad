/**
 * What the extras of an offer are: the requested ones in the vehicle's own ids, and those that it
 * lacks. Decided by the lists that were looked up; `ask-extras.ts` says which.
 */
import type { RentalDates, Vehicle } from '../../api/types.ts';
import { itemsInWords, type Named } from '../../planner/names.ts';
import { chosenIds, joinRequested, type RequestedExtra } from '../../planner/proof.ts';
import { finderIn, optionsOf, type ExtraRef, type NameRef } from '../../planner/question.ts';
import {
  areSameDates,
  isKnown,
  type ExtraLists,
  type OperatorExtraLists,
  type VehicleExtraLists,
} from './extra-lists.ts';
import type { VehicleExtras } from './offer.ts';

const withoutExtras: VehicleExtras = {
  requested: [],
  missing: [],
  unchecked: [],
  ids: chosenIds([]),
};

/** Undefined if the lists of the vehicle could not be looked up. */
export type ExtrasFinder = (vehicle: Vehicle, dates: RentalDates) => VehicleExtras | undefined;

export function extrasFinder(
  extraLists: OperatorExtraLists,
  extras: readonly ExtraRef[],
): ExtrasFinder {
  if (extras.length === 0) return () => withoutExtras;
  const known = new Map<VehicleExtraLists, Map<When, VehicleExtras>>();
  return (vehicle, dates) => {
    const lists = extraLists.of(vehicle);
    if (lists === undefined || !isKnown(lists.first.lists)) return undefined;
    const byWhen = known.get(lists) ?? new Map<When, VehicleExtras>();
    known.set(lists, byWhen);
    const when = whenOf(lists, dates);
    const found = byWhen.get(when) ?? extrasOn(lists, extras, when);
    byWhen.set(when, found);
    return found;
  };
}

type When = 'first' | 'last' | 'between';

function whenOf({ first, last }: VehicleExtraLists, dates: RentalDates): When {
  if (areSameDates(dates, first.dates)) return 'first';
  return isKnown(last.lists) && areSameDates(dates, last.dates) ? 'last' : 'between';
}

/** The lists of these dates that were looked up; between the first and the last dates, of both. */
function listsOn({ first, last }: VehicleExtraLists, when: When): ExtraLists[] {
  if (when === 'first') return [first.lists].filter(isKnown);
  if (when === 'last') return [last.lists].filter(isKnown);
  return [first.lists, last.lists].filter(isKnown);
}

function extrasOn(
  vehicleLists: VehicleExtraLists,
  extras: readonly ExtraRef[],
  when: When,
): VehicleExtras {
  const lookedUp = listsOn(vehicleLists, when);
  const found = extras.map((ref) => ({ ref, taken: takenOn(ref, lookedUp) }));
  const taken = found.map((one) => one.taken);
  const requested = joinRequested(taken.filter(isRequested));
  // The address of a quote and a link are the same, in whatever order the extras were given.
  requested.sort(byKindAndId);
  const missing = new Set<string>();
  const unchecked = new Set<string>();
  for (const { why, label } of taken.filter(isLack))
    (when === 'between' && why === 'not-listed' ? unchecked : missing).add(label);
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

function byKindAndId(a: RequestedExtra, b: RequestedExtra): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  return a.id - b.id;
}

/** Why an extra has no id on a list: the list has none, or several of its name. */
interface Lack {
  readonly label: string;
  readonly why: 'not-listed' | 'several';
}

/** `none`: the vehicle is taken without it. */
type Taken = RequestedExtra | Lack | 'none';

function isLack(taken: Taken): taken is Lack {
  return taken !== 'none' && 'why' in taken;
}

function isRequested(taken: Taken): taken is RequestedExtra {
  return taken !== 'none' && !isLack(taken);
}

/** The extra on the first list that has it. */
function takenOn(ref: ExtraRef, lookedUp: readonly ExtraLists[]): Taken {
  const tried = lookedUp.map((lists) => takenFrom(ref, lists[ref.kind]));
  return tried.find(isRequested) ?? tried[0]!;
}

/** The first option that the list has, once or several times; else what is lacking. */
function takenFrom(ref: ExtraRef, list: readonly Named[] | undefined): Taken {
  const options = optionsOf(ref).map((option) => inList(option, ref, list));
  const first = options.find((option) => !isLack(option) || option.why === 'several');
  if (first !== undefined) return first;
  const label = options
    .filter(isLack)
    .map((lack) => lack.label)
    .join(' or ');
  return ref.isOptional ? 'none' : { label, why: 'not-listed' };
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
  if (only === undefined) return { label, why: 'not-listed' };
  if (byId !== undefined) return byId;
  return found.length === 1
    ? { kind, id: only.id, name: only.name, quantity }
    : { label: `${label} (${itemsInWords(found)}: give the id of one)`, why: 'several' };
}

/** The name of the plan on the lists; `none` if the vehicle is taken without a plan. */
function planName(taken: Taken, lookedUp: readonly ExtraLists[]): string | undefined {
  if (taken === 'none') return taken;
  if (isLack(taken)) return undefined;
  const plans = lookedUp.flatMap(({ insurance = [] }) => insurance);
  return taken.name ?? plans.find(({ id }) => id === taken.id)?.name;
}
