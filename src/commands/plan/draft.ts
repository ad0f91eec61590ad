/** An unfinished plan. What it lacks decides the next question; changing an answer removes it from the draft. */
import type { RentalDates, Trip, Vehicle } from '../../api/types.ts';
import type { Named } from '../../planner/names.ts';
import { tripOf, type QuotedPlan, type TripPlan } from '../../planner/plan-trip.ts';
import type { OfferedExtras, SelectedAccessory } from '../../planner/extras.ts';
import { labelOfVehicle } from '../../planner/selection.ts';
import type { PlanAnswers } from '../shared/command-line.ts';

/** Answers that were taken back or changed, as far as they are needed to suggest them again. */
export interface EarlierAnswers extends Partial<RentalDates> {
  readonly pickUp?: Named;
  readonly dropOff?: Named;
  readonly vehicle?: Pick<Vehicle, 'vehicleId' | 'name'>;
  readonly accessories?: readonly Pick<SelectedAccessory, 'id' | 'name' | 'quantity'>[];
  readonly insurance?: Named | null;
}

export type Draft = {
  readonly [K in Exclude<keyof QuotedPlan, 'vehicleLabel'>]: QuotedPlan[K] | undefined;
} & {
  /** The values of the flags; each is used once, when the list to look it up in is known. */
  readonly flags: PlanAnswers;
  /** Suggested again. */
  readonly before: EarlierAnswers;
  /** The available vehicles. */
  readonly vehicles: readonly Vehicle[] | undefined;
  /** Ids of vehicles that the service refused to quote for this trip. */
  readonly soldOut: readonly number[];
  /** The service's lists for the chosen vehicle on the dates of the trip. */
  readonly extras: OfferedExtras | undefined;
  /** The accessories that were ticked, and of how many of them the number was asked for. Kept with those that were left out with 0. */
  readonly ticked: readonly SelectedAccessory[] | undefined;
  readonly counted: number;
  /** The plan with its last quote, which a new quote is compared with. */
  readonly last: QuotedPlan | undefined;
  /** What is open about the prices of extras has been said. */
  readonly isUnitSaid?: true;
  readonly done: boolean;
};

export function emptyDraft(flags: PlanAnswers): Draft {
  return {
    pickUp: undefined,
    dropOff: undefined,
    pickUpDate: undefined,
    dropOffDate: undefined,
    vehicle: undefined,
    accessories: undefined,
    insurance: undefined,
    quote: undefined,
    flags,
    before: {},
    vehicles: undefined,
    soldOut: [],
    extras: undefined,
    ticked: undefined,
    counted: 0,
    last: undefined,
    done: false,
  };
}

/** What another trip makes out of date. The chosen vehicle and extras are kept, to be looked up again. */
const ofTrip = { vehicles: undefined, soldOut: [], extras: undefined, quote: undefined } as const;

export function forgetDepots(draft: Draft): Draft {
  return { ...rememberAnswers(draft), pickUp: undefined, dropOff: undefined, ...ofTrip };
}

export function forgetDates(draft: Draft): Draft {
  return { ...rememberAnswers(draft), pickUpDate: undefined, dropOffDate: undefined, ...ofTrip };
}

export function forgetVehicle(draft: Draft): Draft {
  return { ...rememberAnswers(draft), vehicle: undefined, extras: undefined, quote: undefined };
}

export function forgetAccessories(draft: Draft): Draft {
  return { ...rememberAnswers(draft), ticked: undefined, accessories: undefined, quote: undefined };
}

export function forgetInsurance(draft: Draft): Draft {
  return { ...rememberAnswers(draft), insurance: undefined, quote: undefined };
}

/** The service refused this vehicle for the trip: its list is asked for again, and the vehicle cannot be chosen. */
export function markSoldOut(draft: Draft, vehicleId: number): Draft {
  return { ...forgetVehicle(draft), vehicles: undefined, soldOut: [...draft.soldOut, vehicleId] };
}

/**
 * The draft as it was before a question, with the answers that were given since as suggestions. What the service has said since
 * is still true: the last quote, and vehicles that it refused for the same trip.
 */
export function goBackTo(earlier: Draft, now: Draft): Draft {
  const isSameTrip = tripFields.every((field) => earlier[field] === now[field]);
  return {
    ...earlier,
    before: rememberAnswers(now).before,
    last: now.last,
    ...(isSameTrip && { soldOut: now.soldOut }),
  };
}

const tripFields = ['pickUp', 'dropOff', 'pickUpDate', 'dropOffDate'] as const;

function rememberAnswers(draft: Draft): Draft {
  const { pickUp, dropOff, pickUpDate, dropOffDate, vehicle, insurance } = draft;
  const accessories = answeredQuantities(draft) ?? draft.accessories;
  const known = Object.entries({ pickUp, dropOff, pickUpDate, dropOffDate, vehicle, accessories, insurance });
  const before = Object.fromEntries(known.filter(([, value]) => value !== undefined)) as EarlierAnswers;
  return { ...draft, before: { ...draft.before, ...before } };
}

/** The ticked accessories; those whose number was not asked for again have the number that they had. */
function answeredQuantities({ ticked, counted, before }: Draft): EarlierAnswers['accessories'] {
  return ticked?.map((one, place) => (place < counted ? one : { ...one, quantity: quantityBefore(one, before) }));
}

/** Of an accessory that was not chosen before, one is suggested. */
export function quantityBefore({ id }: Pick<SelectedAccessory, 'id'>, { accessories = [] }: EarlierAnswers): number {
  return accessories.find((one) => one.id === id)?.quantity ?? 1;
}

/** The value of an earlier step. Steps run in order, so a missing value is a bug. */
export function known<K extends keyof Draft & string>(draft: Draft, key: K): NonNullable<Draft[K]> {
  const value = draft[key];
  if (value === undefined || value === null) throw new Error(`${key} is not known yet`);
  return value as NonNullable<Draft[K]>;
}

export function datesOf(draft: Draft): RentalDates {
  return { pickUpDate: known(draft, 'pickUpDate'), dropOffDate: known(draft, 'dropOffDate') };
}

export function tripOfDraft(draft: Draft): Trip {
  return tripOf({ pickUp: known(draft, 'pickUp'), dropOff: known(draft, 'dropOff'), ...datesOf(draft) });
}

/** The answers so far, and the flags that were not looked up yet. */
export function answersOf({ flags, ...draft }: Draft): PlanAnswers {
  const { pickUp, dropOff, vehicle, accessories, insurance } = draft;
  const idOf = (one: Named | undefined): string | undefined => one && String(one.id);
  const pieces = accessories?.flatMap(({ id, quantity }) => Array<string>(quantity).fill(String(id)));
  return {
    pickUp: idOf(pickUp) ?? flags.pickUp,
    dropOff: idOf(dropOff) ?? flags.dropOff,
    from: draft.pickUpDate ?? flags.from,
    to: draft.dropOffDate ?? flags.to,
    vehicle: vehicle === undefined ? flags.vehicle : String(vehicle.vehicleId),
    accessories: pieces ?? flags.accessories,
    insurance: insurance === null ? 'none' : (idOf(insurance) ?? flags.insurance),
  };
}

export function planOfDraft(draft: Draft): TripPlan {
  return {
    pickUp: known(draft, 'pickUp'),
    dropOff: known(draft, 'dropOff'),
    ...datesOf(draft),
    vehicle: known(draft, 'vehicle'),
    vehicleLabel: labelOfVehicle(known(draft, 'vehicle'), draft.vehicles ?? []),
    accessories: known(draft, 'accessories'),
    insurance: draft.insurance ?? null,
  };
}

export function quotedPlanOf(draft: Draft): QuotedPlan {
  return { ...planOfDraft(draft), quote: known(draft, 'quote') };
}
