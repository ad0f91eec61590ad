/** The one available vehicle that a text stands for. */
import type { Client } from '../api/client.ts';
import { isFailedRequest, NotAvailableError } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import { shorten } from '../base/words.ts';
import type { Trip, Vehicle } from '../api/types.ts';
import { didYouMean, hinted, idOf, isId, nearest, type Named } from '../planner/names.ts';
import type { Session } from '../planner/session.ts';
import { byDailyRate, labelOfVehicle, namedVehicle, type FoundVehicle } from '../planner/vehicle.ts';
import { labelOf } from '../planner/trip-words.ts';
import { match } from './match.ts';
import { meaningNote, oneOf, unknown } from './one.ts';
import { isWord } from './read.ts';
import type { TripRules } from './trip.ts';

/**
 * By an id, a name or `cheapest`. Throws NotAvailableError if it is not offered, and UsageError for a part of several names; if the caller
 * can ask, also where it fits one of them better.
 */
export function selectVehicle(
  text: string,
  vehicles: readonly Vehicle[],
  { allowPart, note, canAsk = false }: Pick<TripRules, 'allowPart' | 'note'> & { readonly canAsk?: boolean },
): Vehicle {
  // A vehicle that is called "cheapest" can still be selected by its id.
  const lowest = isWord(text, 'cheapest') ? byDailyRate(vehicles)[0] : undefined;
  if (lowest !== undefined) {
    note(`${meaningNote(text, [namedVehicle(lowest)], 'vehicle')}: the lowest daily rate`);
    return lowest;
  }
  if (text.trim() === '') throw unknown(text, [], 'vehicle');
  const free = vehicles.map(namedVehicle);
  const { found, how } = match(text, free, canAsk);
  if (found.length === 0 || (how === 'part' && !allowPart)) throw notAvailable(text, free);
  return oneOf({ text, found, how }, free, 'vehicle', note).vehicle;
}

/** The error for a vehicle that is not offered, with the nearest name and those that are free. */
function notAvailable(text: string, free: readonly Named[]): NotAvailableError {
  const [given, near] = isId(text) ? [idOf(text), undefined] : [`"${shorten(text, 60)}"`, nearest(text, free)];
  const message =
    free.length === 0
      ? 'no vehicle is available for these depots and dates'
      : `vehicle ${given} is not available for these depots and dates, or does not exist`;
  return new NotAvailableError(message, { hint: vehicleHint(near, free) });
}

/** `did you mean Kea (1)? available: Kea (1), Moa (2)`. */
export function vehicleHint(near: Named | undefined, free: readonly Named[]): FieldText {
  if (free.length === 0) return fieldText('try other dates or depots; {list:availability} lists what is free');
  const guess = near === undefined ? '' : `${didYouMean(near)} `;
  return fieldText('{guess}available: {free}', { guess, free: hinted(free, 'availability') });
}

/** An id needs no look-up, unless everything is looked up; a name and `cheapest` need the list of available vehicles. */
export async function resolveVehicle(
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

/**
 * With its label, for a vehicle that was given by id: the name that an earlier answer had; else, if `mayAsk`, that of the list of available
 * vehicles, which is worth one request for a file. The document stays the one of an id that was not looked up.
 */
export async function withLabel(
  vehicle: FoundVehicle,
  trip: Trip,
  { service, seenVehicles }: Pick<Session, 'service' | 'seenVehicles'>,
  { mayAsk }: { readonly mayAsk: boolean },
): Promise<FoundVehicle> {
  const { id, label } = vehicle;
  if (label !== undefined) return vehicle;
  const seen = await seenVehicles();
  const isKnown = seen.some((other) => other.id === id);
  const names = isKnown || !mayAsk ? seen : await availableNames(trip, service);
  const listed = new Map(names.filter((other) => other.id === id).map((other) => [other.name, other]));
  const [named] = listed.values();
  // Under one id there can be two vehicles.
  return named === undefined || listed.size > 1 ? vehicle : { ...vehicle, label: labelOf(named, names) };
}

/** A failure costs only the names. */
async function availableNames(trip: Trip, service: Pick<Client, 'availability'>): Promise<readonly Named[]> {
  const vehicles = await service.availability(trip).catch((error: unknown) => {
    if (!isFailedRequest(error)) throw error;
    return [];
  });
  return vehicles.map(namedVehicle);
}

/** If a vehicle is not available, the error also says whether it was ever listed: by id or by the whole name, or else by a part of it. */
export function withSeenBefore<E>(error: E, text: string, ever: readonly Named[], allowPart = false): E {
  if (!(error instanceof NotAvailableError)) return error;
  const { found, how } = match(text, ever);
  error.seenBefore = found.length > 0 && (how !== 'part' || allowPart);
  return error;
}
