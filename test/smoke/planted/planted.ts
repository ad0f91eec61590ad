/** What a planted defect is, and helpers to plant one in some answers of a good operator. */
import type { CheckGroup } from '../../../src/smoke/check.ts';
import { at, json, type MutableResponse, type Mutation } from '../support/mutant.ts';
import type { RunOptions } from '../support/smoke.ts';

export const depots = /^\/depots$/;
export const availability = /^\/vehicles\/availability$/;
export const accessories = /^\/vehicles\/\d+\/accessories$/;
export const plans = /^\/vehicles\/\d+\/insurance-types$/;
export const quotes = /^\/quotes$/;

/** Changes the JSON body of responses at these addresses. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const bodyAt = (path: RegExp, change: (body: any) => unknown, status = 200): Mutation =>
  at(path, json(change), status);

export function only(holds: Applies, mutate: Mutation): Mutation {
  return (exchange) => {
    if (holds(exchange)) mutate(exchange);
  };
}

export interface Planted {
  /** Unique; begins with the endpoint. */
  readonly name: string;
  /** Section of the interface document with the sentence that the defect breaks. */
  readonly section: string;
  readonly mutate: Mutation;
  /** Groups of checks in which a finding is right. */
  readonly groups: readonly CheckGroup[];
  /** `warn`: likely a defect, but against no sentence of the document. `either`: the document can be read both ways. */
  readonly severity?: 'warn' | 'either';
  readonly options?: RunOptions;
}

export type Applies = (exchange: MutableResponse) => boolean;

export const isInterface: Applies = ({ path }) => !path.startsWith('/site/');

/** Applies to everything from the request number `first` of the interface on. */
export function since(first: number): Applies {
  let count = 0;
  return (exchange) => isInterface(exchange) && (count += 1) >= first;
}

/** Applies to the extras of every vehicle except the first one that is asked for. */
export function ofOtherVehicles(): Applies {
  let first: string | undefined;
  return ({ path }) => {
    const id = /^\/vehicles\/(\d+)\//.exec(path)?.[1];
    first ??= id;
    return id !== first;
  };
}

export const has =
  (name: string): Applies =>
  ({ query }) =>
    query.has(name);
export const lacks =
  (name: string): Applies =>
  ({ query }) =>
    !query.has(name);

export const isOneWay: Applies = ({ query }) => query.get('pick_up_depot_id') !== query.get('drop_off_depot_id');

/** Quotes with accessories and a plan, and quotes with neither. */
export const hasExtras: Applies = ({ query }) => query.has('accessory_ids') && query.has('insurance_id');
export const lacksExtras: Applies = ({ query }) => !query.has('accessory_ids') && !query.has('insurance_id');

/** Where in the answers a defect is. */
export interface Place {
  /** `in the last entry`. */
  readonly name: string;
  readonly pick: <T>(entries: readonly T[]) => readonly T[];
  readonly applies?: Applies;
}

const every = <T>(entries: readonly T[]): readonly T[] => entries;

export const entryPlaces: readonly Place[] = [
  { name: 'in the first entry', pick: (entries) => entries.slice(0, 1) },
  { name: 'in the last entry', pick: (entries) => entries.slice(-1) },
  { name: 'in every entry', pick: every },
];

export const quotePlaces: readonly Place[] = [
  { name: 'in every quote', pick: every },
  { name: 'in quotes with extras', pick: every, applies: hasExtras },
  { name: 'in quotes without extras', pick: every, applies: lacksExtras },
];

/** Goes round the list, so that items of two lists meet in changing pairs. */
export function inTurn<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
