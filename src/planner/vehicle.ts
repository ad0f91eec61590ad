/** Which of the available vehicles a text means, their names and their order. */
import { inWords, NotAvailableError, UsageError, type ErrorDetails, type FieldText } from '../errors.ts';
import { shorten } from '../text.ts';
import type { Trip, Vehicle } from '../api/types.ts';
import { labelOf } from './trip-words.ts';
import { didYouMean, hinted, idOf, isId, listed, match, nearest, type Named, type Note } from './names.ts';
import { isWord } from './read.ts';
import { meaningNote, oneOf, unknown } from './read-one.ts';
import type { Session } from './session.ts';
import type { LookUp } from './trip.ts';

interface VehicleRules {
  /** Vehicles that are known to exist, available or not. */
  readonly seen: readonly Named[];
  /** Whether a part of a name is enough: available vehicles are never the whole fleet, so a person has to see the note. */
  readonly allowPart: boolean;
  readonly note: Note;
}

/** What an id, a name or `cheapest` means. Throws NotAvailableError if it is not offered, and UsageError for a part of a name that is not enough. */
export function selectVehicle(text: string, vehicles: readonly Vehicle[], rules: VehicleRules): Vehicle {
  // A vehicle that is called "cheapest" can still be selected by its id.
  const lowest = isWord(text, 'cheapest') ? byDailyRate(vehicles)[0] : undefined;
  if (lowest === undefined) return vehicleOf(text, vehicles, rules);
  rules.note(cheapestNote(text, lowest));
  return lowest;
}

/** `vehicle "cheapest" means Kea (1): the lowest daily rate`. */
export function cheapestNote(text: string, lowest: Vehicle, ofThose = ''): string {
  return `${meaningNote(text, [namedVehicle(lowest)], 'vehicle')}: the lowest daily rate${ofThose}`;
}

function vehicleOf(text: string, vehicles: readonly Vehicle[], { seen, allowPart, note }: VehicleRules): Vehicle {
  if (text.trim() === '') throw unknown(text, [], 'vehicle');
  const free = vehicles.map(namedVehicle);
  const soldOut = seen.filter(({ id }) => !free.some((one) => one.id === id));
  const known = [...free, ...soldOut];
  // Together, because a whole name is not a part of another, and the exact name wins over others, available or not.
  const { found, how } = match<Named>(text, known);
  const fitting = how === 'part' ? match(text, free).found : free.filter((one) => found.includes(one));
  if (fitting.length === 0) throw notAvailable(text, free, known);
  if (how === 'part' && !allowPart) throw notWhole(text, fitting);
  return oneOf({ text, found: fitting, how }, known, 'vehicle', note).vehicle;
}

/** The error for a vehicle that is not offered, with the nearest name of those that are known and those that are free. */
export function notAvailable(
  text: string,
  free: readonly Named[],
  known: readonly Named[] = free,
  { status, served }: Pick<ErrorDetails, 'status' | 'served'> = {},
): NotAvailableError {
  const { found, how } = match(text, known);
  const [named] = how === 'part' ? [] : found;
  const near = named === undefined && !isId(text) ? nearest(text, known) : undefined;
  const message: FieldText = (_, __, theirs) => {
    if (named !== undefined) return `${listed([named], theirs)} is not available for these depots and dates`;
    if (free.length === 0) return 'no vehicle is available for these depots and dates';
    if (isId(text)) return `vehicle ${idOf(text)} is not available for these depots and dates`;
    return `no available vehicle matches "${shorten(text, 60)}"`;
  };
  return new NotAvailableError(message, { ...{ status, served }, hint: vehicleHint(near, free) });
}

/** `did you mean Kea (1)? available are Kea (1), Moa (2)`. */
export function vehicleHint(near: Named | undefined, free: readonly Named[]): FieldText {
  const hints = [...(near === undefined ? [] : [didYouMean(near)]), freeVehicles(free)];
  return (...names) => hints.map((hint) => inWords(hint, ...names)).join(' ');
}

/** `available are Kea (1), Moa (2)`. */
function freeVehicles(vehicles: readonly Named[]): FieldText {
  if (vehicles.length === 0)
    return (_, list) => `try other dates or depots; ${list('availability')} lists what is free`;
  return (_, list, theirs) => `available are ${hinted(vehicles, theirs, list('availability'))}`;
}

function notWhole(text: string, parts: readonly Named[]): UsageError {
  return new UsageError(`"${shorten(text, 60)}" is not the whole name of an available vehicle`, {
    hint: (_, list, theirs) => `give the whole name or the id of one: ${hinted(parts, theirs, list('availability'))}`,
  });
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
  session: Session,
  { lookUp = 'words', ...rules }: Omit<VehicleRules, 'seen'> & { readonly lookUp?: LookUp },
): Promise<FoundVehicle> {
  if (isId(text) && lookUp !== 'all') return { id: idOf(text) };
  // Before the answer, which adds its own vehicles to those that were seen.
  const seen = await session.seenVehicles();
  const available = await session.service.availability(trip);
  return foundVehicle(selectVehicle(text, available, { ...rules, seen }), available);
}

/** One of the available vehicles. */
export function foundVehicle(
  vehicle: Vehicle,
  available: readonly Vehicle[],
): FoundVehicle & { readonly vehicle: Vehicle } {
  return { ...namedVehicle(vehicle), label: labelOfVehicle(vehicle, available) };
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
