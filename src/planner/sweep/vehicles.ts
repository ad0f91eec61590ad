/** Which of the available vehicles are wanted. */
import { NotAvailableError, UsageError } from '../../base/errors.ts';
import { fieldText } from '../../base/field-text.ts';
import { shorten } from '../../base/words.ts';
import type { Trip, Vehicle } from '../../api/types.ts';
import { distinct, fold, idOf, match, nearest, type Named, type Note } from '../names.ts';
import { isWord, read, type Reading } from '../read.ts';
import { meaningNote } from '../read-one.ts';
import type { Session } from '../session.ts';
import { namedVehicle, vehicleHint, withSeenBefore } from '../vehicle.ts';

/** The wanted vehicles of one operator as they were written; undefined is every vehicle. */
export type VehicleFilter = readonly string[] | undefined;

/** `all` among them means every vehicle. Throws UsageError for a word that names none. */
export function parseVehicleFilter(items: VehicleFilter): VehicleFilter {
  const isNamed = (word: string): boolean =>
    items?.some((item) => item.split(',').some((piece) => isWord(piece, word))) === true;
  if (isNamed('cheapest')) {
    throw new UsageError(fieldText('a comparison finds the cheapest of all: {vehicle} takes no "cheapest"'), {
      hint: fieldText('leave {vehicle} out'),
    });
  }
  return isNamed('all') ? undefined : items;
}

/** The ids of a filter of nothing but ids; undefined for other filters. */
export function idsOfFilter(filter: VehicleFilter): ReadonlySet<number> | undefined {
  const ids = filter && read(filter, []);
  return ids?.every(({ how }) => how === 'id') ? new Set(ids.map(({ text }) => idOf(text))) : undefined;
}

/** The available vehicles of each trip that was answered. */
export type Availability = ReadonlyMap<Trip, readonly Vehicle[]>;

/** What a filter means, once the availability of all trips and operators is known. */
export interface VehicleChoice {
  /**
   * The filter as ids; undefined for every vehicle. A name stays if no vehicle of the operator has it, or if its id has another name on
   * another date.
   */
  readonly meant: VehicleFilter;
  readonly wanted: Availability;
}

interface FilteredSweep {
  readonly session: Pick<Session, 'operator' | 'seenVehicles' | 'everSeenVehicles'>;
  readonly trips: readonly Trip[];
  readonly vehicles: VehicleFilter;
}

/**
 * What the filters of the operators mean, in the order of `sweeps`; `lists` has what is available at each. A name is looked for at all
 * operators together, and among vehicles of earlier answers: one that is sold out is still not a part of another's name. Notes what
 * a part of a name means, and what fits nothing. Throws NotAvailableError if nothing fits at all, although every trip was answered.
 */
export async function chooseVehicles(
  sweeps: readonly FilteredSweep[],
  lists: readonly Availability[],
  { isAll, note }: { readonly isAll: boolean; readonly note: Note },
): Promise<VehicleChoice[]> {
  const own = lists.map((list) => distinct([...list.values()].flat().map(namedVehicle)));
  const free = distinct(own.flat());
  const seen = await Promise.all(sweeps.map(({ session }) => session.seenVehicles()));
  const known = distinct([...free, ...seen.flat()]);
  const told = new Set<string>();
  const missed: string[] = [];
  const choices = sweeps.map(({ vehicles: filter, session: { operator } }, index): VehicleChoice => {
    const list = lists[index]!;
    if (filter === undefined) return { meant: undefined, wanted: list };
    const texts = read(filter, known, { many: true }).map((one) => {
      const fits = fitOf(one);
      const fitting = own[index]!.filter(fits);
      // Under its id there can be another vehicle on another date.
      const ids = new Set(fitting.map(({ id }) => id));
      const isTaken = own[index]!.some((one) => ids.has(one.id) && !fits(one));
      const meant = [...new Set(fitting.map(({ id, name }) => (isTaken ? name : String(id))))];
      if (one.how === 'part' && free.some(fits)) told.add(meaningNote(one.text, free.filter(fits), 'vehicle'));
      if (meant.length > 0) return { fits, meant };
      missed.push(one.text);
      told.add(`${operator.name}: no available vehicle fits "${shorten(one.text, 60)}"`);
      return { fits, meant: [one.text] };
    });
    const isWanted = (vehicle: Vehicle): boolean => texts.some(({ fits }) => fits(namedVehicle(vehicle)));
    return {
      meant: texts.flatMap(({ meant }) => meant),
      wanted: new Map([...list].map(([trip, vehicles]) => [trip, vehicles.filter(isWanted)])),
    };
  });
  if (!isAll || sweeps.some(({ trips }, index) => lists[index]!.size < trips.length)) return choices;
  const isAnyFree = choices.some(({ wanted }) => [...wanted.values()].flat().length > 0);
  const [first] = missed;
  if (first !== undefined && !isAnyFree) {
    const ever = await Promise.all(sweeps.map(({ session }) => session.everSeenVehicles()));
    throw withSeenBefore(noneFits(first, known, free), first, ever.flat(), true);
  }
  told.forEach(note);
  return choices;
}

/** By id, or by the vehicles that the text means. */
function fitOf({ text, found, how }: Reading): (item: Named) => boolean {
  if (how === 'id') return ({ id }) => id === idOf(text);
  const meant = new Set(found.map(vehicleName));
  return (item) => meant.has(vehicleName(item));
}

/** The same for the same vehicle: one id with two names is two vehicles. */
function vehicleName({ id, name }: Named): string {
  return `${id} ${fold(name)}`;
}

export function vehicleKey(vehicle: Vehicle): string {
  return vehicleName(namedVehicle(vehicle));
}

function noneFits(text: string, known: readonly Named[], free: readonly Named[]): NotAvailableError {
  const isKnown = match(text, known).found.length > 0;
  return new NotAvailableError(`no available vehicle fits "${shorten(text, 60)}"`, {
    hint: vehicleHint(isKnown ? undefined : nearest(text, known), free),
  });
}
