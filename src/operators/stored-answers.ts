/** A session's stored answers: depots for looking names up, and quotes of earlier runs. Loaded only when one is needed. */
import { NetworkError, RateLimitedError, UnavailableError } from '../errors.ts';
import { depotsSchema, quoteSchema } from '../api/schemas.ts';
import type { Depot, Quote, Selection, Vehicle } from '../api/types.ts';
import { timeLeft } from '../planner/calendar.ts';
import type { Named } from '../planner/names.ts';
import type { Operator, QuoteStore } from '../planner/session.ts';
import {
  cachePath,
  openQuoteCache,
  readDepots,
  readVehicles,
  storeDepots,
  storeVehicles,
  type QuoteKey,
} from './cache.ts';
import { parseJson, stringifyJson } from '../json.ts';
import { formatDuration } from '../text.ts';
import type { Env } from './files.ts';
import type { ServerAnswers } from './budget-server.ts';

/** ms. */
const depotsMaxAge = 24 * 3_600_000;

export interface StoredAnswersOptions {
  readonly operator: Operator;
  readonly env: Env;
  readonly now: () => number;
  /** Ask the service even if its answer is stored. */
  readonly refresh: boolean;
  readonly notify: (message: string) => void;
}

/** The stored depots if they are new enough; undefined with `refresh`, which asks for new ones. */
export async function storedDepots(options: StoredAnswersOptions): Promise<readonly Depot[] | undefined> {
  const stored = await readStored(options);
  return stored?.isNew === true ? stored.depots : undefined;
}

async function readStored({ operator, env, now, refresh, notify }: StoredAnswersOptions) {
  // The sandbox has another address in every run, so nothing stored would be found again.
  if (operator.sandbox) return undefined;
  const read = await readDepots(depotsPath({ operator, env }), (depots) => depotsSchema.safeParse(depots).success);
  if (read.kind === 'corrupt') notify(`the stored depots could not be read and were set aside as ${read.path}`);
  if (read.kind !== 'found') return undefined;
  const age = now() - read.value.savedAt;
  const isNew = !refresh && age >= 0 && age < depotsMaxAge;
  return { depots: read.value.depots as readonly Depot[], age, isNew };
}

function depotsPath({ operator, env }: Pick<StoredAnswersOptions, 'operator' | 'env'>): string {
  return cachePath(env, 'depots', operator.baseUrl);
}

/** Replaces the stored list. */
export async function keepDepots(
  depots: readonly Depot[],
  { operator, env, now }: StoredAnswersOptions,
): Promise<void> {
  if (!operator.sandbox) await storeDepots(depotsPath({ operator, env }), { savedAt: now(), depots });
}

/** Depots stored for a day; older ones only if the service cannot be reached, with a notice. Throws what `ask` throws. */
export async function lookUpDepots(
  ask: () => Promise<readonly Depot[]>,
  options: StoredAnswersOptions,
): Promise<readonly Depot[]> {
  const { operator, notify } = options;
  if (operator.sandbox) return ask();
  const stored = await readStored(options);
  if (stored?.isNew === true) return stored.depots;
  try {
    return await ask();
  } catch (error) {
    const isTransient =
      error instanceof NetworkError || error instanceof UnavailableError || error instanceof RateLimitedError;
    if (stored === undefined || !isTransient) throw error;
    notify(
      `using depots stored ${stored.age >= 0 ? `${formatDuration(stored.age)} ago` : 'earlier'}: ${error.message}`,
    );
    return stored.depots;
  }
}

export interface SeenVehicles {
  list(): readonly Named[];
  /** Never throws. */
  add(vehicles: readonly Vehicle[]): Promise<void>;
}

/** More names than any fleet has; what a service sends must not fill the disk. */
const mostVehicles = 5_000;

/** Names of the vehicles in this and earlier answers. With `refresh`, earlier answers do not count. */
export async function openSeenVehicles({ operator, env, refresh }: StoredAnswersOptions): Promise<SeenVehicles> {
  const path = cachePath(env, 'vehicles', operator.baseUrl);
  const read = operator.sandbox || refresh ? undefined : await readVehicles(path);
  const seen = new Map(read?.kind === 'found' ? read.value.map((vehicle) => [vehicle.id, vehicle]) : []);
  return {
    list: () => [...seen.values()],
    add: async (vehicles) => {
      const fresh = vehicles.filter(({ vehicleId, name }) => seen.get(vehicleId)?.name !== name);
      if (fresh.length === 0 || seen.size + fresh.length > mostVehicles) return;
      for (const { vehicleId: id, name } of fresh) seen.set(id, { id, name });
      if (!operator.sandbox) await storeVehicles(path, [...seen.values()]);
    },
  };
}

/**
 * Quotes stored until they expire, also those that other machines share. With `refresh` none is found, and new ones replace the
 * stored ones.
 */
export async function openQuoteStore(options: StoredAnswersOptions, server?: ServerAnswers): Promise<QuoteStore> {
  const { operator, env, now, refresh, notify } = options;
  const isLive = (quote: unknown): quote is Quote =>
    // The file's name has the expiry too, but what the service said counts.
    timeLeft((quote as Quote).expiresAt, now()) > 0;
  if (operator.sandbox) return memoryStore(isLive);
  const folder = cachePath(env, 'quotes', operator.baseUrl);
  const cache = await openQuoteCache(folder, now(), (quote) => quoteSchema.safeParse(quote).success);
  return {
    vehicles: (selection) => (refresh ? new Set() : cache.vehicles(basketOf(selection), now())),
    find: async (selection) => {
      if (refresh) return undefined;
      const found = await cache.find(keyOf(selection), now());
      if (found.kind === 'corrupt') notify(`a stored quote could not be read and was set aside as ${found.path}`);
      if (found.kind === 'found' && isLive(found.value)) return found.value;
      const other = parseQuote(await server?.read(serverKey(operator, selection)));
      if (other === undefined || !isLive(other)) return undefined;
      await cache.store(keyOf(selection), other, Date.parse(other.expiresAt));
      return other;
    },
    store: async (selection, quote) => {
      if (!isLive(quote)) return;
      const expiresAt = Date.parse(quote.expiresAt);
      await cache.store(keyOf(selection), quote, expiresAt);
      await server?.write(serverKey(operator, selection), stringifyJson(quote), expiresAt - now());
    },
  };
}

/** The sandbox has another address in every run, so only this process can use its quotes again. */
function memoryStore(isLive: (quote: Quote) => boolean): QuoteStore {
  const baskets = new Map<string, Map<number, Quote>>();
  const liveOf = (basket: string): [number, Quote][] =>
    [...(baskets.get(basket) ?? [])].filter(([, quote]) => isLive(quote));
  return {
    vehicles: (selection) => new Set(liveOf(basketOf(selection)).map(([vehicleId]) => vehicleId)),
    find: (selection) => Promise.resolve(new Map(liveOf(basketOf(selection))).get(selection.vehicleId)),
    store: async (selection, quote) => {
      const { basket, vehicleId } = keyOf(selection);
      baskets.set(basket, (baskets.get(basket) ?? new Map<number, Quote>()).set(vehicleId, quote));
    },
  };
}

/** Another machine wrote it, so it is checked like an answer of the service. */
function parseQuote(text: string | undefined): Quote | undefined {
  if (text === undefined) return undefined;
  try {
    const quote = parseJson(text);
    return quoteSchema.safeParse(quote).success ? (quote as Quote) : undefined;
  } catch {
    return undefined;
  }
}

function serverKey({ baseUrl }: Operator, selection: Selection): string {
  return `${baseUrl.href} ${selection.vehicleId} ${basketOf(selection)}`;
}

function keyOf(selection: Selection): QuoteKey {
  return { basket: basketOf(selection), vehicleId: selection.vehicleId };
}

function basketOf(selection: Omit<Selection, 'vehicleId'>): string {
  const { pickUpDepotId, dropOffDepotId, pickUpDate, dropOffDate, insuranceId } = selection;
  const accessories = [...selection.accessoryIds].sort((a, b) => a - b);
  return `${pickUpDepotId} ${dropOffDepotId} ${pickUpDate} ${dropOffDate} accessories ${accessories.join(',')} insurance ${insuranceId ?? 'none'}`;
}
