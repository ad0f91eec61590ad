/** Which of the available vehicles are wanted. */
import { NotAvailableError } from '../../errors.ts';
import { shorten } from '../../text.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import { fold, idOf, nearest, type Named, type Note } from '../names.ts';
import { isWord, read, type Reading } from '../read.ts';
import { meaningNote } from '../read-one.ts';
import type { Session } from '../session.ts';
import { byDailyRate, namedVehicle, vehicleHint } from '../vehicle.ts';

/** The wanted vehicles of one operator as they were written; undefined is every vehicle. */
export type VehicleFilter = readonly string[] | undefined;

/** `all` among them means every vehicle. */
export function parseVehicleFilter(items: VehicleFilter): VehicleFilter {
  return hasWord(items, 'all') ? undefined : items;
}

function hasWord(items: VehicleFilter, word: string): boolean {
  return items?.some((item) => item.split(',').some((piece) => isWord(piece, word))) === true;
}

/** The ids of a filter of nothing but ids; undefined for other filters. */
export function idsOfFilter(filter: VehicleFilter): ReadonlySet<number> | undefined {
  if (filter === undefined) return undefined;
  const ids = read(filter, []);
  return ids.every(({ how }) => how === 'id') ? new Set(ids.map(({ text }) => idOf(text))) : undefined;
}

/** Whether the cheapest vehicle is wanted: which one that is depends on the extras. */
export function wantsCheapest(filter: VehicleFilter): boolean {
  return hasWord(filter, 'cheapest');
}

/** The available vehicles of each trip that was answered. */
export type Availability = ReadonlyMap<Trip, readonly Vehicle[]>;

/** What a filter means, once the availability of all trips and operators is known. */
export interface VehicleChoice {
  /** The filter as ids; a name that no vehicle of the operator has stays a name. Undefined: every vehicle. */
  readonly meant: VehicleFilter;
  /** Whether the vehicle can be wanted. */
  fits(vehicle: Vehicle): boolean;
  /** The wanted vehicles of one trip. `has`: whether a vehicle has the extras, as far as that is known. */
  among(vehicles: readonly Vehicle[], has: (vehicle: Vehicle) => boolean): readonly Vehicle[];
  /** The one that takes the place of a vehicle that is wanted as the cheapest alone, if there is one. Undefined: none is wanted so. */
  readonly instead?:
    | ((of: Vehicle, vehicles: readonly Vehicle[], has: (vehicle: Vehicle) => boolean) => Vehicle | undefined)
    | undefined;
}

export const everyVehicle: VehicleChoice = { meant: undefined, fits: () => true, among: (vehicles) => vehicles };

/** The same with the ids of what was chosen in the place of `cheapest`; if nothing is free, the word stays. */
export function chosenIn(meant: VehicleFilter, offers: readonly { readonly vehicle: Vehicle }[]): VehicleFilter {
  if (!wantsCheapest(meant) || offers.length === 0) return meant;
  const named = meant?.filter((text) => !isWord(text, 'cheapest')) ?? [];
  return [...new Set([...named, ...offers.map(({ vehicle }) => String(vehicle.vehicleId))])];
}

interface FilteredSweep {
  readonly session: Pick<Session, 'operator' | 'seenVehicles'>;
  readonly trips: { readonly length: number };
  readonly vehicles: VehicleFilter;
}

interface Rules {
  /** No operator is missing. */
  readonly isAll: boolean;
  readonly note: Note;
}

/**
 * What the filters of the operators mean, in the order of `sweeps`; `all` has what is available at each. A name is looked for at all
 * operators together, and among vehicles of earlier answers: one that is sold out is still not a part of another's name. Notes what
 * a part of a name means. Throws NotAvailableError for a text that fits no available vehicle, if the availability of all trips is
 * known and the text is a typing mistake, or the only one.
 */
export async function readFilters(
  sweeps: readonly FilteredSweep[],
  all: readonly Availability[],
  { isAll, note }: Rules,
): Promise<VehicleChoice[]> {
  if (sweeps.every(({ vehicles }) => vehicles === undefined)) return sweeps.map(() => everyVehicle);
  const available = all.map(availableIn);
  const seen = await Promise.all(sweeps.map(({ session }) => session.seenVehicles()));
  const own = seen.map((list, index) => distinct<Named>([...list, ...(available[index] ?? [])]));
  const known = distinct(own.flat());
  const missed = new Set<string>();
  const told = new Set<string>();
  const choices = sweeps.map(({ vehicles, session }, index) => {
    if (vehicles === undefined) return everyVehicle;
    const texts = read(vehicles, known, { words: ['cheapest'], many: true });
    for (const one of texts) {
      const fits = fitOf(one, known);
      if (one.how === 'word') continue;
      const meant = available.flat().filter(fits);
      if (meant.length === 0) missed.add(one.text);
      else if (one.how === 'part') told.add(meaningNote(one.text, meant, 'vehicle'));
      const isKnown = all[index]?.size === sweeps[index]?.trips.length;
      if (isKnown && !(available[index] ?? []).some(fits))
        told.add(`${session.operator.name}: no available vehicle fits "${shorten(one.text, 60)}"`);
    }
    return choiceOf(texts, known, own[index] ?? []);
  });
  const isComplete = isAll && all.every((availability, index) => availability.size === sweeps[index]?.trips.length);
  const isAlone = choices.every(({ fits }, index) => !(available[index] ?? []).some((one) => fits(one.vehicle)));
  if (isComplete) for (const text of missed) refuseMistake(text, { known, free: distinct(available.flat()), isAlone });
  told.forEach(note);
  return choices;
}

/** By id, or by the vehicles that the text means, in each spelling of their names. */
function fitOf({ text, found, how }: Reading, known: readonly Named[]): (item: Named) => boolean {
  if (how === 'id') return ({ id }) => id === idOf(text);
  const meant = new Set(found.map(vehicleName));
  const spelled = new Set(known.filter((one) => meant.has(vehicleName(one))).map(spelledName));
  return (item) => spelled.has(spelledName(item));
}

/** `known`: vehicles of all operators; `own`: of this one. */
function choiceOf(texts: readonly Reading[], known: readonly Named[], own: readonly Named[]): VehicleChoice {
  const isCheapest = texts.some(({ how }) => how === 'word');
  const fits = texts.filter(({ how }) => how !== 'word').map((one) => fitOf(one, known));
  const isNamed = (vehicle: Vehicle): boolean => fits.some((fit) => fit(namedVehicle(vehicle)));
  const meant = texts.flatMap((one) => {
    const ids = one.how === 'word' ? [] : own.filter(fitOf(one, known)).map(({ id }) => String(id));
    return ids.length === 0 ? [one.text] : [...new Set(ids)];
  });
  return {
    meant,
    fits: (vehicle) => isCheapest || isNamed(vehicle),
    among: (vehicles, has) => {
      const sorted = isCheapest ? byDailyRate(vehicles) : [];
      const cheapest = sorted.find(has) ?? sorted[0];
      return vehicles.filter((vehicle) => vehicle === cheapest || isNamed(vehicle));
    },
    instead: isCheapest
      ? (of, vehicles, has) => {
          const sorted = isNamed(of) ? [] : byDailyRate(vehicles);
          const other = sorted.slice(sorted.indexOf(of) + 1).find(has);
          return other === undefined || isNamed(other) ? undefined : other;
        }
      : undefined,
  };
}

function availableIn(availability: Availability) {
  return distinct([...new Set(availability.values())].flat().map(namedVehicle));
}

/** By id and name: under one id there can be another vehicle, or another spelling, on other dates. */
function distinct<T extends Named>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [spelledName(item), item])).values()];
}

function spelledName({ id, name }: Named): string {
  return `${id} ${name}`;
}

/** The same for the same vehicle: one id with two names is two vehicles. */
export function vehicleName({ id, name }: Named): string {
  return `${id} ${fold(name)}`;
}

interface Missed {
  readonly known: readonly Named[];
  readonly free: readonly Named[];
  /** Nothing that is wanted is free. */
  readonly isAlone: boolean;
}

/** A text that others go with, and that is near no name, can be a vehicle that is sold out: then a note is enough. */
function refuseMistake(text: string, { known, free, isAlone }: Missed): void {
  const isKnown = read([text], known, { many: true }).some(({ found }) => found.length > 0);
  const near = isKnown ? undefined : nearest(text, known);
  if (near === undefined && !isAlone) return;
  throw new NotAvailableError(`no available vehicle fits "${shorten(text, 60)}"`, {
    hint: vehicleHint(near, free),
  });
}
