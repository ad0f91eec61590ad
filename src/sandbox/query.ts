/** Reads query parameters into a request that this operator can answer, or throws an HTTPException (400). */
import { HTTPException } from 'hono/http-exception';
import type { Trip } from './availability.ts';
import { parseDay, type Day } from './calendar.ts';
import { byId, pick, type Accessory, type Catalogue, type Entry, type Vehicle } from './catalogue.ts';
import type { QuoteRequest } from './pricing.ts';

export const tripParameters = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;

/** A longer rental is probably a typing mistake. */
const maxDays = 365;

/** Checks first that each parameter is well formed, then that it exists, both in the order of the interface document. */
export function readTrip(query: URLSearchParams, { depots }: Catalogue, today: Day): Trip {
  requireAll(query, tripParameters);
  const pickUpId = read(query, 'pick_up_depot_id', integer);
  const dropOffId = read(query, 'drop_off_depot_id', integer);
  const { from = today, to = today } = readDates(query, today);
  const pickUp = existing(depots, pickUpId, 'pick_up_depot_id', 'depot');
  return { pickUp, dropOff: existing(depots, dropOffId, 'drop_off_depot_id', 'depot'), from, to };
}

/** Checks each date that is given. */
export function readDates(query: URLSearchParams, today: Day) {
  const from = read(query, 'pick_up_date', date);
  const to = read(query, 'drop_off_date', date);
  if (from !== undefined && from < today) throw invalid('pick_up_date', 'must not be in the past (New Zealand time)');
  if (to !== undefined && to < (from ?? today)) throw invalid('drop_off_date', 'must not be before pick_up_date');
  if (to !== undefined && from !== undefined && to - from > maxDays) {
    throw invalid('drop_off_date', `must be at most ${maxDays} days after pick_up_date`);
  }
  return { from, to };
}

export function readQuoteRequest(query: URLSearchParams, catalogue: Catalogue, today: Day): QuoteRequest {
  requireAll(query, [...tripParameters, 'vehicle_id']);
  const vehicleId = read(query, 'vehicle_id', integer);
  const accessoryIds = read(query, 'accessory_ids', integerList) ?? [];
  const planId = read(query, 'insurance_id', integer);
  const trip = readTrip(query, catalogue, today);
  const vehicle = existing(catalogue.vehicles, vehicleId, 'vehicle_id', 'vehicle');
  const plan = planId === undefined ? undefined : existing(catalogue.plans, planId, 'insurance_id', 'insurance plan');
  if (plan !== undefined) requireOffer(vehicle.plans, plan.id, 'insurance_id');
  return { vehicle, trip, extras: { accessories: accessoriesOf(catalogue, vehicle, accessoryIds), plan } };
}

/** Reads `{vehicleId}` of a path. */
export function readVehicle(text: string, { vehicles }: Catalogue): Vehicle {
  const id = parseInteger(text);
  const vehicle = byId(vehicles, id);
  if (vehicle !== undefined) return vehicle;
  throw invalid('vehicleId', id === undefined ? integer.requirement : 'no such vehicle', 'path');
}

export function parseInteger(text: string): number | undefined {
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}

function existing<T extends Entry>(list: readonly T[], id: number | undefined, name: string, noun: string): T {
  const entry = byId(list, id);
  if (entry === undefined) throw invalid(name, `no such ${noun}`);
  return entry;
}

function accessoriesOf(catalogue: Catalogue, vehicle: Vehicle, ids: readonly number[]): Accessory[] {
  const accessories = pick(catalogue.accessories, ids);
  if (accessories.length < ids.length) throw invalid('accessory_ids', 'no such accessory');
  for (const { id, max } of accessories) {
    requireOffer(vehicle.accessories, id, 'accessory_ids');
    const count = ids.filter((other) => other === id).length;
    if (count > max) throw invalid('accessory_ids', `at most ${max} of ${id} can be added`);
  }
  return accessories;
}

function requireOffer(offered: readonly number[], id: number, name: string): void {
  if (!offered.includes(id)) throw invalid(name, `${id} is not offered for this vehicle`);
}

/** Throws for the first of `names` that is absent or empty. */
function requireAll(query: URLSearchParams, names: readonly string[]): void {
  const missing = names.find((name) => valueOf(query, name) === undefined);
  if (missing !== undefined) throw new HTTPException(400, { message: `Missing required query parameter: ${missing}` });
}

interface Format<T> {
  readonly parse: (text: string) => T | undefined;
  readonly requirement: string;
}

const integer = { parse: parseInteger, requirement: 'must be an integer' };
const integerList = { parse: parseIntegers, requirement: 'must be integers separated by commas' };
const date = { parse: parseDay, requirement: 'must be a calendar date in the format YYYY-MM-DD' };

function parseIntegers(text: string): number[] | undefined {
  const values = text.split(',').map((part) => parseInteger(part.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Returns undefined if the parameter is absent or empty. */
function read<T>(query: URLSearchParams, name: string, { parse, requirement }: Format<T>): T | undefined {
  const text = valueOf(query, name);
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === undefined) throw invalid(name, requirement);
  return value;
}

/** Returns undefined if the parameter is absent or empty. */
function valueOf(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw invalid(name, 'must be given only once');
  return values[0] || undefined;
}

/** The message never repeats hostile input. */
function invalid(name: string, requirement: string, place: 'query' | 'path' = 'query'): HTTPException {
  return new HTTPException(400, { message: `Invalid ${place} parameter ${name}: ${requirement}` });
}
