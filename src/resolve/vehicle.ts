/** The one available vehicle that a text stands for. */
import type { Client } from '../api/client.ts';
import { isFailedRequest, NotAvailableError, UsageError } from '../base/errors.ts';
import { fieldText, repeatedField, type FieldText } from '../base/field-text.ts';
import { shortName } from '../base/words.ts';
import type { Trip, Vehicle } from '../api/types.ts';
import {
  didYouMean,
  itemsHint,
  idOf,
  isId,
  itemsInWords,
  nearest,
  type Named,
} from '../planner/names.ts';
import type { Session } from '../planner/session.ts';
import { byDailyRate, labelOfVehicle, asNamed, type FoundVehicle } from '../planner/vehicle.ts';
import { labelOf } from '../planner/labels.ts';
import { match } from './match.ts';
import { meaningNote, onlyItemOf, unknownItemError } from './one.ts';
import { isWord, readTexts } from './read.ts';
import type { LookUpOptions } from './trip.ts';

interface VehicleOptions extends Pick<LookUpOptions, 'allowPart' | 'note'> {
  /** As `resolveUnambiguous`. */
  readonly canAsk?: boolean;
  /** All vehicles that the operator is known to have had, for the error. */
  readonly everSeen?: readonly Named[];
}

/** Throws NotAvailableError if it is not offered, and UsageError for several, or a part of several. */
export function selectVehicle(
  text: string,
  vehicles: readonly Vehicle[],
  { allowPart, note, canAsk = false, everSeen }: VehicleOptions,
): Vehicle {
  // A vehicle that is called "cheapest" can still be selected by its id.
  const lowest = isWord(text, 'cheapest') ? byDailyRate(vehicles)[0] : undefined;
  if (lowest !== undefined) {
    note(`${meaningNote(text, [asNamed(lowest)], 'vehicle')}: the lowest daily rate`);
    return lowest;
  }
  if (text.trim() === '') throw unknownItemError(text, [], 'vehicle');
  const available = vehicles.map(asNamed);
  const { found, how } = match(text, available, { many: canAsk });
  if (found.length === 0 || (how === 'part' && !allowPart))
    throw (
      severalVehiclesError(text, [...available, ...(everSeen ?? [])]) ??
      notAvailableError(text, available, everSeen)
    );
  return onlyItemOf({ text, found, how }, available, 'vehicle', note).vehicle;
}

/** Undefined unless the text has commas, and an id or a known name between each two. */
function severalVehiclesError(text: string, known: readonly Named[]): UsageError | undefined {
  const pieces = readTexts([text], known);
  const areVehicles = pieces.every(({ how, found }) => how === 'id' || found.length > 0);
  if (pieces.length < 2 || !areVehicles) return undefined;
  const message = `"${shortName(text)}" names ${pieces.length} vehicles, and only one can be given`;
  return new UsageError(message, {
    hint: fieldText('several can be compared: rental compare {given}', {
      given: repeatedField('vehicle', [text]),
    }),
  });
}

/** `everSeen`: undefined if not looked up. */
function notAvailableError(
  text: string,
  available: readonly Named[],
  everSeen?: readonly Named[],
): NotAvailableError {
  const seenBefore = everSeen && wasSeen(text, everSeen);
  const { message, hint } = notAvailableTexts(text, { available, known: everSeen, seenBefore });
  const error = new NotAvailableError(message, { hint });
  if (seenBefore !== undefined) error.seenBefore = seenBefore;
  return error;
}

/** A part of an available name can be the whole name of a vehicle that is sold out. */
function notAvailableTexts(
  text: string,
  vehicles: KnownVehicles,
): { readonly message: string; readonly hint: FieldText } {
  const { available, seenBefore } = vehicles;
  const given = isId(text) ? idOf(text) : `"${shortName(text)}"`;
  const hint = vehicleHint(text, vehicles);
  const here = 'for these depots and dates';
  if (available.length === 0) return { message: `no vehicle is available ${here}`, hint };
  if (seenBefore === true)
    return { message: `vehicle ${given} is sold out, or not offered ${here}`, hint };
  const { found } = match(text, available, { many: true });
  if (found.length > 0)
    return {
      message: `${given} is not the whole name of an available vehicle`,
      hint: `did you mean ${itemsInWords(found)}?`,
    };
  if (seenBefore === undefined)
    return { message: `vehicle ${given} is not available ${here}, or does not exist`, hint };
  return { message: `vehicle ${given} is not available and has not been seen before`, hint };
}

interface KnownVehicles {
  readonly available: readonly Named[];
  /** Vehicles whose names can be suggested, too. */
  readonly known?: readonly Named[] | undefined;
  /** Whether a vehicle of this name or id was seen before. Undefined if not looked up. */
  readonly seenBefore?: boolean | undefined;
}

/** `did you mean Kea (1)? Available: Kea (1), Moa (2)`. */
export function vehicleHint(
  text: string,
  { available, known = [], seenBefore }: KnownVehicles,
): FieldText {
  if (available.length === 0)
    return fieldText(
      'try other dates or depots; {list:depots} has the words of the operator on closures',
    );
  const shown = itemsHint(available, 'availability');
  if (seenBefore === true) return fieldText('available: {available}', { available: shown });
  const others = known.filter((vehicle) => !available.some(({ id }) => id === vehicle.id));
  const near = isId(text) ? undefined : nearest(text, [...available, ...others]);
  if (near !== undefined && others.includes(near))
    return fieldText('{guess} It is not available. Available: {available}', {
      guess: didYouMean(near),
      available: shown,
    });
  if (near !== undefined)
    return fieldText('{guess} Available: {available}', {
      guess: didYouMean(near),
      available: shown,
    });
  const spelling = seenBefore === false ? 'check the name or id; ' : '';
  return fieldText('{spelling}available: {available}', { spelling, available: shown });
}

/** Sends no request for an id, unless everything is to be looked up. */
export async function resolveVehicle(
  text: string,
  trip: Trip,
  { service, everSeenVehicles }: Session,
  options: LookUpOptions,
): Promise<FoundVehicle> {
  if (isId(text) && options.lookUp !== 'all') return { id: idOf(text) };
  const available = await service.availability(trip);
  const seen = isWord(text, 'cheapest') ? {} : { everSeen: await everSeenVehicles() };
  const vehicle = selectVehicle(text, available, { ...options, ...seen });
  return { ...asNamed(vehicle), label: labelOfVehicle(vehicle, available) };
}

/** Adds the label of a vehicle that was given by id. `mayRequest`: with one request, if needed. */
export async function withLabel(
  vehicle: FoundVehicle,
  trip: Trip,
  { service, seenVehicles }: Pick<Session, 'service' | 'seenVehicles'>,
  { mayRequest }: { readonly mayRequest: boolean },
): Promise<FoundVehicle> {
  const { id, label } = vehicle;
  if (label !== undefined) return vehicle;
  const seen = await seenVehicles();
  const isKnown = seen.some((other) => other.id === id);
  const names = isKnown || !mayRequest ? seen : await availableNames(trip, service);
  const listed = new Map(
    names.filter((other) => other.id === id).map((other) => [other.name, other]),
  );
  const [named] = listed.values();
  // Under one id there can be two vehicles.
  return named === undefined || listed.size > 1
    ? vehicle
    : { ...vehicle, label: labelOf(named, names) };
}

/** Empty if the request fails. */
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

/** Whether the text is the id or the name of a vehicle that was seen before, or a part of a name. */
export function wasSeen(
  text: string,
  everSeen: readonly Named[],
  { allowPart = false }: { readonly allowPart?: boolean } = {},
): boolean {
  const { found, how } = match(text, everSeen);
  return found.length > 0 && (how !== 'part' || allowPart);
}
