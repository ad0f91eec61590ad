/** Operators whose depots, vehicles, extras and prices are a few lines of a test. */
import { configuredEnvironment } from './environment.ts';
import type { Service } from '../../src/service.ts';
import { run, type RunOptions, type RunResult } from './run.ts';
import { depot, extras, quoteOf, vehicle, type Item, type PricedItem } from './entries.ts';
import { listenerOf, serve } from './server.ts';
import { answer, plant, type TestService } from './service.ts';

/** A status and a message instead of a list or a quote. */
interface Refusal {
  readonly status: number;
  readonly error: string;
}

export interface Fleet {
  readonly depots?: readonly Item[];
  /** Available vehicles with their daily rates; the date is the pick-up date. */
  readonly vehicles: (date: string, query: URLSearchParams) => readonly PricedItem[] | Refusal;
  /** Of a vehicle; the date is the pick-up date, if the request has one. */
  readonly accessories?: (vehicleId: number, date: string) => readonly Item[];
  readonly plans?: readonly Item[];
  /** Fields that replace those of the quote, or that the interface does not name. Default total: the vehicle's id times 10. */
  readonly quote?: (query: URLSearchParams) => Readonly<Record<string, unknown>> | Refusal;
}

/** Plants the fleets. `rental` runs the program with a configuration that names them. */
export function fleets(named: Readonly<Record<string, Fleet>>) {
  const servers = Object.values(named).map((fleet) => plant(serviceOf(fleet)));
  const config = Object.keys(named).map((name, index) => [name, { baseUrl: servers[index]?.baseUrl }]);
  const env = configuredEnvironment({ operators: Object.fromEntries(config) as unknown });
  const operators = ['--operator', Object.keys(named).join(',')];
  return {
    requests: () => servers.flatMap(({ requests }) => requests),
    rental: (args: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
      run([...args, ...operators, '--retries', '0'], { ...options, env: { ...env, ...options.env } }),
    /** What a terminal shows, without colour. */
    shown: async (args: readonly string[], columns = 100): Promise<string> => {
      const options: RunOptions = { env: { ...env, NO_COLOR: '1' }, tty: ['stdout'], columns };
      return (await run([...args, ...operators, '--retries', '0'], options)).stdout;
    },
  };
}

/** A fleet in memory. */
export function plantFleet(fleet: Fleet): TestService {
  return plant(serviceOf(fleet));
}

/** Starts a fleet on loopback, for the built program. */
export function serveFleet(fleet: Fleet) {
  return serve(listenerOf(serviceOf(fleet)));
}

export function serviceOf(fleet: Fleet): Service {
  return async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const body = answerOf(fleet, pathname, searchParams);
    const { status = 200 } = body as Partial<Refusal>;
    return answer(status, body);
  };
}

function answerOf(fleet: Fleet, path: string, query: URLSearchParams): unknown {
  if (path === '/depots') return (fleet.depots ?? [[1, 'Auckland']]).map((one) => depot(one));
  if (path === '/vehicles/availability') {
    const vehicles = fleet.vehicles(query.get('pick_up_date') ?? '', query);
    return 'status' in vehicles ? vehicles : vehicles.map((one) => vehicle(one));
  }
  if (path === '/quotes') {
    const parts = fleet.quote?.(query) ?? {};
    return 'status' in parts ? parts : { ...quote(fleet, query), ...parts };
  }
  const [, , vehicleId] = path.split('/');
  const items = path.endsWith('/accessories')
    ? fleet.accessories?.(Number(vehicleId), query.get('pick_up_date') ?? '')
    : fleet.plans;
  return extras(items ?? [], 10);
}

/** Shows each extra that was asked for, by the name that it has on the dates. */
function quote(fleet: Fleet, query: URLSearchParams) {
  const listed = fleet.accessories?.(Number(query.get('vehicle_id')), query.get('pick_up_date') ?? '') ?? [];
  const total = Number(query.get('vehicle_id')) * 10;
  const usual = quoteOf(query, { accessories: listed, plans: fleet.plans ?? [], cost: 10 }, total);
  return { ...usual, quoteId: `Q-${query.toString()}` };
}
