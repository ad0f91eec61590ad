/** Reads query parameters into a request that this operator can answer, or throws a Refusal (400). */
import type { Trip } from './availability.ts';
import { parseDay, type Day } from './calendar.ts';
import { byId, pick, type Accessory, type Catalogue, type InsurancePlan, type Vehicle } from './catalogue.ts';
import type { SelectedExtras } from './pricing.ts';

/** The service refuses a request: the status, and the message for `{"error": …}`, which never repeats hostile input. */
export class Refusal extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}

export interface QuoteRequest {
  readonly vehicle: Vehicle;
  readonly trip: Trip;
  readonly extras: SelectedExtras;
}

export const tripParameters = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;

/** A longer rental is probably a typing mistake. */
const maxDays = 365;

/** Checks first that each parameter is well formed, then that it exists, both in the order of the interface document. */
export function readTrip(query: URLSearchParams, catalogue: Catalogue, today: Day): Trip {
  requireAll(query, tripParameters);
  const pickUpId = requiredInteger(query, 'pick_up_depot_id');
  const dropOffId = requiredInteger(query, 'drop_off_depot_id');
  const { from = today, to = today } = readDates(query, today);
  return {
    pickUp: existing(catalogue.depots, pickUpId, 'pick_up_depot_id', 'depot'),
    dropOff: existing(catalogue.depots, dropOffId, 'drop_off_depot_id', 'depot'),
    from,
    to,
  };
}

/** Checks each date that is given. */
export function readDates(query: URLSearchParams, today: Day): { from: Day | undefined; to: Day | undefined } {
  const from = optionalDay(query, 'pick_up_date');
  const to = optionalDay(query, 'drop_off_date');
  if (from !== undefined && from < today) throw invalid('pick_up_date', 'must not be in the past (New Zealand time)');
  if (to !== undefined && to < (from ?? today)) throw invalid('drop_off_date', 'must not be before pick_up_date');
  if (to !== undefined && from !== undefined && to - from > maxDays) {
    throw invalid('drop_off_date', `must be at most ${maxDays} days after pick_up_date`);
  }
  return { from, to };
}

export function readQuoteRequest(query: URLSearchParams, catalogue: Catalogue, today: Day): QuoteRequest {
  requireAll(query, [...tripParameters, 'vehicle_id']);
  const vehicleId = requiredInteger(query, 'vehicle_id');
  const accessoryIds = integerList(query, 'accessory_ids');
  const planId = optionalInteger(query, 'insurance_id');
  const trip = readTrip(query, catalogue, today);
  const vehicle = existing(catalogue.vehicles, vehicleId, 'vehicle_id', 'vehicle');
  const plan = planId === undefined ? undefined : planOf(catalogue, vehicle, planId);
  return { vehicle, trip, extras: { accessories: accessoriesOf(catalogue, vehicle, accessoryIds), plan } };
}

/** Reads `{vehicleId}` of a path. */
export function readVehicle(text: string, catalogue: Catalogue): Vehicle {
  const id = parseInteger(text);
  if (id === undefined) throw new Refusal(400, 'Invalid path parameter vehicleId: must be an integer');
  const vehicle = byId(catalogue.vehicles, id);
  if (vehicle === undefined) throw new Refusal(400, 'Invalid path parameter vehicleId: no such vehicle');
  return vehicle;
}

export function parseInteger(text: string): number | undefined {
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}

function existing<T extends { readonly id: number }>(list: readonly T[], id: number, name: string, noun: string): T {
  const entry = byId(list, id);
  if (entry === undefined) throw invalid(name, `no such ${noun}`);
  return entry;
}

function accessoriesOf(catalogue: Catalogue, vehicle: Vehicle, ids: readonly number[]): Accessory[] {
  const accessories = pick(catalogue.accessories, ids);
  if (accessories.length < ids.length) throw invalid('accessory_ids', 'no such accessory');
  for (const { id, max } of accessories) {
    if (!vehicle.accessories.includes(id)) throw invalid('accessory_ids', `${id} is not offered for this vehicle`);
    if (ids.filter((other) => other === id).length > max) {
      throw invalid('accessory_ids', `at most ${max} of ${id} can be added`);
    }
  }
  return accessories;
}

function planOf(catalogue: Catalogue, vehicle: Vehicle, id: number): InsurancePlan {
  const plan = existing(catalogue.plans, id, 'insurance_id', 'insurance plan');
  if (!vehicle.plans.includes(id)) throw invalid('insurance_id', `${id} is not offered for this vehicle`);
  return plan;
}

/** Throws for the first of `names` that is absent or empty. */
function requireAll(query: URLSearchParams, names: readonly string[]): void {
  for (const name of names) if (valueOf(query, name) === undefined) throw missing(name);
}

function requiredInteger(query: URLSearchParams, name: string): number {
  const value = optionalInteger(query, name);
  if (value === undefined) throw missing(name);
  return value;
}

function optionalInteger(query: URLSearchParams, name: string): number | undefined {
  return parsedValue(query, name, parseInteger, 'must be an integer');
}

function optionalDay(query: URLSearchParams, name: string): Day | undefined {
  return parsedValue(query, name, parseDay, 'must be a calendar date in the format YYYY-MM-DD');
}

/** Returns an empty list if the parameter is absent or empty. */
function integerList(query: URLSearchParams, name: string): number[] {
  return parsedValue(query, name, parseIntegers, 'must be integers separated by commas') ?? [];
}

function parseIntegers(text: string): number[] | undefined {
  const values = text.split(',').map((part) => parseInteger(part.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}

function parsedValue<T>(
  query: URLSearchParams,
  name: string,
  parse: (text: string) => T | undefined,
  requirement: string,
): T | undefined {
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
  return values[0] === '' ? undefined : values[0];
}

function invalid(name: string, requirement: string): Refusal {
  return new Refusal(400, `Invalid query parameter ${name}: ${requirement}`);
}

function missing(name: string): Refusal {
  return new Refusal(400, `Missing required query parameter: ${name}`);
}
