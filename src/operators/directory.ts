/**
 * The depots and the names of vehicles that a session knows from its own answers and from those of
 * earlier runs.
 */
import type { Depot, Vehicle } from '../api/types.ts';
import { isTransient } from '../base/errors.ts';
import type { Named } from '../planner/names.ts';
import type { DepotDirectory, Operator } from '../planner/session.ts';
import { formatDuration } from '../base/durations.ts';
import { unlessAborted } from '../base/memoize.ts';
import { sandboxItems } from './sandbox-names.ts';
import type { AnswerStore } from './store.ts';

const [depotsKey, vehiclesKey, formerKey] = ['/depots', '/vehicles', '/vehicles/former'];
const [minute, day] = [60_000, 24 * 3_600_000];
/**
 * As long as a list counts, ms, whether it is stored or this session's own: a session can be longer
 * than that.
 */
const listMaxAgeMs = day;
/** As long as an answer counts as fresh, ms: enough to read the list page by page. */
const freshMaxAgeMs = 10 * minute;
/**
 * As long as names are kept, ms: an old list of depots is better than none if the service cannot be
 * reached.
 */
const keptMs = 365 * day;

interface DirectoryOptions {
  /** Opened when it is first used: many commands need no names. */
  readonly store: () => AnswerStore;
  readonly now: () => number;
  /** Ask the service even if its answer is stored. */
  readonly refresh: boolean;
  /**
   * Names must be as the service has them now: a stored list counts only if the service cannot be
   * reached.
   */
  readonly freshNames: boolean;
  readonly notify: (message: string) => void;
}

/**
 * The depots that a session knows: `during` makes the directory for a task that ends with `signal`,
 * and all of them have the same list. `ask` calls `keep`. Those who wait at once share a request,
 * and it goes on if one of them ends.
 */
export function createDirectories(
  { store, refresh, freshNames, now, notify }: DirectoryOptions,
  ask: () => Promise<readonly Depot[]>,
) {
  let last:
    | { readonly depots: readonly Depot[]; readonly at: number; readonly isAnswer: boolean }
    | undefined;
  let requests = 0;
  let underWay: Promise<readonly Depot[]> | undefined;
  const request = (): Promise<readonly Depot[]> => {
    if (underWay === undefined) requests += 1;
    return (underWay ??= ask().finally(() => (underWay = undefined)));
  };
  const known = (): readonly Depot[] => last?.depots ?? [];
  const isYounger = (maxAgeMs: number): boolean => last !== undefined && now() - last.at < maxAgeMs;
  const use = (depots: readonly Depot[], isAnswer = false): readonly Depot[] => {
    last = { depots, at: now(), isAnswer };
    return depots;
  };
  /**
   * Older ones than a day only if the service cannot be reached, with a notice. Throws what `ask`
   * throws.
   */
  const lookUp = async (signal: AbortSignal, mayBeStored: boolean): Promise<readonly Depot[]> => {
    const stored = await storedDepots(store(), now());
    if (mayBeStored && stored?.isNew === true) return use(stored.depots);
    try {
      return await unlessAborted(request(), signal);
    } catch (error) {
      if (stored === undefined || refresh || !isTransient(error)) throw error;
      const when = stored.age >= 0 ? `${formatDuration(stored.age)} ago` : 'earlier';
      notify(`using depots stored ${when}: ${error.message}`);
      return use(stored.depots);
    }
  };
  return {
    /**
     * Told of every list that the service gives: it replaces the one before, also for later runs.
     */
    keep: (depots: readonly Depot[]): void => {
      use(depots, true);
      store().save({ key: depotsKey }, depots, now() + keptMs);
    },
    during: (signal: AbortSignal): Omit<DepotDirectory, 'isStored'> => {
      const before = requests;
      const fresh = async () =>
        last?.isAnswer === true && isYounger(freshMaxAgeMs) ? known() : lookUp(signal, false);
      const list = async () => (isYounger(listMaxAgeMs) ? known() : lookUp(signal, !refresh));
      return {
        list: freshNames ? fresh : list,
        fresh,
        stored: async () => {
          const stored =
            last || refresh || freshNames ? undefined : await storedDepots(store(), now());
          return stored?.isNew === true ? use(stored.depots) : known();
        },
        known,
        requests: () => requests - before,
      };
    },
  };
}

async function storedDepots(store: AnswerStore, now: number) {
  const stored = store.get({ key: depotsKey });
  if (stored === undefined) return undefined;
  const [{ depotsSchema }, { issuesOf }] = await Promise.all([
    import('../api/schemas.ts'),
    import('../api/validate.ts'),
  ]);
  const depots = stored.value;
  if (issuesOf(depotsSchema, depots).length > 0) return undefined;
  const age = now - stored.at;
  return { depots: depots as readonly Depot[], age, isNew: age >= 0 && age < listMaxAgeMs };
}

/**
 * More names than any fleet has, and than one id gets; what a service sends must not fill the
 * memory.
 */
const [maxVehicles, maxFormer] = [5_000, 20];

/**
 * Names of the vehicles in this and earlier answers, never whether they are available. With
 * `refresh`, earlier answers do not count.
 */
export function createSeenVehicles(
  { store, now, refresh }: DirectoryOptions,
  { local }: Pick<Operator, 'local'>,
) {
  let known: Map<number, Named> | undefined;
  const seenNow = () =>
    (known ??= new Map(refresh ? [] : storedVehicles(store()).map((one) => [one.id, one])));
  return {
    list: (): readonly Named[] => [...seenNow().values()],
    add: (vehicles: readonly Vehicle[]): void => {
      const seen = seenNow();
      const fresh = vehicles.filter(({ vehicleId, name }) => seen.get(vehicleId)?.name !== name);
      if (seen.size + fresh.length > maxVehicles) return;
      for (const { vehicleId: id, name } of fresh) {
        seen.set(id, { id, name });
        keepFormer(store(), id, name, now() + keptMs);
        store().save({ key: vehiclesKey, vehicle: id }, name, now() + keptMs);
      }
    },
    /**
     * Those of earlier answers too, also with `refresh`, and under every name that they had; of a
     * sandbox all.
     */
    ever: async (): Promise<readonly Named[]> => {
      if (local !== undefined) return sandboxItems('vehicle', local);
      return [...seenNow().values(), ...storedVehicles(store()), ...formerVehicles(store())];
    },
  };
}

/** Under its id a vehicle can get another name. */
function keepFormer(store: AnswerStore, id: number, name: string, until: number): void {
  const before = store.get({ key: vehiclesKey, vehicle: id })?.value;
  if (typeof before !== 'string' || before === name) return;
  const former = textsIn(store.get({ key: formerKey, vehicle: id })?.value);
  if (former.includes(before) || former.length >= maxFormer) return;
  store.save({ key: formerKey, vehicle: id }, [...former, before], until);
}

function formerVehicles(store: AnswerStore): Named[] {
  return store
    .all(formerKey)
    .flatMap(({ vehicle: id, value }) => textsIn(value).map((name) => ({ id: Number(id), name })));
}

/** A file may hold anything. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function storedVehicles(store: AnswerStore): Named[] {
  return store.all(vehiclesKey).flatMap((stored) => {
    const [id, name] = [stored.vehicle, stored.value];
    return Number.isSafeInteger(id) && typeof name === 'string' ? [{ id: id as number, name }] : [];
  });
}

/** As they are stored, of whatever age; not checked. */
export function peekDepots(store: AnswerStore): unknown {
  return store.get({ key: depotsKey })?.value;
}
