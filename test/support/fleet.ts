/** Operators whose depots, vehicles, extras and prices are a few lines of a test. */
import { configuredEnvironment } from './environment.ts';
import type { Service } from '../../src/service.ts';
import { run, type RunOptions, type RunResult } from './run.ts';
import { answer, plant } from './service.ts';

/** An extra costs its price, or 10. */
type Item = readonly [id: number, name: string, price?: number];
type Vehicle = readonly [id: number, name: string, rate: number];

/** A status and a message instead of a list or a quote. */
interface Refusal {
  readonly status: number;
  readonly error: string;
}

export interface Fleet {
  readonly depots?: readonly Item[];
  /** The day categories of every depot; default: none. */
  readonly days?: readonly string[];
  /** Available vehicles with their daily rates; the date is the pick-up date. */
  readonly vehicles: (date: string, query: URLSearchParams) => readonly Vehicle[] | Refusal;
  /** Of a vehicle; the date is the pick-up date, if the request has one. */
  readonly accessories?: (vehicleId: number, date: string) => readonly Item[];
  readonly plans?: (vehicleId: number) => readonly Item[];
  /** Fields that replace those of the quote, or that the interface does not name. Default total: the vehicle's id times 10. */
  readonly quote?: (query: URLSearchParams) => Readonly<Record<string, unknown>> | Refusal | Promise<never>;
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

export function serviceOf(fleet: Fleet): Service {
  return async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const body = await answerOf(fleet, pathname, searchParams);
    const { status = 200 } = body as Partial<Refusal>;
    return answer(status, body);
  };
}

async function answerOf(fleet: Fleet, path: string, query: URLSearchParams): Promise<unknown> {
  const date = query.get('pick_up_date') ?? '';
  if (path === '/depots') return (fleet.depots ?? [[1, 'Auckland']]).map((one) => depot(one, fleet.days ?? []));
  if (path === '/vehicles/availability') {
    const vehicles = fleet.vehicles(date, query);
    if ('status' in vehicles) return vehicles;
    return vehicles.map(([vehicleId, name, rentalDailyRate]) => {
      return { vehicleId, name, rentalDailyRate, imageUrl: 'http://127.0.0.1/v.png' };
    });
  }
  const isQuote = path === '/quotes';
  const [, id = query.get('vehicle_id'), kind] = /^\/vehicles\/(\d+)\/(accessories|insurance-types)$/.exec(path) ?? [];
  const accessories = fleet.accessories?.(Number(id), date) ?? [];
  const plans = fleet.plans?.(Number(id)) ?? [];
  if (isQuote) {
    const parts = (await fleet.quote?.(query)) ?? {};
    if ('status' in parts) return parts;
    // Each extra has the name that it has on the dates.
    const usual = quoteOf(query, { accessories, plans, cost: 10 }, Number(id) * 10);
    return { ...usual, quoteId: `Q-${query.toString()}`, ...parts };
  }
  if (kind === undefined) return { status: 404, error: 'Not found' };
  return (kind === 'accessories' ? accessories : plans).map(([id, name, price = 10]) => ({ id, name, price }));
}

/** Open on days of these categories. */
function depot([id, name]: Item, days: readonly string[]) {
  const times = days.map((day) => ({ day, time: day === 'weekend' ? '10:00' : '09:00' }));
  const hours = `${name}: 9am to 5pm`;
  return { id, name, pickup_times: times, drop_off_times: times, opening_hours_description: hours };
}

interface Listed {
  readonly accessories: readonly Item[];
  readonly plans: readonly Item[];
  /** Of each extra. */
  readonly cost: number;
}

/** Shows each extra that was asked for, by its name in the lists. */
export function quoteOf(query: URLSearchParams, { accessories, plans, cost }: Listed, totalAmount = 696.5) {
  const extra = (items: readonly Item[], id: string) => {
    return { id: Number(id), name: items.find(([own]) => String(own) === id)?.[1] ?? 'unknown', cost };
  };
  const ids = (query.get('accessory_ids') ?? '').split(',').filter((id) => id !== '');
  const plan = query.get('insurance_id');
  return {
    quoteId: `Q-${query.get('vehicle_id')}-${query.get('pick_up_date')}`,
    expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
    currency: 'NZD',
    priceBreakdown: {
      ...{ rentalFee: totalAmount, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 },
      accessories: [...new Set(ids)].map((id) => {
        return { ...extra(accessories, id), quantity: ids.filter((other) => other === id).length };
      }),
      insurance: plan === null ? null : extra(plans, plan),
    },
    totalAmount,
    note: 'All amounts are in NZD',
  };
}
