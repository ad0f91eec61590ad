/** What every step of the wizard works with. */
import type { CalendarDate, Depot, InsurancePlan, RentalDates, Trip, Vehicle } from '../../api/types.ts';
import type { ExtrasOptions, TripOptions } from '../../cli/trip-flags.ts';
import type { SelectedAccessory } from '../../planner/extras.ts';
import type { MaxAmount } from '../../planner/max-amount.ts';
import type { Named } from '../../planner/names.ts';
import { chosenIds } from '../../planner/proof.ts';
import type { Wanted } from '../../planner/quote-trip.ts';
import type { Operator } from '../../planner/session.ts';
import { labelOfVehicle, namedVehicle } from '../../planner/vehicle.ts';
import type { Prompts } from '../../terminal/questions.ts';
import type { Lists, ListSource } from './lists.ts';

export type WizardOptions = TripOptions & ExtrasOptions & { readonly vehicle?: string };

/** The answers, as the service listed them. A step has those of all steps before it; they run in order. */
export interface Known extends RentalDates {
  readonly pickUp: Depot;
  readonly dropOff: Depot;
  readonly vehicle: Vehicle;
  readonly accessories: readonly SelectedAccessory[];
  readonly insurance: InsurancePlan | null;
}
export type Key = keyof Known;
export type Answers = Partial<Known>;

/** What the flags say; each is read once, when the list to look it up in is known. */
export type Given = { readonly [K in Exclude<Key, 'accessories'>]?: string | undefined } & {
  readonly accessories?: readonly string[] | undefined;
};

export interface WizardContext extends ListSource {
  readonly prompts: Prompts;
  readonly operator: Operator;
  /** The operator's day. */
  readonly today: CalendarDate;
  /** The highest total that is good enough. */
  readonly maxTotal?: MaxAmount | undefined;
  /** Epoch ms. */
  now(): number;
  /** Throws OutputError if no browser can be opened. */
  open(url: string): Promise<void>;
}

/** What a step has: the answers before it, what is suggested again, and what the service lists. */
export interface StepParts extends Pick<WizardContext, 'prompts' | 'today'> {
  readonly known: Known;
  /** Answers that were taken back or changed. */
  readonly suggested: Answers;
  readonly lists: Lists;
  /** Says how a flag was understood. */
  note(text: string): void;
}

/** One answer. What comes before it is known. */
export interface Step<K extends Key = Key> {
  readonly key: K;
  /** What its flag says. Throws UsageError or NotAvailableError if that fits nothing. */
  read(given: NonNullable<Given[K]>, parts: StepParts): Promise<Known[K]>;
  /** The only answer there is; undefined if it has to be asked. */
  only?(parts: StepParts): Promise<Known[K] | undefined>;
  ask(parts: StepParts): Promise<Known[K]>;
  /** Says what follows from the answer, which is known now. */
  say?(parts: StepParts): Promise<void>;
  /** The answer in the present lists; undefined, after a warning, if it is not in them any more. */
  again?(parts: StepParts): Promise<Known[K] | undefined>;
}

/** The same thing in a new list. An operator can give its id to another thing, which must not be taken for it. */
export function findAgain<T extends Named>(before: Named, items: readonly T[]): T | undefined {
  return items.find(({ id, name }) => id === before.id && name === before.name);
}

export function tripOf({ pickUp, dropOff, pickUpDate, dropOffDate }: Known): Trip {
  return { pickUpDepotId: pickUp.id, dropOffDepotId: dropOff.id, pickUpDate, dropOffDate };
}

/** The answers as if all words had been read in one go. `available`: the vehicles among which theirs was chosen. */
export function wantedOf(known: Known, available: readonly Vehicle[]): Wanted {
  const { vehicle, accessories, insurance } = known;
  const plans = insurance === null ? [] : [insurance];
  const asked = [
    ...accessories.map(({ id, name, quantity }) => ({ kind: 'accessory', id, name, quantity }) as const),
    ...plans.map(({ id, name }) => ({ kind: 'insurance', id, name, quantity: 1 }) as const),
  ];
  return {
    selection: { ...tripOf(known), vehicleId: vehicle.vehicleId, ...chosenIds(asked) },
    vehicle: { ...namedVehicle(vehicle), label: labelOfVehicle(vehicle, available) },
    asked,
    offered: { accessories, plans },
  };
}
