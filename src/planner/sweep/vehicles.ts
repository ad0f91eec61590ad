/** Which of the available vehicles are quoted. */
import { UsageError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import type { Vehicle } from '../../api/types.ts';
import { byDailyRate } from '../money.ts';
import { isId, search } from '../names.ts';

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

/** The wanted vehicles in the order of the answer, without duplicates. A name means every vehicle that it fits best. */
export function wantedVehicles(vehicles: readonly Vehicle[], wanted: VehicleFilter): Vehicle[] {
  const unique = [...new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle])).values()];
  if (wanted === undefined) return unique;
  const found = new Set(wanted.flatMap((query) => [...matching(query, unique)]));
  return unique.filter(({ vehicleId }) => found.has(vehicleId));
}

/** Ids of the vehicles that `query` means: those with that whole name, else those whose name contains it. */
export function matching(query: string, vehicles: readonly Vehicle[]): ReadonlySet<number> {
  if (query.trim() === '') return new Set();
  if (isId(query)) return new Set([Number(query)].filter((id) => vehicles.some((one) => one.vehicleId === id)));
  const named = vehicles.map(({ vehicleId, name }) => ({ id: vehicleId, name }));
  const found = search(query, named);
  const exact = found.filter(({ name }) => search(name, [{ id: 0, name: query }]).length > 0);
  return new Set((exact.length > 0 ? exact : found).map(({ id }) => id));
}

/** The lowest daily rates, as many as are quoted. */
export function cheapestFirst(vehicles: readonly Vehicle[], { top }: Quoting): Vehicle[] {
  return byDailyRate(vehicles).slice(0, top);
}
