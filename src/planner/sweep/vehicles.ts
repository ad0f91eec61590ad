/** Which of the available vehicles are wanted, and which of them are quoted. */
import { UsageError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import { byDailyRate } from '../money.ts';
import { didYouMean, isId, nameRank, nearest, noRank, search, type Named } from '../names.ts';
import { isWord } from '../read.ts';
import { meaningNote } from '../read-one.ts';
import type { Session } from '../session.ts';
import { readIds, readWanted } from './old-reading.ts';
import type { SweepNote } from './events.ts';

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

/** The ids of a filter of nothing but ids; undefined for other filters. */
export function idsOfFilter(filter: VehicleFilter): ReadonlySet<number> | undefined {
  const ids = filter?.map((text) => readIds(text));
  if (ids === undefined || ids.includes(undefined)) return undefined;
  return new Set(ids.flatMap((list) => list ?? []).map(({ text }) => Number(text)));
}

/** Whether the cheapest vehicle is wanted: which one that is depends on the extras. */
export function wantsCheapest(wanted: VehicleFilter): boolean {
  return wanted?.some((text) => text.split(',').some((word) => isWord(word, 'cheapest'))) === true;
}

/** Whether the filter holds nothing but `cheapest`: then one vehicle of each trip is wanted. */
export function isCheapestOnly(wanted: VehicleFilter): boolean {
  return wanted?.every((text) => isWord(text, 'cheapest')) === true;
}

/** The wanted vehicles of one trip in the order of the answer, without duplicates; `cheapest` is the cheapest that has the extras. */
export function wantedVehicles(
  vehicles: readonly Vehicle[],
  wanted: readonly WantedVehicle[] | undefined,
  hasExtras?: (vehicle: Vehicle) => boolean,
): readonly Vehicle[] {
  const unique = uniqueVehicles(vehicles);
  const found = new Set(wanted?.flatMap((one) => one.among(unique, hasExtras)));
  return wanted === undefined ? unique : unique.filter((vehicle) => found.has(vehicle));
}

/** The same list if none is in it twice. */
export function uniqueVehicles(vehicles: readonly Vehicle[]): readonly Vehicle[] {
  const unique = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]));
  return unique.size === vehicles.length ? vehicles : [...unique.values()];
}

/** The lowest daily rates, as many as are quoted. */
export function cheapestFirst(vehicles: readonly Vehicle[], { top }: Quoting): Vehicle[] {
  return byDailyRate(vehicles).slice(0, top);
}

/** The available vehicles of each trip that was answered, in the order of the trips. */
export type Availability = ReadonlyMap<Trip, readonly Vehicle[]>;

interface FilteredSweep {
  readonly session: Pick<Session, 'seenVehicles'>;
  readonly trips: { readonly length: number };
  readonly vehicles: VehicleFilter;
}

/**
 * What the filters of the operators mean, in the order of `sweeps`; `all` has what is available at each. A name is looked for at all
 * operators together: an exact name at one of them is meant at each. Notes what a part of a name stands for. Throws UsageError
 * naming the nearest vehicle if a text is a typing mistake, or if no text fits a vehicle; both only if the availability of all trips
 * is known, and `isAll` says that no operator is missing among `sweeps`.
 */
export async function readFilters(
  sweeps: readonly FilteredSweep[],
  all: readonly Availability[],
  { isAll, note }: { readonly isAll: boolean; readonly note: SweepNote },
): Promise<(readonly WantedVehicle[] | undefined)[]> {
  if (sweeps.every(({ vehicles }) => vehicles === undefined)) return sweeps.map(() => undefined);
  // A vehicle of an earlier answer that is sold out on all dates is still not a part of another's name.
  const seen = (await Promise.all(sweeps.map(({ session }) => session.seenVehicles()))).flat();
  const vehicles = new Set(all.flatMap((availability) => [...new Set(availability.values())].flat()));
  const named = [...vehicles].map(({ vehicleId: id, name }) => [`${id} ${name}`, { id, name }] as const);
  const available = [...new Map(named).values()];
  const wanted = new Map<string, WantedVehicle>();
  const unmatched: string[] = [];
  const read = (text: string): WantedVehicle => {
    const known = wanted.get(text);
    if (known !== undefined) return known;
    const one = readVehicles(text, seen, available);
    wanted.set(text, one);
    if (isId(text) || isWord(text, 'cheapest') || !one.isPart) return one;
    const meant = available.filter(({ name }) => one.fits(name));
    if (meant.length === 0) unmatched.push(text);
    else note(meaningNote(text, meant, 'vehicle'));
    return one;
  };
  const rules = { words: ['cheapest'], mixed: sweeps.length === 1 };
  const filters = sweeps.map(({ vehicles: filter }) =>
    filter === undefined ? undefined : readWanted(filter, [...seen, ...available], rules).map(({ text }) => read(text)),
  );
  const isComplete = isAll && all.every((availability, index) => availability.size === sweeps[index]?.trips.length);
  const known = [...seen, ...available];
  for (const text of isComplete ? unmatched : []) refuseMistake(text, known, unmatched.length === wanted.size);
  return filters;
}

/** One text of a filter; `among` has those of the available vehicles of one trip that it means. */
export type WantedVehicle = ReturnType<typeof readVehicles>;

/** A whole name means only vehicles with that name, and the exact name no other; other texts mean every name that they fit. */
function readVehicles(text: string, seen: readonly Named[], available: readonly Named[]) {
  const rankOf = nameRank(text);
  const best = Math.min(noRank, ...new Set([...seen, ...available].map(({ name }) => rankOf(name))));
  const isPart = best > 1;
  const fits = (name: string): boolean =>
    isPart ? text.trim() !== '' && rankOf(name) < noRank : rankOf(name) === best;
  const among = (
    vehicles: readonly Vehicle[],
    hasExtras: (vehicle: Vehicle) => boolean = () => true,
  ): readonly Vehicle[] => {
    if (isId(text)) return vehicles.filter(({ vehicleId }) => vehicleId === Number(text));
    if (isWord(text, 'cheapest')) {
      const sorted = byDailyRate(vehicles);
      return [sorted.find(hasExtras) ?? sorted[0] ?? []].flat();
    }
    return vehicles.filter(({ name }) => fits(name));
  };
  return { text, isPart, fits, among };
}

/** A text that others go with, and that is near no name, can be a kind of vehicle that is sold out: then a note is enough. */
function refuseMistake(text: string, known: readonly Named[], isAlone: boolean): void {
  const near = search(text, known).length === 0 ? nearest(text, known) : undefined;
  if (near === undefined && !isAlone) return;
  throw new UsageError(`no available vehicle fits "${shorten(text, 60)}"`, {
    hint: near === undefined ? (_, list) => `${list('availability')} lists the vehicles of a trip` : didYouMean(near),
  });
}
