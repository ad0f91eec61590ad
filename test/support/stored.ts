/** Stored answers, as earlier runs leave them. */
import { join } from 'node:path';
import { cachePath, writeCached } from '../../src/operators/cache.ts';
import type { Named } from '../../src/planner/names.ts';

/** Of an operator that does not answer. */
export const baseUrl = 'http://127.0.0.1:9/api';

/** Stores in the folders of `cleanEnvironment` what earlier runs would have stored. */
export async function remember(
  folder: string,
  { depots = [], vehicles = [] }: { readonly depots?: readonly Named[]; readonly vehicles?: readonly Named[] },
): Promise<void> {
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  await writeCached(cachePath(env, 'depots', new URL(baseUrl)), { savedAt: 0, depots });
  await writeCached(cachePath(env, 'vehicles', new URL(baseUrl)), { vehicles });
}
