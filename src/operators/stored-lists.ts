/** The depots and the names of vehicles that a session knows from its own answers and from those of earlier runs. */
import type { Depot, Vehicle } from '../api/types.ts';
import { isTransient } from '../errors.ts';
import type { Named } from '../planner/names.ts';
import type { DepotDirectory } from '../planner/session.ts';
import { formatDuration } from '../text.ts';
import { cachePath, isNamed, readCached, writeCached, type CacheOptions } from './cache.ts';
import { onceAtATime } from './once.ts';

/** As long as a list counts, ms, whether it is stored or this session's own: a session can be longer than that. */
const listMaxAgeMs = 24 * 3_600_000;
/** As long as an answer counts as fresh, ms: enough to read the list page by page. */
const freshMaxAgeMs = 600_000;

export interface DepotDirectories {
  /** The directory for a task that ends with `signal`. All of them have the same list. */
  during(signal: AbortSignal): DepotDirectory;
  /** Told of every list that the service gives: it replaces the one before, also for later runs. */
  keep(depots: readonly Depot[]): Promise<void>;
}

export function createDirectories(
  options: CacheOptions,
  ask: (signal: AbortSignal) => Promise<readonly Depot[]>,
): DepotDirectories {
  const { operator, env, refresh, now } = options;
  let known: readonly Depot[] = [];
  let listed: { readonly at: number; readonly isAnswer: boolean } | undefined;
  let requests = 0;
  const lookUp = (isFresh: boolean) =>
    onceAtATime(async (signal) => {
      const before = requests;
      const counted = (): Promise<readonly Depot[]> => {
        requests += 1;
        return ask(signal);
      };
      known = await lookUpDepots(counted, { ...options, refresh: refresh || isFresh });
      listed = { at: now(), isAnswer: requests > before };
      return known;
    });
  const [find, reload] = [lookUp(false), lookUp(true)];
  const isYounger = (maxAgeMs: number): boolean => listed !== undefined && now() - listed.at < maxAgeMs;
  return {
    keep: async (depots) => {
      known = depots;
      listed = { at: now(), isAnswer: true };
      // The sandbox answers at once, so nothing of it is stored.
      if (!operator.sandbox) await writeCached(cachePath(env, 'depots', operator.baseUrl), { savedAt: now(), depots });
    },
    during: (signal) => {
      const before = requests;
      return {
        list: async () => (isYounger(listMaxAgeMs) ? known : find(signal)),
        fresh: async () => (listed?.isAnswer === true && isYounger(freshMaxAgeMs) ? known : reload(signal)),
        stored: async () => {
          if (known.length > 0) return known;
          const stored = await readStored(options);
          return (known = stored?.isNew === true ? stored.depots : known);
        },
        known: () => known,
        requests: () => requests - before,
        isStored: !operator.sandbox && !refresh,
      };
    },
  };
}

/** Depots stored for a day; older ones only if the service cannot be reached, with a notice. Throws what `ask` throws. */
async function lookUpDepots(ask: () => Promise<readonly Depot[]>, options: CacheOptions): Promise<readonly Depot[]> {
  const stored = await readStored(options);
  if (stored?.isNew === true) return stored.depots;
  try {
    return await ask();
  } catch (error) {
    if (stored === undefined || !isTransient(error)) throw error;
    const when = stored.age >= 0 ? `${formatDuration(stored.age)} ago` : 'earlier';
    options.notify(`using depots stored ${when}: ${error.message}`);
    return stored.depots;
  }
}

async function readStored({ operator, env, now, refresh, notify }: CacheOptions) {
  if (operator.sandbox) return undefined;
  const { depotsSchema } = await import('../api/schemas.ts');
  const path = cachePath(env, 'depots', operator.baseUrl);
  const read = await readDepots(path, (depots) => depotsSchema.safeParse(depots).success);
  if (read.kind === 'corrupt') notify(`the stored depots could not be read and were set aside as ${read.path}`);
  if (read.kind !== 'found') return undefined;
  const age = now() - read.value.savedAt;
  const isNew = !refresh && age >= 0 && age < listMaxAgeMs;
  return { depots: read.value.depots as readonly Depot[], age, isNew };
}

export function readDepots(path: string, isValid: (depots: unknown) => boolean = () => true) {
  return readCached(path, ({ savedAt, depots }) =>
    typeof savedAt === 'number' && depots !== undefined && isValid(depots) ? { savedAt, depots } : undefined,
  );
}

export type SeenVehicles = Awaited<ReturnType<typeof openSeenVehicles>>;

/** More names than any fleet has; what a service sends must not fill the disk. */
const mostVehicles = 5_000;

/** Names of the vehicles in this and earlier answers, never whether they are available. With `refresh`, earlier answers do not count. */
export async function openSeenVehicles({ operator, env, refresh }: CacheOptions) {
  const path = cachePath(env, 'vehicles', operator.baseUrl);
  const isUsed = !operator.sandbox && !refresh;
  const read = isUsed
    ? await readCached(path, ({ vehicles }) =>
        Array.isArray(vehicles) && vehicles.every(isNamed) ? vehicles : undefined,
      )
    : undefined;
  const seen = new Map(read?.kind === 'found' ? read.value.map((vehicle) => [vehicle.id, vehicle]) : []);
  return {
    list: (): readonly Named[] => [...seen.values()],
    /** Never throws. */
    add: async (vehicles: readonly Vehicle[]): Promise<void> => {
      const fresh = vehicles.filter(({ vehicleId, name }) => seen.get(vehicleId)?.name !== name);
      if (fresh.length === 0 || seen.size + fresh.length > mostVehicles) return;
      for (const { vehicleId: id, name } of fresh) seen.set(id, { id, name });
      if (!operator.sandbox) await writeCached(path, { vehicles: [...seen.values()] });
    },
  };
}
