/** What an operator rents out, and where. Money is in integer cents of NZD. */
import type { OpeningHours } from './calendar.ts';

export interface Entry {
  readonly id: number;
  readonly name: string;
}

export interface Depot extends Entry {
  /** The route fee depends on the town and the island. */
  readonly town: string;
  readonly island: 'north' | 'south';
  readonly hours: readonly OpeningHours[];
}

/** An insurance plan, or an accessory. */
export interface Extra extends Entry {
  readonly cents: number;
  readonly per: 'day' | 'rental';
}

export interface Accessory extends Extra {
  /** The largest quantity for one vehicle. */
  readonly max: number;
}

export interface Vehicle extends Entry {
  readonly kind: 'campervan' | 'motorhome' | 'car';
  /** Daily rate in a normal week. */
  readonly cents: number;
  /** Ids of the accessories on offer. */
  readonly accessories: readonly number[];
  /** Ids of the insurance plans on offer. */
  readonly plans: readonly number[];
  /** Ids of the depots that hand the vehicle out and take it back. */
  readonly depots: 'all' | readonly number[];
  /** How far from the pick-up depot the vehicle may be dropped off. */
  readonly oneWay: 'anywhere' | 'same-island' | 'never';
  /** Share of weeks, in percent, in which the vehicle is sold out at a depot. */
  readonly soldOut: number;
  readonly minDays: number;
}

export interface Catalogue {
  readonly operatorName: string;
  readonly depots: readonly Depot[];
  readonly vehicles: readonly Vehicle[];
  readonly accessories: readonly Accessory[];
  readonly plans: readonly Extra[];
}

const unlimited = { depots: 'all', oneWay: 'anywhere', soldOut: 0, minDays: 1 } as const;
type VehicleLimits = Pick<Vehicle, keyof typeof unlimited>;

/** Makes vehicles of one kind. Without `limits` a vehicle is always available, between all depots. */
export function vehiclesOf(kind: Vehicle['kind'], extras: Pick<Vehicle, 'accessories' | 'plans'>) {
  return (id: number, name: string, cents: number, limits: Partial<VehicleLimits> = {}): Vehicle => {
    return { id, name, kind, cents, ...extras, ...unlimited, ...limits };
  };
}

export function depot(
  id: number,
  name: string,
  town: string,
  island: Depot['island'],
  ...hours: OpeningHours[]
): Depot {
  return { id, name, town, island, hours };
}

export const weekday = hoursOn('weekday');
export const weekend = hoursOn('weekend');
export const publicHoliday = hoursOn('public-holiday');
export const christmasEve = hoursOn('christmas-eve');

/** Takes hours of the day: 8.5 is half past eight. */
function hoursOn(day: string) {
  return (open: number, close: number, every = 60): OpeningHours => {
    return { day, open: open * 60, close: close * 60, every, dropOff: true };
  };
}

export function pickUpOnly(hours: OpeningHours): OpeningHours {
  return { ...hours, dropOff: false };
}

export function byId<T extends Entry>(list: readonly T[], id: number | undefined): T | undefined {
  return list.find((entry) => entry.id === id);
}

/** The entries of `list` with these ids, in the order of the ids. Leaves out unknown ids. */
export function pick<T extends Entry>(list: readonly T[], ids: readonly number[]): T[] {
  return ids.flatMap((id) => byId(list, id) ?? []);
}
