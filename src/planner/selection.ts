/** From names to a selection: which vehicle, accessories and insurance plan of what is on offer. */
import { inWords, NotAvailableError, UsageError, type FieldText } from '../errors.ts';
import { shorten } from '../text.ts';
import type { Accessory, InsurancePlan, RentalDates, Trip, Vehicle } from '../api/types.ts';
import { labelOf } from './trip-words.ts';
import { cheapest } from './money.ts';
import {
  didYouMean,
  isId,
  isWholeName,
  listed,
  meaningNote,
  nearest,
  notWhole,
  resolve,
  search,
  wholeMatches,
  type Named,
  type NameRules,
  type Note,
} from './names.ts';
import { askedExtra, extraWords, type AskedExtra } from './proof.ts';
import type { Session } from './session.ts';
import { isWord, readIds, readWanted, withoutNone } from './wanted.ts';

export type SelectedAccessory = Accessory & { readonly quantity: number };

interface VehicleRules extends NameRules {
  /** Vehicles that are known to exist, available or not. */
  readonly seen: readonly Named[];
}

/**
 * An id, a whole name or `cheapest`. Available vehicles are never the whole fleet, so a part of a name proves nothing. Throws
 * NotAvailableError for a vehicle that is known but not available, and UsageError for a part of a name and for one that was never seen.
 */
export function selectVehicle(query: string, vehicles: readonly Vehicle[], rules: VehicleRules): Vehicle {
  const [first] = vehicles;
  if (first === undefined) throw noneAvailable();
  // A vehicle that is called "cheapest" can still be selected by its id.
  if (isWord(query, 'cheapest')) return cheapest(vehicles) ?? first;
  return resolveVehicle(query, vehicles.map(namedVehicle), rules).vehicle;
}

function resolveVehicle<T extends Named>(query: string, vehicles: readonly T[], rules: VehicleRules): T {
  const { seen, allowPart, note } = rules;
  if (isId(query)) {
    const found = vehicles.find(({ id }) => id === Number(query));
    if (found !== undefined) return found;
    const known = seen.find(({ id }) => id === Number(query))?.name;
    throw notAvailable((_, __, theirs) =>
      known === undefined ? `vehicle ${Number(query)}` : theirs(known, Number(query)),
    );
  }
  const unavailable = seen.filter(({ id }) => !vehicles.some((one) => one.id === id));
  // Together, because the exact name wins over one that differs in case or accents, available or not.
  const [named] = wholeMatches<Named>(query, [...vehicles, ...unavailable]);
  if (named !== undefined) {
    if (unavailable.includes(named)) throw notAvailable((_, __, theirs) => listed([named], theirs));
    const whole = vehicles.filter(({ name }) => isWholeName(query, name));
    // resolve() lists them if several vehicles have the same name.
    return resolve(query, whole, 'available vehicle');
  }
  const parts = query.trim() === '' ? [] : search(query, vehicles);
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && allowPart) {
    note?.(meaningNote(query, parts, 'vehicle'));
    return only;
  }
  if (parts.length > 0) throw notWhole(query, parts, 'available vehicle');
  const near = nearest(query, [...vehicles, ...seen]);
  if (near === undefined && vehicles.length === 0) throw noneAvailable();
  throw new UsageError(`no available vehicle matches "${shorten(query, 60)}", and none seen before is called so`, {
    hint: near === undefined ? freeVehicles(vehicles) : didYouMean(near),
  });
}

/** `available are Kea (1), Moa (2)`. */
export function freeVehicles(vehicles: readonly Named[]): FieldText {
  return (_, __, theirs) => `available are ${listed(vehicles, theirs)}`;
}

function noneAvailable(): NotAvailableError {
  return new NotAvailableError('no vehicle is available for these depots and dates', {
    hint: (_, list) => `try other dates or depots; ${list('availability')} lists what is free`,
  });
}

function notAvailable(subject: FieldText): NotAvailableError {
  return new NotAvailableError(
    (...names) => `${inWords(subject, ...names)} is not available for these depots and dates`,
    {
      hint: (_, list) => `${list('availability')} lists what is`,
    },
  );
}

/** A vehicle by id needs no look-up, and then its name is unknown; a name needs the list of available vehicles. */
export async function readVehicle(
  query: string,
  trip: Trip,
  session: Session,
  rules: Omit<VehicleRules, 'seen'>,
): Promise<{ readonly id: number; readonly name?: string; readonly vehicle?: Vehicle }> {
  if (isId(query)) return { id: Number(query) };
  // Before the answer, which adds its own vehicles to those that were seen.
  const seen = await session.seenVehicles();
  const vehicles = await session.service.availability(trip);
  return resolveVehicle(query, vehicles.map(namedVehicle), { ...rules, seen });
}

/** Ids or names of extras. */
export interface ExtrasRequest {
  /** Each as it was written, which can be several with commas between. `none` is the same as nothing. */
  readonly accessory?: readonly string[] | undefined;
  /** `none` is the same as undefined. */
  readonly insurance?: string | undefined;
}

/** What the service offers with a vehicle; empty where it was not asked. */
export interface OfferedExtras {
  readonly accessories: readonly Accessory[];
  readonly plans: readonly InsurancePlan[];
}

/** Each list is asked for only if a name needs it; then ids must be on it. Throws UsageError. */
export async function readExtras(
  { accessory: written = [], insurance = 'none' }: ExtrasRequest,
  vehicleId: number,
  dates: RentalDates,
  { service }: Session,
  rules: NameRules,
): Promise<{ readonly asked: readonly AskedExtra[]; readonly offered: OfferedExtras }> {
  const accessory = withoutNone(written);
  const isById = accessory.every((text) => readIds(text, counted) !== undefined);
  const [accessories, plans] = await Promise.all([
    isById ? undefined : service.accessories(vehicleId, dates),
    isWord(insurance, 'none') || isId(insurance) ? undefined : service.insuranceTypes(vehicleId, dates),
  ]);
  const asked = [
    ...askedAccessories(accessory, accessories, rules),
    ...(isWord(insurance, 'none') ? [] : [askedExtra('insurance', { text: insurance, quantity: 1 }, plans, rules)]),
  ];
  return { asked, offered: { accessories: accessories ?? [], plans: plans ?? [] } };
}

/** An accessory that is named twice is wanted twice. Throws UsageError. */
export function selectAccessories(
  written: readonly string[],
  offered: readonly Accessory[],
  note: Note,
): SelectedAccessory[] {
  const counts = new Map(
    askedAccessories(written, offered, { allowPart: true, note }).map(({ id, quantity }) => [id, quantity]),
  );
  const wanted = [...counts.keys()].flatMap((id) => offered.find((accessory) => accessory.id === id) ?? []);
  return wanted.map((accessory) => ({ ...accessory, quantity: counts.get(accessory.id) ?? 0 }));
}

/** An id, a name or `none`. Throws UsageError. */
export function selectInsurance(query: string, offered: readonly InsurancePlan[], note: Note): InsurancePlan | null {
  return isWord(query, 'none') ? null : resolve(query, offered, extraWords.insurance, { allowPart: true, note });
}

const counted = { counted: true } as const;

/** Without a list, `written` holds only ids. */
function askedAccessories(
  written: readonly string[],
  offered: readonly Accessory[] | undefined,
  rules: NameRules,
): AskedExtra[] {
  const asked = new Map<number, AskedExtra>();
  for (const wanted of readWanted(withoutNone(written), offered ?? [], counted)) {
    const one = askedExtra('accessory', wanted, offered, rules);
    asked.set(one.id, { ...one, quantity: one.quantity + (asked.get(one.id)?.quantity ?? 0) });
  }
  return [...asked.values()];
}

/** The vehicle's name, with its id if another of the vehicles has the same name. */
export function labelOfVehicle(vehicle: Vehicle, vehicles: readonly Vehicle[]): string {
  return labelOf(namedVehicle(vehicle), vehicles.map(namedVehicle));
}

/** A vehicle as a text finds it. */
export function namedVehicle<V extends Pick<Vehicle, 'vehicleId' | 'name'>>(vehicle: V) {
  return { id: vehicle.vehicleId, name: vehicle.name, vehicle };
}
