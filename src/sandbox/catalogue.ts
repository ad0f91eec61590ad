/** The types of an operator's depots, vehicles and extras. Money is in integer cents of NZD. */
import type { OpeningHours } from './calendar.ts';

export interface CatalogueEntry {
  readonly id: number;
  readonly name: string;
}

type Island = 'north' | 'south';

export interface CatalogueDepot extends CatalogueEntry {
  /** The route fee depends on the town and the island. */
  readonly town: string;
  readonly island: Island;
  readonly hours: readonly OpeningHours[];
}

/** An insurance plan or an accessory. */
export interface Extra extends CatalogueEntry {
  readonly cents: number;
  readonly per: 'day' | 'rental';
  /** The maximum for one vehicle. Default: 1. */
  readonly max?: number;
}

interface Extras {
  /** Ids of accessories. */
  readonly accessories: readonly number[];
  /** Ids of insurance plans. */
  readonly plans: readonly number[];
}

export interface CatalogueVehicle extends CatalogueEntry, Extras {
  /** Daily rate in a normal week. */
  readonly cents: number;
  /** Ids of the depots that have the vehicle. Default: all. */
  readonly depots?: readonly number[];
  /** How far from the pick-up depot the vehicle may be dropped off. */
  readonly oneWay: 'anywhere' | 'same-island' | 'never';
  /** The percentage of weeks that are sold out, at each depot. */
  readonly soldOut: number;
  readonly minDays: number;
}

export interface Terms {
  /** Charges calendar days instead of nights. */
  readonly chargesDropOffDay: boolean;
  readonly minChargedDays: number;
  /** Cents, for each pick-up and each drop-off on a public holiday. */
  readonly holidayFee: number;
}

export interface Catalogue {
  readonly operatorName: string;
  readonly terms: Terms;
  /** `12-25`: all depots are closed. The interface lists times only by kinds of days. */
  readonly closedOn: readonly string[];
  readonly depots: readonly CatalogueDepot[];
  readonly vehicles: readonly CatalogueVehicle[];
  readonly accessories: readonly Extra[];
  readonly plans: readonly Extra[];
}

const unlimited = { oneWay: 'anywhere', soldOut: 0, minDays: 1 } as const;

/** Makes vehicles with the same extras. Without `limits`, a vehicle is always available. */
export function vehiclesWith(extras: Extras) {
  return (
    id: number,
    name: string,
    cents: number,
    limits: Partial<CatalogueVehicle> = {},
  ): CatalogueVehicle => {
    return { id, name, cents, ...extras, ...unlimited, ...limits };
  };
}

export function makeDepot(
  id: number,
  name: string,
  town: string,
  island: Island,
  ...hours: OpeningHours[]
): CatalogueDepot {
  return { id, name, town, island, hours };
}

export const weekday = hoursOn('weekday');
export const weekend = hoursOn('weekend');
export const publicHoliday = hoursOn('public-holiday');
export const christmasEve = hoursOn('christmas-eve');

/** Takes hours: 8.5 is half past eight. */
function hoursOn(day: string) {
  return (open: number, close: number): OpeningHours => {
    return { day, open: open * 60, close: close * 60, dropOff: true };
  };
}

export function pickUpOnly(hours: OpeningHours): OpeningHours {
  return { ...hours, dropOff: false };
}
