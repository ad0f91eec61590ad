/** Operators whose depots, vehicles, extras and prices are a few lines of a test. */
import { configuredEnvironment } from './environment.ts';
import type { Service } from '../../src/http/types.ts';
import { run, type RunOptions } from './run.ts';
import { answer, plant } from './service.ts';

/**
 * Names by id, some with a price. Without one, a vehicle costs 100 + its id a day, an accessory 40,
 * and a plan 210.
 */
type Items = Readonly<Record<number, string | readonly [name: string, price: number]>>;

type Item = ReturnType<typeof itemsOf>[number];

/** A status and a message instead of a list or a quote. */
interface Refusal {
  readonly status: number;
  readonly error: string;
}

export interface Fleet {
  /** Their ids count from 1. */
  readonly depots?: readonly string[];
  /** The day categories of every depot; default: none. */
  readonly days?: readonly string[];
  /** Those that are available; the date is the pick-up date. */
  readonly vehicles: (date: string, query: URLSearchParams) => Items | Refusal;
  /** Of a vehicle; the date is the pick-up date, if the request has one. */
  readonly accessories?: (vehicleId: number, date: string) => Items;
  readonly plans?: (vehicleId: number) => Items;
  /**
   * Fields that replace those of the quote, or that the interface does not name. Default total: the
   * vehicle's id times 10.
   */
  readonly quote?: (
    query: URLSearchParams,
  ) => Readonly<Record<string, unknown>> | Refusal | Promise<never>;
}

/** Plants the fleets. `rental` runs the program with a configuration that names them. */
export function fleets(named: Readonly<Record<string, Fleet>>) {
  const servers = Object.values(named).map((fleet) => plant(serviceOf(fleet)));
  const config = Object.keys(named).map((name, index) => [
    name,
    { baseUrl: servers[index]?.baseUrl },
  ]);
  const env = configuredEnvironment({ operators: Object.fromEntries(config) as unknown });
  const flags = { '--operator': Object.keys(named).join(','), '--retries': '0' };
  /** A flag of the line replaces the one that is added. */
  const rental = (args: readonly string[], options: RunOptions = {}) => {
    const added = Object.entries(flags).filter(([flag]) => !args.includes(flag));
    return run([...args, ...added.flat()], { ...options, env: { ...env, ...options.env } });
  };
  return {
    requests: () => servers.flatMap(({ requests }) => requests),
    rental,
    /** What a terminal shows, without colour. */
    shown: async (args: readonly string[], columns = 100): Promise<string> =>
      (await rental(args, { env: { NO_COLOR: '1' }, tty: ['stdout'], columns })).stdout,
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
  if (path === '/depots')
    return (fleet.depots ?? ['Auckland']).map((name, index) => depot(name, index + 1, fleet.days));
  if (path === '/vehicles/availability') {
    const vehicles = fleet.vehicles(date, query);
    if ('status' in vehicles) return vehicles;
    return itemsOf(vehicles, (id) => 100 + id).map(({ id, name, price }) => {
      return { vehicleId: id, name, rentalDailyRate: price, imageUrl: 'http://127.0.0.1/v.png' };
    });
  }
  const [, id = query.get('vehicle_id'), kind] =
    /^\/vehicles\/(\d+)\/(accessories|insurance-types)$/.exec(path) ?? [];
  // Each extra has the name that it has on the dates.
  const accessories = itemsOf(fleet.accessories?.(Number(id), date) ?? {}, () => 40);
  const plans = itemsOf(fleet.plans?.(Number(id)) ?? {}, () => 210);
  if (kind !== undefined) return kind === 'accessories' ? accessories : plans;
  if (path !== '/quotes') return { status: 404, error: 'Not found' };
  const parts = (await fleet.quote?.(query)) ?? {};
  return 'status' in parts
    ? parts
    : { ...quoteOf(query, accessories, plans, parts['totalAmount']), ...parts };
}

function itemsOf(items: Items, priceOf: (id: number) => number) {
  return Object.entries(items).map(([key, item]) => {
    const id = Number(key);
    const [name, price] = typeof item === 'string' ? [item, priceOf(id)] : item;
    return { id, name, price };
  });
}

/** Open on days of these categories. */
function depot(name: string, id: number, days: readonly string[] = []) {
  const times = days.map((day) => ({ day, time: day === 'weekend' ? '10:00' : '09:00' }));
  const hours = `${name}: 9am to 5pm`;
  return { id, name, pickup_times: times, drop_off_times: times, opening_hours_description: hours };
}

/** Shows each extra that was asked for, by its name in the lists. */
function quoteOf(
  query: URLSearchParams,
  accessories: readonly Item[],
  plans: readonly Item[],
  total: unknown,
) {
  const vehicleId = Number(query.get('vehicle_id'));
  const totalAmount = total ?? 10 * vehicleId;
  const extra = (items: readonly Item[], id: number) => {
    return { id, name: items.find((item) => item.id === id)?.name ?? 'unknown', cost: 0 };
  };
  const ids = (query.get('accessory_ids') ?? '').split(',').filter((id) => id !== '');
  const plan = query.get('insurance_id');
  return {
    quoteId: `Q-${vehicleId}-${query.get('pick_up_date')}`,
    expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
    currency: 'NZD',
    priceBreakdown: {
      rentalFee: totalAmount,
      routeFee: 0,
      accessoriesFee: 0,
      insuranceFee: 0,
      accessories: [...new Set(ids)].map((id) => {
        return {
          ...extra(accessories, Number(id)),
          quantity: ids.filter((other) => other === id).length,
        };
      }),
      insurance: plan === null ? null : extra(plans, Number(plan)),
    },
    totalAmount,
    note: 'All amounts are in NZD',
  };
}
