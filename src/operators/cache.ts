/**
 * Answers kept on disk between runs: an operator's depots and its vehicles' names in one file each, its quotes in a folder with one file each, so that storing
 * a quote costs the same however many there are and parallel processes lose nothing. No function here throws: a cache that
 * cannot be used is an empty one.
 */
import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, stringifyJson } from '../json.ts';
import type { Named } from '../planner/names.ts';
import { homeFolder, readSmallFile, writePrivateFile, type Env } from './files.ts';

export type CacheRead<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  /** Moved to `path`, so that it stops nothing and can still be looked at. */
  | { readonly kind: 'corrupt'; readonly path: string };

/** Checks what a file holds: the file may have been changed since. */
export type Validate = (value: unknown) => boolean;

/** No answer is larger, and an answer is stored as it came. */
const mostBytes = 16 * 1024 * 1024;

/** `$XDG_CACHE_HOME/rental/<kind>-<hash of the base address>`: a folder for quotes, a file for the rest. */
export function cachePath(env: Env, kind: 'answers' | 'depots' | 'quotes' | 'vehicles', baseUrl: URL): string {
  const name = `${kind}-${hash(baseUrl.href)}${kind === 'quotes' ? '' : '.json'}`;
  return join(cacheFolder(env), name);
}

export function cacheFolder(env: Env): string {
  return join(homeFolder(env, 'XDG_CACHE_HOME', '.cache'), 'rental');
}

export interface StoredDepots {
  /** Epoch ms. */
  readonly savedAt: number;
  readonly depots: unknown;
}

export function readDepots(path: string, isValid: Validate = () => true): Promise<CacheRead<StoredDepots>> {
  return read(path, ({ savedAt, depots }) =>
    typeof savedAt === 'number' && depots !== undefined && isValid(depots) ? { savedAt, depots } : undefined,
  );
}

export async function storeDepots(path: string, stored: StoredDepots): Promise<void> {
  await write(path, stored);
}

/** Reads the vehicles that were seen in answers: ids and names, never whether they are available. */
export function readVehicles(path: string): Promise<CacheRead<readonly Named[]>> {
  return read(path, ({ vehicles }) =>
    Array.isArray(vehicles) && vehicles.every(isNamed) ? (vehicles as Named[]) : undefined,
  );
}

function isNamed(value: unknown): value is Named {
  const { id, name } = (value ?? {}) as Partial<Record<keyof Named, unknown>>;
  return Number.isSafeInteger(id) && typeof name === 'string';
}

export async function storeVehicles(path: string, vehicles: readonly Named[]): Promise<void> {
  await write(path, { vehicles });
}

/** Reads the answers of the last plan. */
export function readAnswers<T>(path: string, parse: (stored: Readonly<Record<string, unknown>>) => T | undefined) {
  return read(path, parse);
}

export async function storeAnswers(path: string, answers: object): Promise<void> {
  await write(path, answers);
}

/** What a quote was asked for: what all vehicles have in common, and the vehicle. */
export interface QuoteKey {
  /** Depots, dates and extras, as text. */
  readonly basket: string;
  readonly vehicleId: number;
}

export interface QuoteCache {
  /** Vehicles with a stored quote that has not expired at `now` (epoch ms). */
  vehicles(basket: string, now: number): ReadonlySet<number>;
  find(key: QuoteKey, now: number): Promise<CacheRead<unknown>>;
  /** `expiresAt` is epoch ms. */
  store(key: QuoteKey, quote: unknown, expiresAt: number): Promise<void>;
}

interface Entry {
  readonly file: string;
  readonly expiresAt: number;
}

/** By hash of the basket, then by vehicle. */
type Entries = Map<string, Map<number, Entry>>;

/** Opens the folder and removes the quotes that have expired at `now` (epoch ms). */
export async function openQuoteCache(folder: string, now: number, isValid: Validate = () => true): Promise<QuoteCache> {
  const entries = await readEntries(folder, now);
  const entryOf = ({ basket, vehicleId }: QuoteKey): Entry | undefined => entries.get(hash(basket))?.get(vehicleId);
  return {
    vehicles: (basket, at) => {
      const live = [...(entries.get(hash(basket)) ?? [])].filter(([, { expiresAt }]) => expiresAt > at);
      return new Set(live.map(([vehicleId]) => vehicleId));
    },
    find: async (key, at) => {
      const entry = entryOf(key);
      if (entry === undefined || entry.expiresAt <= at) return { kind: 'absent' };
      const found = await read(join(folder, entry.file), ({ basket, vehicleId, quote }) =>
        basket === key.basket && vehicleId === key.vehicleId && quote !== undefined && isValid(quote)
          ? quote
          : undefined,
      );
      if (found.kind === 'corrupt') entries.get(hash(key.basket))?.delete(key.vehicleId);
      return found;
    },
    store: async (key, quote, expiresAt) => {
      const before = entryOf(key);
      const file = `${hash(key.basket)}-${key.vehicleId}-${expiresAt}.json`;
      // A crash can cut the file short; the next read finds that out, so nothing waits for the disk here.
      if (!(await write(join(folder, file), { ...key, quote }, { fsync: false }))) return;
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

async function read<T>(
  path: string,
  parse: (stored: Readonly<Record<string, unknown>>) => T | undefined,
): Promise<CacheRead<T>> {
  const text = readText(path);
  if (text === undefined) return { kind: 'absent' };
  const stored = parseObject(text);
  const value = stored === undefined ? undefined : parse(stored);
  if (value !== undefined) return { kind: 'found', value };
  await rename(path, `${path}.corrupt`).catch(() => {});
  return { kind: 'corrupt', path: `${path}.corrupt` };
}

/** What a file of the cache holds, if that can be read. Changes nothing, also if the file is corrupt. */
export function peek(path: string): Readonly<Record<string, unknown>> | undefined {
  const text = readText(path);
  return text === undefined ? undefined : parseObject(text);
}

/** A file that cannot be read counts as one that does not exist. */
function readText(path: string): string | undefined {
  try {
    return readSmallFile(path, mostBytes);
  } catch {
    return undefined;
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns false if the home folder is read-only, the disk is full …: the answer itself was already used. */
function write(path: string, value: unknown, options?: { fsync: boolean }): Promise<boolean> {
  return writePrivateFile(path, stringifyJson(value), options).catch(() => false);
}

async function remove(folder: string, files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(join(folder, file), { force: true }).catch(() => {})));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
