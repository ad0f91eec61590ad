/** Which of the available vehicles are quoted. */
import { UsageError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import type { Vehicle } from '../../api/types.ts';
import { byDailyRate } from '../money.ts';
import { isId, isWholeName, search, wholeMatches, type Named } from '../names.ts';

/** How many of the available vehicles are quoted, the lowest daily rates first; `Infinity` is all of them. */
export interface Quoting {
  readonly top: number;
}

/** `top:5`, `all`, `none`. Throws UsageError. */
export function parseQuoting(text: string): Quoting {
  const word = text.trim().toLowerCase();
  if (word === 'all') return { top: Number.POSITIVE_INFINITY };
  if (word === 'none') return { top: 0 };
  const [, count] = /^top:(\d{1,4})$/.exec(word) ?? [];
  if (count !== undefined && Number(count) > 0) return { top: Number(count) };
  throw new UsageError((name) => `${name('quote')} takes top:5, all or none, not "${shorten(text, 40)}"`);
}

export function quotingInWords({ top }: Quoting): string {
  if (top === 0) return 'none';
  return Number.isFinite(top) ? `top:${top}` : 'all';
}

/** Ids and names of the wanted vehicles; undefined is every vehicle. */
export type VehicleFilter = readonly string[] | undefined;

/** `all` among them means every vehicle. */
export function parseVehicleFilter(items: readonly string[] | undefined): VehicleFilter {
  return items?.some((item) => item.trim().toLowerCase() === 'all') === true ? undefined : items;
}

/** What the texts of a filter mean, once the available vehicles of all trips and operators are known. */
export interface VehicleMeanings {
  /** Texts that are the whole name of some vehicle: they mean only vehicles with that name. */
  readonly whole: ReadonlySet<string>;
  /** The vehicles that the other texts fit. */
  readonly parts: ReadonlyMap<string, readonly Named[]>;
}

/** `whole` if the text is a whole name among `seen`, else the `available` vehicles that it fits; undefined for an id or `cheapest`. */
export function readMeanings(
  text: string,
  seen: readonly Named[],
  available: readonly Named[],
): 'whole' | readonly Named[] | undefined {
  if (isId(text)) return undefined;
  if (wholeMatches(text, [...seen, ...available]).length > 0) return 'whole';
  if (isCheapest(text)) return undefined;
  return text.trim() === '' ? [] : search(text, available);
}

function isCheapest(text: string): boolean {
  return text.trim().toLowerCase() === 'cheapest';
}

/** Whether the filter holds nothing but `cheapest`: then one vehicle of each trip is wanted. */
export function isCheapestOnly(wanted: VehicleFilter): boolean {
  return wanted?.every(isCheapest) === true;
}

/** The wanted vehicles of one trip in the order of the answer, without duplicates. */
export function wantedVehicles(
  vehicles: readonly Vehicle[],
  wanted: VehicleFilter,
  meanings: VehicleMeanings,
): Vehicle[] {
  const unique = uniqueVehicles(vehicles);
  if (wanted === undefined) return unique;
  const found = new Set(wanted.flatMap((text) => matchingIds(text, unique, meanings)));
  return unique.filter(({ vehicleId }) => found.has(vehicleId));
}

export function uniqueVehicles(vehicles: readonly Vehicle[]): Vehicle[] {
  return [...new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle])).values()];
}

function matchingIds(text: string, vehicles: readonly Vehicle[], { whole, parts }: VehicleMeanings): number[] {
  if (isId(text)) return [Number(text)];
  const names = vehicles.map(({ vehicleId, name }) => ({ id: vehicleId, name }));
  if (whole.has(text)) return names.filter(({ name }) => isWholeName(text, name)).map(({ id }) => id);
  if (parts.has(text)) return text.trim() === '' ? [] : search(text, names).map(({ id }) => id);
  return byDailyRate(vehicles)
    .slice(0, 1)
    .map(({ vehicleId }) => vehicleId);
}

/** The lowest daily rates, as many as are quoted. */
export function cheapestFirst(vehicles: readonly Vehicle[], { top }: Quoting): Vehicle[] {
  return byDailyRate(vehicles).slice(0, top);
}
