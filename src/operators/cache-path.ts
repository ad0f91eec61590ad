/** Where stored answers are. */
import { join } from 'node:path';
import { sha256 } from '../base/sha256.ts';
import { xdgFolder, type Env } from '../base/files.ts';

/** `names`: depots, vehicles and charged days, for months. `answers`: of comparisons. */
export type CacheKind = 'names' | 'answers';

/** `$XDG_CACHE_HOME/rental/<kind>-<hash of the base address>.jsonl`. */
export function cachePath(env: Env, kind: CacheKind, baseUrl: URL): string {
  const hash = sha256(baseUrl.href).slice(0, 16);
  return join(cacheFolder(env), `${kind}-${hash}.jsonl`);
}

export function cacheFolder(env: Env): string {
  return join(xdgFolder(env, 'XDG_CACHE_HOME', '.cache'), 'rental');
}
