/** A plan in the making. What is known decides what is asked next; to change an answer is to forget it. */
import type { Accessory, Depot, InsurancePlan, Quote, RentalDates, Trip, Vehicle } from '../../api/types.ts';
import { tripOf, type Chosen, type QuotedPlan } from './chosen.ts';

/** The service's lists for one vehicle and these dates. */
export interface Extras {
  readonly accessories: readonly Accessory[];
  readonly plans: readonly InsurancePlan[];
}

/** What flags said, as typed; each is looked up once its list is there. */
export interface Wanted {
  readonly pickUp: string | undefined;
  readonly dropOff: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly vehicle: string | undefined;
  readonly accessories: readonly string[] | undefined;
  readonly insurance: string | undefined;
}

export type Draft = {
  readonly [K in keyof Chosen | 'quote']: QuotedPlan[K] | undefined;
} & {
  readonly wanted: Wanted;
  /** Earlier answers, offered again. */
  readonly before: Partial<Chosen>;
  /** What is available for the trip. */
  readonly vehicles: readonly Vehicle[] | undefined;
  /** Ids that a quote was refused for, on this trip. */
  readonly soldOut: readonly number[];
  /** What the chosen vehicle can have. */
  readonly extras: Extras | undefined;
  readonly reviewed: boolean;
  /** The quote that is to be used although its time is over. */
  readonly keptQuoteId: string | undefined;
  readonly done: boolean;
};

export function emptyDraft(wanted: Wanted): Draft {
  const nothing = {
    pickUp: undefined,
    dropOff: undefined,
    pickUpDate: undefined,
    dropOffDate: undefined,
    vehicle: undefined,
    accessories: undefined,
    insurance: undefined,
    quote: undefined,
  };
  return {
    ...nothing,
    ...{ wanted, before: {}, vehicles: undefined, soldOut: [], extras: undefined },
    ...{ reviewed: false, keptQuoteId: undefined, done: false },
  };
}

/** What another trip makes out of date. The vehicle and the extras stay wanted. */
const ofTrip = { vehicles: undefined, soldOut: [], extras: undefined, quote: undefined } as const;

export function forgetDepots(draft: Draft): Draft {
  return { ...remembering(draft), pickUp: undefined, dropOff: undefined, ...ofTrip };
}

export function forgetDates(draft: Draft): Draft {
  return { ...remembering(draft), pickUpDate: undefined, dropOffDate: undefined, ...ofTrip };
}

export function forgetVehicle(draft: Draft): Draft {
  return { ...remembering(draft), vehicle: undefined, extras: undefined, quote: undefined };
}

export function forgetExtras(draft: Draft): Draft {
  return { ...remembering(draft), accessories: undefined, insurance: undefined, quote: undefined };
}

export function forgetQuote(draft: Draft): Draft {
  return { ...draft, quote: undefined };
}

/** The service refused this vehicle on this trip: its list is asked for again, without it. */
export function markSoldOut(draft: Draft, vehicleId: number): Draft {
  return { ...forgetVehicle(draft), vehicles: undefined, soldOut: [...draft.soldOut, vehicleId] };
}

function remembering(draft: Draft): Draft {
  const { pickUp, dropOff, pickUpDate, dropOffDate, vehicle, accessories, insurance } = draft;
  const known = Object.entries({ pickUp, dropOff, pickUpDate, dropOffDate, vehicle, accessories, insurance });
  const before = Object.fromEntries(known.filter(([, value]) => value !== undefined)) as Partial<Chosen>;
  return { ...draft, before: { ...draft.before, ...before } };
}

/** Steps come in order, so what earlier ones found is there; anything else is our own mistake. */
export function known<K extends keyof Draft>(draft: Draft, key: K): NonNullable<Draft[K]> {
  const value = draft[key];
  if (value === undefined || value === null) throw new Error(`${key} is not known yet`);
  return value as NonNullable<Draft[K]>;
}

export function datesOf(draft: Draft): RentalDates {
  return { pickUpDate: known(draft, 'pickUpDate'), dropOffDate: known(draft, 'dropOffDate') };
}

export function tripOfDraft(draft: Draft): Trip {
  const depots: Record<'pickUp' | 'dropOff', Depot> = {
    pickUp: known(draft, 'pickUp'),
    dropOff: known(draft, 'dropOff'),
  };
  return tripOf({ ...depots, ...datesOf(draft) });
}

/** Without the quote. */
export function chosenOf(draft: Draft): Chosen {
  return {
    pickUp: known(draft, 'pickUp'),
    dropOff: known(draft, 'dropOff'),
    ...datesOf(draft),
    vehicle: known(draft, 'vehicle'),
    accessories: known(draft, 'accessories'),
    insurance: draft.insurance ?? null,
  };
}

export function quotedOf(draft: Draft): QuotedPlan {
  const quote: Quote = known(draft, 'quote');
  return { ...chosenOf(draft), quote };
}
