/** Stored answers, as earlier runs leave them. */
import { join } from 'node:path';
import type { Depot } from '../../src/api/types.ts';
import { cachePath } from '../../src/operators/files.ts';
import { createDirectories, createSeenVehicles } from '../../src/operators/directory.ts';
import { openStore } from '../../src/operators/store.ts';
import type { Named } from '../../src/planner/names.ts';

/** Of an operator that does not answer. */
export const baseUrl = 'http://127.0.0.1:9/api';

/** Stores in the folders of `cleanEnvironment` what earlier runs would have stored. */
export function remember(
  folder: string,
  { depots = [], vehicles = [] }: { readonly depots?: readonly Named[]; readonly vehicles?: readonly Named[] },
): void {
  const now = () => 1;
  const store = openStore(cachePath({ XDG_CACHE_HOME: join(folder, 'cache') }, 'names', new URL(baseUrl)), { now });
  const options = { store: () => store, now, refresh: false, notify: () => {} };
  createDirectories(options, async () => []).keep(depots as readonly Depot[]);
  createSeenVehicles(options).add(
    vehicles.map(({ id, name }) => ({ vehicleId: id, name, rentalDailyRate: 1, imageUrl: '' })),
  );
  store.close();
}
