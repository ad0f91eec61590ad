/** What an operator rents out, and where. Money is in integer cents of NZD; only `json.ts` and the pages turn it to dollars. */
import type { OpeningHours } from './hours.ts';

export interface Depot {
  readonly id: number;
  readonly name: string;
  /** Two depots of one town are a short transfer apart, two islands a ferry. */
  readonly town: string;
  readonly island: 'north' | 'south';
  readonly hours: readonly OpeningHours[];
}

export interface Extra {
  readonly id: number;
  readonly name: string;
  readonly cents: number;
  readonly per: 'day' | 'rental';
}

export interface Accessory extends Extra {
  /** How many fit one vehicle. */
  readonly max: number;
}

export type Plan = Extra;

export interface Vehicle {
  readonly id: number;
  readonly name: string;
  readonly kind: 'campervan' | 'motorhome' | 'car';
  /** Per day in a normal week, before the week's demand. */
  readonly cents: number;
  /** Ids of the depots it is handed out and taken back at. */
  readonly depots: 'all' | readonly number[];
  /** How far from the pick-up depot it may be dropped off. */
  readonly oneWay: 'anywhere' | 'same-island' | 'never';
  /** Share of weeks, in percent, in which it is sold out at a depot. */
  readonly soldOut: number;
  readonly minDays: number;
  readonly accessories: readonly number[];
  readonly plans: readonly number[];
}

export interface Catalogue {
  readonly operatorName: string;
  readonly depots: readonly Depot[];
  readonly vehicles: readonly Vehicle[];
  readonly accessories: readonly Accessory[];
  readonly plans: readonly Plan[];
}

export function byId<T extends { readonly id: number }>(list: readonly T[], id: number): T | undefined {
  return list.find((entry) => entry.id === id);
}

/** The entries of `list` with these ids, in the order of the ids; an id that is not there is left out. */
export function pick<T extends { readonly id: number }>(list: readonly T[], ids: readonly number[]): T[] {
  return ids.flatMap((id) => byId(list, id) ?? []);
}
