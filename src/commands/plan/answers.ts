/** What the wizard knows, and what is made of it. */
import type { CalendarDate, Depot, InsurancePlan, Vehicle } from '../../api/types.ts';
import type { SelectedAccessory } from '../../planner/extras.ts';
import type { Named } from '../../planner/names.ts';
import type { PlanAnswers } from '../shared/command-line.ts';

interface All {
  readonly pickUp: Depot;
  readonly dropOff: Depot;
  readonly pickUpDate: CalendarDate;
  readonly dropOffDate: CalendarDate;
  readonly vehicle: Vehicle;
  readonly accessories: readonly SelectedAccessory[];
  readonly insurance: InsurancePlan | null;
}

export type Key = keyof All;
export type Answers = Partial<All>;
/** For a step: the answers of all steps before it. They run in order. */
export type Known = All;

/** What the flags say; each is read once, when the list to look it up in is known. */
export type Given = { readonly [K in Exclude<Key, 'accessories'>]?: string | undefined } & {
  readonly accessories?: readonly string[] | undefined;
};

export const changes = {
  dates: { name: 'Change dates', keys: ['pickUpDate', 'dropOffDate'] },
  vehicle: { name: 'Change vehicle', keys: ['vehicle'] },
  accessories: { name: 'Change accessories', keys: ['accessories'] },
  insurance: { name: 'Change insurance', keys: ['insurance'] },
  depots: { name: 'Change depots', keys: ['pickUp', 'dropOff'] },
} as const satisfies Record<string, { readonly name: string; readonly keys: readonly Key[] }>;

export type Change = keyof typeof changes;

/** One choice for each change. */
export function changeChoices(kinds: readonly Change[]): { readonly value: Change; readonly name: string }[] {
  return kinds.map((value) => ({ value, name: changes[value].name }));
}

export function without<T extends object>(values: T, keys: readonly (keyof T)[]): Partial<T> {
  const rest = { ...values };
  for (const key of keys) delete rest[key];
  return rest;
}

/** The flags that give these answers, and those that were not read yet. */
export function flagsOf(answers: Answers, given: Given): PlanAnswers {
  const { vehicle, accessories, insurance } = answers;
  const idOf = (one: Named | null | undefined): string | undefined => (one ? String(one.id) : undefined);
  return {
    pickUp: idOf(answers.pickUp) ?? given.pickUp,
    dropOff: idOf(answers.dropOff) ?? given.dropOff,
    from: answers.pickUpDate ?? given.pickUpDate,
    to: answers.dropOffDate ?? given.dropOffDate,
    vehicle: vehicle === undefined ? given.vehicle : String(vehicle.vehicleId),
    accessories:
      accessories?.flatMap(({ id, quantity }) => Array<string>(quantity).fill(String(id))) ?? given.accessories,
    insurance: insurance === null ? 'none' : (idOf(insurance) ?? given.insurance),
  };
}
