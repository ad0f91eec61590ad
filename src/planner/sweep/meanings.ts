/** Decides what the texts of a vehicle filter mean: only the availability of all trips and operators can tell. */
import { UsageError, type FieldText } from '../../errors.ts';
import { shorten } from '../../text.ts';
import { isId, listed, meaningNote, nearest, search, type Named } from '../names.ts';
import type { Availability } from './candidates.ts';
import type { OperatorSweep } from './operator-sweep.ts';
import { readMeanings, type VehicleMeanings } from './vehicles.ts';

/** Whether a filter holds a text that could be a whole name or a part of one. */
export function needsMeanings(sweeps: readonly OperatorSweep[]): boolean {
  return sweeps.some(({ vehicles }) => vehicles?.some((text) => !isId(text)) === true);
}

/**
 * `all` in the order of `sweeps`. Notes which vehicles a part of a name stands for. Throws UsageError naming the nearest vehicle
 * if a text is a typing mistake, or if no text fits a vehicle of any operator; both only if the availability of all trips is known,
 * and `isAll` says that no operator is missing among `sweeps`.
 */
export async function decideMeanings(
  sweeps: readonly OperatorSweep[],
  all: readonly Availability[],
  { isAll, note }: { readonly isAll: boolean; readonly note: (text: FieldText) => void },
): Promise<VehicleMeanings> {
  const whole = new Set<string>();
  const parts = new Map<string, readonly Named[]>();
  const unmatched = new Map<string, readonly Named[]>();
  for (const text of new Set(sweeps.flatMap(({ vehicles = [] }) => vehicles))) {
    const owners = sweeps.filter(({ vehicles }) => vehicles?.includes(text));
    // Vehicles of earlier answers count, too: one that is sold out on all dates is still not a part of another's name.
    const seen = (await Promise.all(owners.map(({ session }) => session.seenVehicles()))).flat();
    const available = owners.flatMap((sweep) => [...(all[sweeps.indexOf(sweep)]?.values() ?? [])].flat());
    const names = new Map(available.map(({ vehicleId, name }) => [`${vehicleId} ${name}`, { id: vehicleId, name }]));
    const meaning = readMeanings(text, seen, [...names.values()]);
    if (meaning === 'whole') whole.add(text);
    else if (meaning !== undefined) parts.set(text, meaning);
    if (meaning?.length === 0) unmatched.set(text, [...seen, ...names.values()]);
    else if (meaning !== undefined && meaning !== 'whole') note(meaningNote(text, meaning, 'vehicle'));
  }
  const isComplete = isAll && all.every((availability, index) => availability.size === sweeps[index]?.trips.length);
  const wanted = new Set(sweeps.flatMap(({ vehicles = [] }) => vehicles));
  for (const [text, known] of isComplete ? unmatched : []) refuseMistake(text, known, unmatched.size === wanted.size);
  return { whole, parts };
}

/** A text that others go with, and that is near no name, can be a kind of vehicle that is sold out: then a note is enough. */
function refuseMistake(text: string, known: readonly Named[], isAlone: boolean): void {
  const near = search(text, known).length === 0 ? nearest(text, known) : undefined;
  if (near === undefined && !isAlone) return;
  throw new UsageError(`no available vehicle fits "${shorten(text, 60)}"`, {
    hint: near === undefined ? 'rental availability lists the vehicles of a trip' : `did you mean ${listed([near])}?`,
  });
}
