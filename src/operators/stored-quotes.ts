/** Quotes of this run and of earlier ones, which can be used again until they expire. Loaded only when they are needed. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteSchema } from '../api/schemas.ts';
import type { Quote, Selection } from '../api/types.ts';
import { parseJson, stringifyJson } from '../json.ts';
import { timeLeft } from '../planner/calendar.ts';
import type { Operator, QuoteStore } from '../planner/session.ts';
import type { SharedQuotes } from './budget-server.ts';
import { cachePath, hash, readCached, writeCached, type CacheOptions, type CacheRead } from './cache.ts';

/**
 * Quotes stored until they expire, also those that other machines share. With `refresh` none is found, and new ones replace the
 * stored ones.
 */
export async function openQuoteStore(options: CacheOptions, server?: SharedQuotes): Promise<QuoteStore> {
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

/** What a quote was asked for: what all vehicles have in common, and the vehicle. */
interface QuoteKey {
  /** Depots, dates and extras, as text. */
  readonly basket: string;
  readonly vehicleId: number;
}

interface Entry {
  readonly file: string;
  readonly expiresAt: number;
}

/** By hash of the basket, then by vehicle. */
type Entries = Map<string, Map<number, Entry>>;

/**
 * Opens the folder and removes the quotes that have expired at `now` (epoch ms). Each quote has its own file, so that storing one costs the
 * same however many there are, and parallel processes lose nothing. Never throws.
 */
export async function openQuoteCache(folder: string, now: number, isValid: (quote: unknown) => boolean = () => true) {
  const entries = await readEntries(folder, now);
  const entryOf = ({ basket, vehicleId }: QuoteKey): Entry | undefined => entries.get(hash(basket))?.get(vehicleId);
  return {
    /** Vehicles with a stored quote that has not expired at `at` (epoch ms). */
    vehicles: (basket: string, at: number): ReadonlySet<number> => {
      const live = [...(entries.get(hash(basket)) ?? [])].filter(([, { expiresAt }]) => expiresAt > at);
      return new Set(live.map(([vehicleId]) => vehicleId));
    },
    find: async (key: QuoteKey, at: number): Promise<CacheRead<unknown>> => {
      const entry = entryOf(key);
      if (entry === undefined || entry.expiresAt <= at) return { kind: 'absent' };
      const found = await readCached(join(folder, entry.file), ({ basket, vehicleId, quote }) =>
        basket === key.basket && vehicleId === key.vehicleId && quote !== undefined && isValid(quote)
          ? quote
          : undefined,
      );
      if (found.kind === 'corrupt') entries.get(hash(key.basket))?.delete(key.vehicleId);
      return found;
    },
    /** `expiresAt` is epoch ms. */
    store: async (key: QuoteKey, quote: unknown, expiresAt: number): Promise<void> => {
      const before = entryOf(key);
      const file = `${hash(key.basket)}-${key.vehicleId}-${expiresAt}.json`;
      // A crash can cut the file short; the next read finds that out, so nothing waits for the disk here.
      if (!(await writeCached(join(folder, file), { ...key, quote }, { fsync: false }))) return;
      put(entries, hash(key.basket), key.vehicleId, { file, expiresAt });
      if (before !== undefined && before.file !== file) await remove(folder, [before.file]);
    },
  };
}

/** If two processes stored the same quote, the one that lasts longer counts. */
async function readEntries(folder: string, now: number): Promise<Entries> {
  const entries: Entries = new Map();
  const expired: string[] = [];
  for (const file of await readdir(folder).catch(() => [])) {
    const [, basket = '', vehicle, expires, aside] =
      /^([0-9a-f]{16})-(-?\d{1,16})-(\d{1,16})\.json(\..*)?$/.exec(file) ?? [];
    if (expires === undefined) continue;
    const expiresAt = Number(expires);
    if (expiresAt <= now) expired.push(file);
    else if (aside === undefined && (entries.get(basket)?.get(Number(vehicle))?.expiresAt ?? 0) < expiresAt) {
      put(entries, basket, Number(vehicle), { file, expiresAt });
    }
  }
  await remove(folder, expired);
  return entries;
}

function put(entries: Entries, basket: string, vehicleId: number, entry: Entry): void {
  entries.set(basket, (entries.get(basket) ?? new Map<number, Entry>()).set(vehicleId, entry));
}

async function remove(folder: string, files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(join(folder, file), { force: true }).catch(() => {})));
}
