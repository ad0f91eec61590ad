/** Depots for looking names up: stored for a day, asked anew with --refresh, stale where the service cannot be reached. */
import { NetworkError, RateLimitedError, UnavailableError } from '../errors.ts';
import type { Client } from '../api/client.ts';
import { depotsSchema } from '../api/schemas.ts';
import type { Depot } from '../api/types.ts';
import { depotCachePath, readDepots, setAside, storeDepots } from './depot-cache.ts';
import type { Operator } from './operator.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Settings } from '../cli/settings.ts';

const maxAgeMs = 24 * 3_600_000;

export interface DepotStoreParts {
  readonly io: Io;
  readonly settings: Settings;
  readonly progress: Progress;
  readonly operator: Operator;
  readonly client: Pick<Client, 'depots'>;
}

export async function lookUpDepots(parts: DepotStoreParts): Promise<readonly Depot[]> {
  const { io, settings, progress, operator, client } = parts;
  // The sandbox has another address with every run: nothing would ever be found again.
  if (operator.sandbox) return client.depots();
  const path = depotCachePath(io.env, operator.baseUrl);
  const stored = await readStored(path, progress);
  const age = stored === undefined ? Number.NaN : io.now() - stored.savedAt;
  if (stored !== undefined && !settings.refresh && age >= 0 && age < maxAgeMs) return stored.depots;
  try {
    const depots = await client.depots();
    await storeDepots(path, { savedAt: io.now(), depots });
    return depots;
  } catch (error) {
    const passing =
      error instanceof NetworkError || error instanceof UnavailableError || error instanceof RateLimitedError;
    if (stored === undefined || !passing) throw error;
    progress.note(
      `using the depots stored on ${new Date(stored.savedAt).toISOString().slice(0, 10)}: ${error.message}`,
    );
    return stored.depots;
  }
}

async function readStored(
  path: string,
  progress: Progress,
): Promise<{ savedAt: number; depots: readonly Depot[] } | undefined> {
  let read = await readDepots(path);
  if (read.kind === 'found') {
    const depots = depotsSchema.safeParse(read.stored.depots);
    if (depots.success) return { savedAt: saneInstant(read.stored.savedAt), depots: depots.data };
    read = await setAside(path);
  }
  if (read.kind === 'corrupt') progress.note(`the stored depots could not be read and were set aside as ${read.path}`);
  return undefined;
}

/** A date that `Date` can show. */
function saneInstant(ms: number): number {
  return Math.abs(ms) <= 8.64e15 ? ms : 0;
}
