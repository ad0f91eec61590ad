/** Which of the available vehicles are quoted. */
import { UsageError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import type { Vehicle } from '../../api/types.ts';
import { byDailyRate } from '../money.ts';
import { readIds } from '../wanted.ts';

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

/** The wanted vehicles as they were written; undefined is every vehicle. */
export type VehicleFilter = readonly string[] | undefined;

/** `all` among them means every vehicle. */
export function parseVehicleFilter(items: readonly string[] | undefined): VehicleFilter {
  return items?.some((item) => item.split(',').some((word) => isWord(word, 'all'))) === true ? undefined : items;
}

export function isWord(text: string, word: string): boolean {
  return text.trim().toLowerCase() === word;
}

/** The ids of a filter of nothing but ids; undefined for other filters. */
export function idsOfFilter(filter: VehicleFilter): ReadonlySet<number> | undefined {
  const ids = filter?.map((text) => readIds(text));
  if (ids === undefined || ids.includes(undefined)) return undefined;
  return new Set(ids.flatMap((list) => list ?? []).map(({ text }) => Number(text)));
}

/** Whether the filter holds nothing but `cheapest`: then one vehicle of each trip is wanted. */
export function isCheapestOnly(wanted: VehicleFilter): boolean {
  return wanted?.every((text) => isWord(text, 'cheapest')) === true;
}

/** One text of a filter. */
export interface WantedVehicle {
  readonly text: string;
  /** Which of the available vehicles of one trip it means. */
  among(vehicles: readonly Vehicle[]): readonly Vehicle[];
}

/** The wanted vehicles of one trip in the order of the answer, without duplicates. */
export function wantedVehicles(
  vehicles: readonly Vehicle[],
  wanted: readonly WantedVehicle[] | undefined,
): readonly Vehicle[] {
  const unique = uniqueVehicles(vehicles);
  const found = new Set(wanted?.flatMap((one) => one.among(unique)));
  return wanted === undefined ? unique : unique.filter((vehicle) => found.has(vehicle));
}

export function uniqueVehicles(vehicles: readonly Vehicle[]): Vehicle[] {
  return [...new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle])).values()];
}

/** The lowest daily rates, as many as are quoted. */
export function cheapestFirst(vehicles: readonly Vehicle[], { top }: Quoting): Vehicle[] {
  return byDailyRate(vehicles).slice(0, top);
}
