import type { Service } from '../../src/service.ts';
import { quoteOf, serviceOf } from './fleet.ts';
import { serve } from './server.ts';
import { never, plant, type TestService } from './service.ts';

export interface OperatorOptions {
  /** The available vehicles of a trip, in place of the two usual ones: ids and names. */
  readonly fleet?: (query: URLSearchParams) => Readonly<Record<number, string>>;
  /** Names of the depots, in place of the two usual ones; ids count from 1. */
  readonly depots?: readonly string[];
  /** The accessories and the insurance plans of vehicle 11, in place of the usual one each: ids and names. */
  readonly accessories?: Readonly<Record<number, string>>;
  readonly plans?: Readonly<Record<number, string>>;
  /** The day categories of every depot, in place of weekday and weekend. */
  readonly days?: readonly string[];
  /** Vehicles that are listed but have no quote. */
  readonly soldOut?: readonly number[];
  /** How many requests for a quote get a 503 first. */
  readonly failures?: number;
  /** Fields of the quotes, one quote after the other; the last one stays. */
  readonly quotes?: readonly object[];
  /** Requests for a quote get no response. */
  readonly hangs?: boolean;
}

const depots = ['--pick-up', '1', '--drop-off', '2'];
const dates = ['--from', '2027-01-15', '--to', '+7d'];
/** Flags of a trip that the operator has. */
export const tripFlags = { depots, dates, trip: [...depots, ...dates] };

/** A small operator in memory. The test decides how it behaves. */
export function operator(options: OperatorOptions = {}): TestService {
  return plant(operatorService(options));
}

/** The same on loopback, for the built program. */
export function operatorServer(options: OperatorOptions = {}): Promise<TestService> {
  return serve(operatorService(options));
}

export function operatorService(options: OperatorOptions = {}): Service {
  const quotes = [...(options.quotes ?? [])];
  const accessories = itemsOf(options.accessories ?? { 1: 'Snow chains' }, () => 40);
  const plans = itemsOf(options.plans ?? { 7: 'Full cover' }, () => 210);
  const usual = [[11, 'Kea Camper', 99.5] as const, [12, 'Moa Van', 120] as const];
  let failures = options.failures ?? 0;
  return serviceOf({
    // A test may change the list while the service runs.
    get depots() {
      return (options.depots ?? ['Auckland', 'Christchurch']).map((name, index) => [index + 1, name] as const);
    },
    days: options.days ?? ['weekday', 'weekend'],
    vehicles: (_, query) => (options.fleet === undefined ? usual : itemsOf(options.fleet(query), (id) => 100 + id)),
    accessories: (vehicleId) => (vehicleId === 11 ? accessories : []),
    plans: (vehicleId) => (vehicleId === 11 ? plans : []),
    quote: (query) => {
      if (options.hangs) return never();
      if (failures-- > 0) return { status: 503, error: 'Back in a minute' };
      if (options.soldOut?.includes(Number(query.get('vehicle_id'))))
        return { status: 404, error: 'That vehicle has just gone' };
      return {
        ...quoteOf(query, { accessories, plans, cost: 0 }),
        ...(quotes.length > 1 ? quotes.shift() : quotes[0]),
      };
    },
  });
}

function itemsOf(names: Readonly<Record<number, string>>, priceOf: (id: number) => number) {
  return Object.entries(names).map(([id, name]) => [Number(id), name, priceOf(Number(id))] as const);
}

/** The operator, with its answers changed as text: JSON.stringify cannot write every number. */
export function changedOperator(change: (json: string) => string): TestService {
  const original = operatorService({});
  return plant(async (request) => {
    const sent = await original(request);
    return new Response(change(await sent.text()), sent);
  });
}
