/** Which of the available vehicles a text means, their names and their order. */
import { NotAvailableError } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import { shorten } from '../base/words.ts';
import type { Trip, Vehicle } from '../api/types.ts';
import { labelOf } from './trip-words.ts';
import { didYouMean, hinted, idOf, isId, match, nearest, type Named } from './names.ts';
import { isWord } from './read.ts';
import { meaningNote, oneOf, unknown } from './read-one.ts';
import type { Session } from './session.ts';
import type { TripRules } from './trip.ts';

/** What an id, a name or `cheapest` means. Throws NotAvailableError if it is not offered, and UsageError for a part of several names. */
export function selectVehicle(
  text: string,
  vehicles: readonly Vehicle[],
  { allowPart, note }: Pick<TripRules, 'allowPart' | 'note'>,
): Vehicle {
  // A vehicle that is called "cheapest" can still be selected by its id.
  const lowest = isWord(text, 'cheapest') ? byDailyRate(vehicles)[0] : undefined;
  if (lowest !== undefined) {
    note(`${meaningNote(text, [namedVehicle(lowest)], 'vehicle')}: the lowest daily rate`);
    return lowest;
  }
  if (text.trim() === '') throw unknown(text, [], 'vehicle');
  const free = vehicles.map(namedVehicle);
  const { found, how } = match(text, free);
  if (found.length === 0 || (how === 'part' && !allowPart)) throw notAvailable(text, free);
  return oneOf({ text, found, how }, free, 'vehicle', note).vehicle;
}

/** The error for a vehicle that is not offered, with the nearest name and those that are free. */
function notAvailable(text: string, free: readonly Named[]): NotAvailableError {
  const [given, near] = isId(text) ? [idOf(text), undefined] : [`"${shorten(text, 60)}"`, nearest(text, free)];
  const message =
    free.length === 0
      ? 'no vehicle is available for these depots and dates'
      : `vehicle ${given} is not available for these depots and dates, or there is none`;
  return new NotAvailableError(message, { hint: vehicleHint(near, free) });
}

/** `did you mean Kea (1)? available are Kea (1), Moa (2)`. */
export function vehicleHint(near: Named | undefined, free: readonly Named[]): FieldText {
  if (free.length === 0) return fieldText('try other dates or depots; {list:availability} lists what is free');
  const guess = near === undefined ? '' : `${didYouMean(near)} `;
  return fieldText('{guess}available are {free}', { guess, free: hinted(free, 'availability') });
}

/** The vehicle that a text means. `vehicle` and `label` are undefined if it was not looked up. */
export interface FoundVehicle {
  readonly id: number;
  readonly name?: string;
  /** Its name, with its id if another available vehicle has the same name. */
  readonly label?: string;
  readonly vehicle?: Vehicle;
}

/** An id needs no look-up, unless everything is looked up; a name and `cheapest` need the list of available vehicles. */
export async function readVehicle(
  text: string,
  trip: Trip,
  { service, everSeenVehicles }: Session,
  rules: TripRules,
): Promise<FoundVehicle> {
  if (isId(text) && rules.lookUp !== 'all') return { id: idOf(text) };
  const available = await service.availability(trip);
  try {
    const vehicle = selectVehicle(text, available, rules);
    return { ...namedVehicle(vehicle), label: labelOfVehicle(vehicle, available) };
  } catch (error) {
    throw isWord(text, 'cheapest') ? error : withSeenBefore(error, text, await everSeenVehicles());
  }
}

/** If a vehicle is not available, the error also says whether it was ever listed: by id or by the whole name, or else by a part of it. */
export function withSeenBefore<E>(error: E, text: string, ever: readonly Named[], allowPart = false): E {
  if (!(error instanceof NotAvailableError)) return error;
  const { found, how } = match(text, ever);
  error.seenBefore = found.length > 0 && (how !== 'part' || allowPart);
  return error;
}

/** The vehicle's name, with its id if another of the vehicles has the same name. */
export function labelOfVehicle(vehicle: Vehicle, vehicles: readonly Vehicle[]): string {
  return labelOf(namedVehicle(vehicle), vehicles.map(namedVehicle));
}

/** A vehicle as a text finds it. */
export function namedVehicle<V extends Pick<Vehicle, 'vehicleId' | 'name'>>(vehicle: V) {
  return { id: vehicle.vehicleId, name: vehicle.name, vehicle };
}

/** The lowest daily rates first; ties by name, then id. */
export function byDailyRate<T extends Pick<Vehicle, 'name' | 'rentalDailyRate' | 'vehicleId'>>(
  vehicles: readonly T[],
): T[] {
  const names = new Intl.Collator('en');
  return [...vehicles].sort(
    (a, b) => a.rentalDailyRate - b.rentalDailyRate || names.compare(a.name, b.name) || a.vehicleId - b.vehicleId,
  );
}
