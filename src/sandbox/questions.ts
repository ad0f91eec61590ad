/** From query parameters to a question that makes sense for this operator; throws a Refusal (400) otherwise. */
import type { Trip } from './availability.ts';
import { type Day } from './calendar.ts';
import { byId, pick, type Accessory, type Catalogue, type Depot, type Plan, type Vehicle } from './catalogue.ts';
import type { Basket } from './pricing.ts';
import * as read from './query.ts';
import { Refusal } from './refusal.ts';

export interface QuoteQuestion {
  readonly vehicle: Vehicle;
  readonly trip: Trip;
  readonly basket: Basket;
}

export const tripParameters = ['pick_up_depot_id', 'drop_off_depot_id', 'pick_up_date', 'drop_off_date'] as const;

/** A year is the longest rental: what is longer is taken for a typing mistake. */
const longest = 365;

/** Everything malformed is told before anything unknown, each in the order of the document. */
export function readTrip(query: URLSearchParams, catalogue: Catalogue, today: Day): Trip {
  read.requireAll(query, tripParameters);
  const pickUpId = read.integer(query, 'pick_up_depot_id');
  const dropOffId = read.integer(query, 'drop_off_depot_id');
  const dates = readDates(query, today);
  return {
    pickUp: depot(catalogue, 'pick_up_depot_id', pickUpId),
    dropOff: depot(catalogue, 'drop_off_depot_id', dropOffId),
    from: dates.from ?? today,
    to: dates.to ?? today,
  };
}

/** The two dates as far as they are given. */
export function readDates(query: URLSearchParams, today: Day): { from: Day | undefined; to: Day | undefined } {
  const from = read.optionalDay(query, 'pick_up_date');
  const to = read.optionalDay(query, 'drop_off_date');
  if (from !== undefined && from < today)
    throw read.invalid('pick_up_date', 'must not be in the past (New Zealand time)');
  if (to !== undefined && to < (from ?? today)) throw read.invalid('drop_off_date', 'must not be before pick_up_date');
  if (to !== undefined && from !== undefined && to - from > longest) {
    throw read.invalid('drop_off_date', `must be at most ${longest} days after pick_up_date`);
  }
  return { from, to };
}

export function readQuoteQuestion(query: URLSearchParams, catalogue: Catalogue, today: Day): QuoteQuestion {
  read.requireAll(query, [...tripParameters, 'vehicle_id']);
  const vehicleId = read.integer(query, 'vehicle_id');
  const accessoryIds = read.integers(query, 'accessory_ids');
  const planId = read.optionalInteger(query, 'insurance_id');
  const trip = readTrip(query, catalogue, today);
  const vehicle = byId(catalogue.vehicles, vehicleId);
  if (vehicle === undefined) throw read.invalid('vehicle_id', 'no such vehicle');
  const plan = planId === undefined ? undefined : planOf(catalogue, vehicle, planId);
  return { vehicle, trip, basket: { accessories: accessoriesOf(catalogue, vehicle, accessoryIds), plan } };
}

/** `{vehicleId}` of a path. */
export function readVehicle(text: string, catalogue: Catalogue): Vehicle {
  const id = read.parseInteger(text);
  if (id === undefined) throw new Refusal(400, 'Invalid path parameter vehicleId: must be an integer');
  const vehicle = byId(catalogue.vehicles, id);
  if (vehicle === undefined) throw new Refusal(400, 'Invalid path parameter vehicleId: no such vehicle');
  return vehicle;
}

function depot(catalogue: Catalogue, name: string, id: number): Depot {
  const found = byId(catalogue.depots, id);
  if (found === undefined) throw read.invalid(name, 'no such depot');
  return found;
}

function accessoriesOf(catalogue: Catalogue, vehicle: Vehicle, ids: readonly number[]): Accessory[] {
  const chosen = pick(catalogue.accessories, ids);
  if (chosen.length < ids.length) throw read.invalid('accessory_ids', 'no such accessory');
  for (const { id, max } of chosen) {
    if (!vehicle.accessories.includes(id)) throw read.invalid('accessory_ids', `${id} is not offered for this vehicle`);
    if (ids.filter((other) => other === id).length > max) {
      throw read.invalid('accessory_ids', `at most ${max} of ${id} can be added`);
    }
  }
  return chosen;
}

function planOf(catalogue: Catalogue, vehicle: Vehicle, id: number): Plan {
  const plan = byId(catalogue.plans, id);
  if (plan === undefined) throw read.invalid('insurance_id', 'no such insurance plan');
  if (!vehicle.plans.includes(id)) throw read.invalid('insurance_id', `${id} is not offered for this vehicle`);
  return plan;
}
