/** What an operator rents out, and where. Money is in integer cents of NZD. */
import type { OpeningHours } from './calendar.ts';

export interface Depot {
  readonly id: number;
  readonly name: string;
  /** The route fee depends on the town and the island. */
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
  /** The largest quantity for one vehicle. */
  readonly max: number;
}

export type InsurancePlan = Extra;

interface VehicleLimits {
  /** Ids of the depots that hand the vehicle out and take it back. */
  readonly depots: 'all' | readonly number[];
  /** How far from the pick-up depot the vehicle may be dropped off. */
  readonly oneWay: 'anywhere' | 'same-island' | 'never';
  /** Share of weeks, in percent, in which the vehicle is sold out at a depot. */
  readonly soldOut: number;
  readonly minDays: number;
}

interface VehicleExtras {
  /** Ids of the accessories on offer. */
  readonly accessories: readonly number[];
  /** Ids of the insurance plans on offer. */
  readonly plans: readonly number[];
}

export interface Vehicle extends VehicleLimits, VehicleExtras {
  readonly id: number;
  readonly name: string;
  readonly kind: 'campervan' | 'motorhome' | 'car';
  /** Daily rate in a normal week. */
  readonly cents: number;
}

export interface Catalogue {
  readonly operatorName: string;
  readonly depots: readonly Depot[];
  readonly vehicles: readonly Vehicle[];
  readonly accessories: readonly Accessory[];
  readonly plans: readonly InsurancePlan[];
}

type VehicleFactory = (id: number, name: string, cents: number, limits?: Partial<VehicleLimits>) => Vehicle;

/** Makes vehicles of one kind. Without `limits` a vehicle is always available, between all depots. */
export function vehiclesOf(kind: Vehicle['kind'], extras: VehicleExtras): VehicleFactory {
  const unlimited: VehicleLimits = { depots: 'all', oneWay: 'anywhere', soldOut: 0, minDays: 1 };
  return (id, name, cents, limits) => ({ id, name, kind, cents, ...extras, ...unlimited, ...limits });
}

export function depot(place: Omit<Depot, 'hours'>, ...hours: OpeningHours[]): Depot {
  return { ...place, hours };
}

export function byId<T extends { readonly id: number }>(list: readonly T[], id: number): T | undefined {
  return list.find((entry) => entry.id === id);
}

/** The entries of `list` with these ids, in the order of the ids. Leaves out unknown ids. */
export function pick<T extends { readonly id: number }>(list: readonly T[], ids: readonly number[]): T[] {
  return ids.flatMap((id) => byId(list, id) ?? []);
}
