/** Files with answers that are kept between runs. No function here throws: a cache that cannot be used is an empty one. */
import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Named } from '../planner/names.ts';
import type { Operator } from '../planner/session.ts';
import { homeFolder, readSmallFile, writePrivateFile, type Env } from './files.ts';

export type CacheRead<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  /** Moved to `path`, so that it stops nothing and can still be looked at. */
  | { readonly kind: 'corrupt'; readonly path: string };

/** What is stored for an operator, and where. */
export interface CacheOptions {
  readonly operator: Operator;
  readonly env: Env;
  readonly now: () => number;
  /** Ask the service even if its answer is stored. */
  readonly refresh: boolean;
  readonly notify: (message: string) => void;
}

/** No answer is larger, and an answer is stored as it came. */
const mostBytes = 16 * 1024 * 1024;

/** `$XDG_CACHE_HOME/rental/<kind>-<hash of the base address>`: a folder for the answers of sweeps, a file for the rest. */
export function cachePath(env: Env, kind: 'depots' | 'sweeps' | 'vehicles', baseUrl: URL): string {
  const hash = createHash('sha256').update(baseUrl.href).digest('hex').slice(0, 16);
  const name = `${kind}-${hash}${kind === 'sweeps' ? '' : '.json'}`;
  return join(cacheFolder(env), name);
}

export function cacheFolder(env: Env): string {
  return join(homeFolder(env, 'XDG_CACHE_HOME', '.cache'), 'rental');
}

/** `parse` checks what the file holds, because it may have been changed since. */
export async function readCached<T>(
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
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns false if the home folder is read-only, the disk is full …: the answer itself was already used. */
export function writeCached(path: string, value: unknown): Promise<boolean> {
  return writePrivateFile(path, JSON.stringify(value)).catch(() => false);
}

export function isNamed(value: unknown): value is Named {
  const { id, name } = (value ?? {}) as Partial<Record<keyof Named, unknown>>;
  return Number.isSafeInteger(id) && typeof name === 'string';
}
