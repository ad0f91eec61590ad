import type { Service } from '../../src/service.ts';
import { depot, extras, quoteOf, vehicle, type Item } from './entries.ts';
import { listenerOf, serve } from './server.ts';
import { answer, never, plant, type TestService } from './service.ts';

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
  readonly names?: { readonly depot: string; readonly vehicle: string; readonly accessory: string };
  /** How many requests for a quote get a 503 first. */
  readonly failures?: number;
  /** Fields of the quotes, one quote after the other; the last one stays. */
  readonly quotes?: readonly object[];
  /** Requests for a quote get no response. */
  readonly hangs?: boolean;
}

const plainNames = { depot: 'Christchurch', vehicle: 'Kea Camper', accessory: 'Snow chains' };

/** A small operator in memory. The test decides how it behaves. */
export function operator(options: OperatorOptions = {}): TestService {
  return plant(operatorService(options));
}

/** The same on loopback, for the built program. */
export function operatorServer(options: OperatorOptions = {}): Promise<TestService> {
  return serve(listenerOf(operatorService(options)));
}

export function operatorService(options: OperatorOptions = {}): Service {
  const names = options.names ?? plainNames;
  const quotes = [...(options.quotes ?? [])];
  const accessories = itemsOf(options.accessories ?? { 1: names.accessory });
  const plans = itemsOf(options.plans ?? { 7: 'Full cover' });
  const times = (options.days ?? ['weekday', 'weekend']).map((day) => {
    return { day, time: day === 'weekend' ? '10:00' : '09:00' };
  });
  let failures = options.failures ?? 0;
  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/depots': () =>
      (options.depots ?? ['Auckland', names.depot]).map((name, index) =>
        depot([index + 1, name], times, `${name}: 9am to 5pm`),
      ),
    '/vehicles/availability': (query) =>
      options.fleet === undefined
        ? [vehicle([11, names.vehicle, 99.5]), vehicle([12, 'Moa Van', 120])]
        : itemsOf(options.fleet(query)).map(([id, name]) => vehicle([id, name, 100 + id])),
    '/vehicles/11/accessories': () => extras(accessories, 40),
    '/vehicles/12/accessories': () => [],
    '/vehicles/11/insurance-types': () => extras(plans, 210),
    '/vehicles/12/insurance-types': () => [],
    '/quotes': (query) => ({
      ...quoteOf(query, { accessories, plans, cost: 0 }),
      ...(quotes.length > 1 ? quotes.shift() : quotes[0]),
    }),
  };
  return async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const isQuote = pathname === '/quotes';
    if (isQuote && options.hangs) return never();
    if (isQuote && failures-- > 0) return answer(503, { error: 'Back in a minute' });
    if (isQuote && options.soldOut?.includes(Number(searchParams.get('vehicle_id'))))
      return answer(404, { error: 'That vehicle has just gone' });
    const found = answers[pathname];
    return found === undefined ? answer(404, { error: 'Not found' }) : answer(200, found(searchParams));
  };
}

function itemsOf(names: Readonly<Record<number, string>>): Item[] {
  return Object.entries(names).map(([id, name]) => [Number(id), name]);
}

/** The operator, with its answers changed as text: JSON.stringify cannot write every number. */
export function changedOperator(change: (json: string) => string): TestService {
  const original = operatorService({});
  return plant(async (request) => {
    const sent = await original(request);
    return new Response(change(await sent.text()), sent);
  });
}
