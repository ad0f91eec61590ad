/** The one available vehicle that a text stands for. */
import type { Client } from '../api/client.ts';
import { isFailedRequest, NotAvailableError } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import { shorten } from '../base/words.ts';
import type { Trip, Vehicle } from '../api/types.ts';
import { didYouMean, hinted, idOf, isId, listed, nearest, type Named } from '../planner/names.ts';
import type { Session } from '../planner/session.ts';
import { byDailyRate, labelOfVehicle, asNamed, type FoundVehicle } from '../planner/vehicle.ts';
import { labelOf } from '../planner/trip-words.ts';
import { match } from './match.ts';
import { meaningNote, oneOf, unknown } from './one.ts';
import { isWord } from './read.ts';
import type { TripRules } from './trip.ts';

interface VehicleRules extends Pick<TripRules, 'allowPart' | 'note'> {
  readonly canAsk?: boolean;
  /** Those of all lists so far, for the error. */
  readonly ever?: readonly Named[];
}

/**
 * By an id, a name or `cheapest`. Throws NotAvailableError if it is not offered, and UsageError for
 * a part of several names; if the caller can ask, also where it fits one of them better.
 */
export function selectVehicle(
  text: string,
  vehicles: readonly Vehicle[],
  { allowPart, note, canAsk = false, ever }: VehicleRules,
): Vehicle {
  // A vehicle that is called "cheapest" can still be selected by its id.
  const lowest = isWord(text, 'cheapest') ? byDailyRate(vehicles)[0] : undefined;
  if (lowest !== undefined) {
    note(`${meaningNote(text, [asNamed(lowest)], 'vehicle')}: the lowest daily rate`);
    return lowest;
  }
  if (text.trim() === '') throw unknown(text, [], 'vehicle');
  const free = vehicles.map(asNamed);
  const { found, how } = match(text, free, canAsk);
  if (found.length === 0 || (how === 'part' && !allowPart)) throw notAvailable(text, free, ever);
  return oneOf({ text, found, how }, free, 'vehicle', note).vehicle;
}

/**
 * The error for a vehicle that is not offered. `ever`: all that the operator is known to have had;
 * undefined if that was not looked up. A part of an available name can be the whole name of one
 * that is sold out, so the error does not say that no vehicle has it.
 */
function notAvailable(
  text: string,
  free: readonly Named[],
  ever?: readonly Named[],
): NotAvailableError {
  const error = new NotAvailableError(...notAvailableTexts(text, free, ever));
  if (ever !== undefined) error.seenBefore = wasSeen(text, ever, false);
  return error;
}

function notAvailableTexts(
  text: string,
  free: readonly Named[],
  ever?: readonly Named[],
): [message: string, options: { readonly hint: FieldText }] {
  const given = isId(text) ? idOf(text) : `"${shorten(text, 60)}"`;
  const isSeen = ever && wasSeen(text, ever, false);
  const hint = vehicleHint({ text, free, ever, isSeen });
  if (free.length === 0) return ['no vehicle is available for these depots and dates', { hint }];
  if (isSeen === true)
    return [`vehicle ${given} is sold out, or not offered for these depots and dates`, { hint }];
  const { found } = match(text, free, true);
  if (found.length > 0)
    return [
      `${given} is not the whole name of an available vehicle`,
      { hint: `did you mean ${listed(found)}?` },
    ];
  if (ever === undefined)
    return [
      `vehicle ${given} is not available for these depots and dates, or does not exist`,
      { hint },
    ];
  return [`vehicle ${given} is not available and has not been seen before`, { hint }];
}

interface Wanted {
  readonly text: string;
  readonly free: readonly Named[];
  /** All that the operator is known to have had; undefined if that was not looked up. */
  readonly ever?: readonly Named[] | undefined;
  /** Whether one of them has this name or id. */
  readonly isSeen?: boolean | undefined;
}

/**
 * `did you mean Kea (1)? Available: Kea (1), Moa (2)`; `did you mean Emu (3)? It is not available.
 * Available: …`.
 */
export function vehicleHint({ text, free, ever = [], isSeen }: Wanted): FieldText {
  if (free.length === 0)
    return fieldText(
      'try other dates or depots; {list:depots} has the words of the operator on closures',
    );
  const shown = hinted(free, 'availability');
  if (isSeen === true) return fieldText('available: {free}', { free: shown });
  const others = ever.filter((one) => !free.some(({ id }) => id === one.id));
  const near = isId(text) ? undefined : nearest(text, [...free, ...others]);
  if (near !== undefined && others.includes(near))
    return fieldText('{guess} It is not available. Available: {free}', {
      guess: didYouMean(near),
      free: shown,
    });
  if (near !== undefined)
    return fieldText('{guess} Available: {free}', { guess: didYouMean(near), free: shown });
  const spelling = isSeen === false ? 'check the name or id; ' : '';
  return fieldText('{spelling}available: {free}', { spelling, free: shown });
}

/**
 * An id needs no look-up, unless everything is looked up; a name and `cheapest` need the list of
 * available vehicles.
 */
export async function resolveVehicle(
  text: string,
  trip: Trip,
  { service, everSeenVehicles }: Session,
  rules: TripRules,
): Promise<FoundVehicle> {
  if (isId(text) && rules.lookUp !== 'all') return { id: idOf(text) };
  const available = await service.availability(trip);
  const ever = isWord(text, 'cheapest') ? {} : { ever: await everSeenVehicles() };
  const vehicle = selectVehicle(text, available, { ...rules, ...ever });
  return { ...asNamed(vehicle), label: labelOfVehicle(vehicle, available) };
}

/**
 * With its label, for a vehicle that was given by id: the name that an earlier answer had; else, if
 * `mayAsk`, that of the list of available vehicles, which is worth one request for a file. The
 * document stays the one of an id that was not looked up.
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
  const listed = new Map(
    names.filter((other) => other.id === id).map((other) => [other.name, other]),
  );
  const [named] = listed.values();
  // Under one id there can be two vehicles.
  return named === undefined || listed.size > 1
    ? vehicle
    : { ...vehicle, label: labelOf(named, names) };
}

/** A failure costs only the names. */
async function availableNames(
  trip: Trip,
  service: Pick<Client, 'availability'>,
): Promise<readonly Named[]> {
  const vehicles = await service.availability(trip).catch((error: unknown) => {
    if (!isFailedRequest(error)) throw error;
    return [];
  });
  return vehicles.map(asNamed);
}

/** Whether a list so far had a vehicle: by id or by the whole name, or else by a part of it. */
export function wasSeen(text: string, ever: readonly Named[], allowPart: boolean): boolean {
  const { found, how } = match(text, ever);
  return found.length > 0 && (how !== 'part' || allowPart);
}
