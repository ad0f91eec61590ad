/** Reads query parameters, or throws an HTTPException (400, 404). */
import { HTTPException } from 'hono/http-exception';
import { isAvailable, type SandboxTrip } from './availability.ts';
import { describeClosed, formatDay, parseDay, type Day } from './calendar.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import { dailyRate, type QuoteRequest } from './pricing.ts';

export const tripParameterNames = [
  'pick_up_depot_id',
  'drop_off_depot_id',
  'pick_up_date',
  'drop_off_date',
] as const;

/** A longer rental is probably a typing mistake. */
const maxDays = 365;

/** The vehicles that are free for the trip, with their daily rates in cents. */
export function freeVehicles(query: URLSearchParams, catalogue: Catalogue, today: Day) {
  const trip = readTrip(query, catalogue, today);
  const isClosed = closedDay(trip, catalogue) !== undefined;
  const free = isClosed
    ? []
    : catalogue.vehicles.filter((vehicle) => isAvailable(vehicle, trip, today));
  return free.map((vehicle) => ({ ...vehicle, rate: dailyRate(vehicle, trip.from, today) }));
}

/** The first or last day of the trip, if the depots are closed then: `12-25`. */
function closedDay({ from, to }: SandboxTrip, { closedOn }: Catalogue): string | undefined {
  return [from, to].map((day) => formatDay(day).slice(5)).find((day) => closedOn.includes(day));
}

function readTrip(query: URLSearchParams, { depots }: Catalogue, today: Day): SandboxTrip {
  requireAll(query, tripParameterNames);
  const pickUp = readEntry(depots, query.get('pick_up_depot_id'), 'pick_up_depot_id');
  const dropOff = readEntry(depots, query.get('drop_off_depot_id'), 'drop_off_depot_id');
  return { pickUp, dropOff, ...readRentalDays(query, today) };
}

/** Checks each date that is given. */
export function readRentalDays(query: URLSearchParams, today: Day) {
  const from = readDate(query, 'pick_up_date') ?? today;
  const to = readDate(query, 'drop_off_date') ?? from;
  if (from < today) throw invalid('pick_up_date', 'must not be in the past (New Zealand time)');
  if (to < from) throw invalid('drop_off_date', 'must not be before pick_up_date');
  if (to - from > maxDays)
    throw invalid('drop_off_date', `must be at most ${maxDays} days after pick_up_date`);
  return { from, to };
}

/** 404 if the vehicle is not available. */
export function readQuoteRequest(
  query: URLSearchParams,
  catalogue: Catalogue,
  today: Day,
): QuoteRequest {
  requireAll(query, [...tripParameterNames, 'vehicle_id']);
  const trip = readTrip(query, catalogue, today);
  const vehicle = readEntry(catalogue.vehicles, query.get('vehicle_id'), 'vehicle_id');
  const accessoryIds = (query.get('accessory_ids') ?? '').split(',').filter((id) => id !== '');
  const accessories = accessoryIds.map((id) =>
    readEntry(catalogue.accessories, id, 'accessory_ids'),
  );
  for (const accessory of accessories) {
    const { id, name, max = 1 } = accessory;
    requireOffer(vehicle.accessories, id, 'accessory_ids');
    if (accessories.filter((other) => other === accessory).length <= max) continue;
    throw invalid('accessory_ids', `at most ${max} × ${name} can be added`);
  }
  const planId = query.get('insurance_id');
  const plan = planId ? readEntry(catalogue.plans, planId, 'insurance_id') : undefined;
  if (plan !== undefined) requireOffer(vehicle.plans, plan.id, 'insurance_id');
  const closed = closedDay(trip, catalogue);
  if (closed === undefined && isAvailable(vehicle, trip, today))
    return { vehicle, trip, accessories, plan };
  const message = `Vehicle ${vehicle.id} is not available for the selected depots and dates`;
  const reason =
    closed === undefined ? '' : `: the depots are closed on ${describeClosed([closed])}`;
  throw new HTTPException(404, { message: message + reason });
}

/** `name` is that of the parameter. */
export function readEntry<T extends CatalogueEntry>(
  list: readonly T[],
  text: string | null,
  name: string,
): T {
  if (!/^-?\d+$/.test(text ?? '')) throw invalid(name, 'an identifier must be an integer');
  const entry = list.find(({ id }) => id === Number(text));
  if (entry === undefined) throw invalid(name, 'there is none with this identifier');
  return entry;
}

function requireOffer(offered: readonly number[], id: number, name: string): void {
  if (!offered.includes(id)) throw invalid(name, `${id} is not offered for this vehicle`);
}

function requireAll(query: URLSearchParams, names: readonly string[]): void {
  const missing = names.find((name) => !query.get(name));
  if (missing !== undefined)
    throw new HTTPException(400, { message: `Missing required query parameter: ${missing}` });
}

/** Undefined if the parameter is absent or empty. */
function readDate(query: URLSearchParams, name: string): Day | undefined {
  const text = query.get(name);
  if (!text) return undefined;
  const day = parseDay(text);
  if (day === undefined) throw invalid(name, 'must be a calendar date in the format YYYY-MM-DD');
  return day;
}

/** The message does not repeat hostile input. */
function invalid(name: string, requirement: string): HTTPException {
  return new HTTPException(400, { message: `Invalid parameter ${name}: ${requirement}` });
}
