/**
 * Quotes that may be used again until they expire: a folder an operator, a file a quote, so that storing one costs the same
 * however many there are, and what several processes store is never lost.
 */
import { createHash } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolder, type Env, makeFolder } from './folders.ts';
import { readSmallFile } from './read-file.ts';

/** A quote's full question, as text: what is the same for every vehicle, and the vehicle. */
export interface QuoteQuestion {
  /** Depots, dates and extras. */
  readonly basket: string;
  readonly vehicleId: number;
}

export type FoundQuote =
  | { readonly kind: 'found'; readonly quote: unknown }
  | { readonly kind: 'absent' }
  /** Set aside under another name. */
  | { readonly kind: 'corrupt'; readonly path: string };

/** None of these ever throws: a cache that cannot be used is an empty one. */
export interface QuoteCache {
  /** Vehicles for which a quote is stored that has not expired at `now` (epoch ms). */
  vehicles(basket: string, now: number): ReadonlySet<number>;
  /** As it was served; to be validated again by who reads it: the file may have been changed. */
  find(question: QuoteQuestion, now: number): Promise<FoundQuote>;
  /** `expiresAt` is epoch ms. */
  store(question: QuoteQuestion, quote: unknown, expiresAt: number): Promise<void>;
  setAside(question: QuoteQuestion): Promise<FoundQuote>;
}

/** No answer is larger than that, and a quote is stored as it was answered. */
const mostBytes = 16 * 1024 * 1024;

interface Entry {
  readonly file: string;
  readonly expiresAt: number;
}

/** `$XDG_CACHE_HOME/rental/quotes-<hash of the base address>`. */
export function quoteCacheFolder(env: Env, baseUrl: URL): string {
  return join(homeFolder(env, 'XDG_CACHE_HOME', '.cache'), 'rental', `quotes-${hash(baseUrl.href)}`);
}

/** Removes what has expired at `now` (epoch ms). */
export async function openQuoteCache(folder: string, now: number): Promise<QuoteCache> {
  const entries = await readEntries(folder, now);
  const keep = (question: QuoteQuestion, entry: Entry): void => {
    const basket = hash(question.basket);
    const vehicles = entries.get(basket) ?? new Map<number, Entry>();
    entries.set(basket, vehicles.set(question.vehicleId, entry));
  };
  const take = ({ basket, vehicleId }: QuoteQuestion): Entry | undefined => entries.get(hash(basket))?.get(vehicleId);
  const setAside = async (question: QuoteQuestion): Promise<FoundQuote> => {
    const entry = take(question);
    if (entry === undefined) return { kind: 'absent' };
    entries.get(hash(question.basket))?.delete(question.vehicleId);
    const path = join(folder, `${entry.file}.corrupt`);
    await rename(join(folder, entry.file), path).catch(() => {});
    return { kind: 'corrupt', path };
  };
  return {
    setAside,
    vehicles: (basket, at) => {
      const live = [...(entries.get(hash(basket)) ?? [])].filter(([, { expiresAt }]) => expiresAt > at);
      return new Set(live.map(([vehicleId]) => vehicleId));
    },
    find: async (question, at) => {
      const entry = take(question);
      if (entry === undefined || entry.expiresAt <= at) return { kind: 'absent' };
      const text = await readSmallFile(join(folder, entry.file), mostBytes).catch(() => undefined);
      if (text === undefined) return { kind: 'absent' };
      const quote = parseStored(text, question);
      return quote === undefined ? setAside(question) : { kind: 'found', quote };
    },
    store: async (question, quote, expiresAt) => {
      const before = take(question);
      const file = `${hash(question.basket)}-${question.vehicleId}-${expiresAt}.json`;
      if (!(await write(folder, file, JSON.stringify({ ...question, quote })))) return;
      keep(question, { file, expiresAt });
      if (before !== undefined && before.file !== file) await remove(folder, [before.file]);
    },
  };
}

/** A file that was cut short by a crash is found out when it is read, so nothing waits for the disk here. */
async function write(folder: string, file: string, text: string): Promise<boolean> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  try {
    await makeFolder(folder);
    // A link would be followed, and what it leads to replaced.
    if ((await lstat(join(folder, file)).catch(() => undefined))?.isFile() === false) return false;
    await writeFileAtomic(join(folder, file), text, { mode: 0o600, fsync: false });
    return true;
  } catch {
    // Read-only home, full disk: the quote itself is there.
    return false;
  }
}

/** By basket, then vehicle. Where two processes asked the same, the quote that lasts longer counts. */
async function readEntries(folder: string, now: number): Promise<Map<string, Map<number, Entry>>> {
  const entries = new Map<string, Map<number, Entry>>();
  const files = await readdir(folder).catch(() => []);
  const over: string[] = [];
  for (const file of files) {
    const [, basket = '', vehicle, expires, aside] =
      /^([0-9a-f]{16})-(-?\d{1,16})-(\d{1,16})\.json(\..*)?$/.exec(file) ?? [];
    if (expires === undefined) continue;
    if (Number(expires) <= now) over.push(file);
    else if (aside === undefined) {
      const vehicles = entries.get(basket) ?? new Map<number, Entry>();
      const before = vehicles.get(Number(vehicle));
      if ((before?.expiresAt ?? 0) < Number(expires))
        vehicles.set(Number(vehicle), { file, expiresAt: Number(expires) });
      entries.set(basket, vehicles);
    }
  }
  await remove(folder, over);
  return entries;
}

async function remove(folder: string, files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(join(folder, file), { force: true }).catch(() => {})));
}

/** Undefined where the file does not hold the answer to this very question. */
function parseStored(text: string, question: QuoteQuestion): unknown {
  try {
    const stored = JSON.parse(text) as Record<string, unknown> | null;
    if (stored?.['basket'] !== question.basket || stored['vehicleId'] !== question.vehicleId) return undefined;
    return stored['quote'];
  } catch {
    return undefined;
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
