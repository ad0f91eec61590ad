/** The depots and the names of vehicles that a session knows, from this and earlier runs. */
import type { Depot, Vehicle } from '../api/types.ts';
import { isTransient } from '../base/errors.ts';
import type { Named } from '../planner/names.ts';
import type { DepotDirectory, Operator } from '../planner/session.ts';
import { formatDuration } from '../base/durations.ts';
import { unlessAborted } from '../base/memoize.ts';
import { sandboxItems } from './sandbox-names.ts';
import type { AnswerStore } from './store.ts';

const depotsKey = '/depots';
const vehiclesKey = '/vehicles';
const formerKey = '/vehicles/former';
const quotedKey = '/vehicles/quoted';
const minute = 60_000;
const day = 24 * 3_600_000;
/** How long a list is used: a stored one, and that of a session, which can last longer. */
const listMaxAgeMs = day;
/** How long an answer is fresh: enough to read the list page by page. */
const freshMaxAgeMs = 10 * minute;
/** If the service cannot be reached, an old list of depots is better than none. */
const storedMs = 365 * day;

interface DirectoryOptions {
  /** Many commands need no names, and so no store. */
  readonly store: () => AnswerStore;
  readonly now: () => number;
  /** Ask the service even if its answer is stored. */
  readonly refresh: boolean;
  /** A stored list counts only if the service cannot be reached. Stored quotes still count. */
  readonly freshLists: boolean;
  readonly notify: (message: string) => void;
}

/**
 * The list of depots has three sources: `last`, which this session had last; the store; the service.
 * Tasks share it. Those that wait at the same time share a request, which goes on if one of them ends.
 *
 * @param ask gives the list to `keep`, as every call of the session's client does
 */
export function createDepotLists(
  { store, refresh, freshLists, now, notify }: DirectoryOptions,
  ask: () => Promise<readonly Depot[]>,
) {
  let last:
    | { readonly depots: readonly Depot[]; readonly at: number; readonly isAnswer: boolean }
    | undefined;
  const known = (): readonly Depot[] => last?.depots ?? [];
  const isYounger = (maxAgeMs: number): boolean => last !== undefined && now() - last.at < maxAgeMs;
  const setLast = (
    depots: readonly Depot[],
    { isAnswer }: { readonly isAnswer: boolean },
  ): readonly Depot[] => {
    last = { depots, at: now(), isAnswer };
    return depots;
  };
  /** The list replaces the one before, also for later runs. */
  const keep = (depots: readonly Depot[]): readonly Depot[] => {
    store().save({ key: depotsKey }, depots, now() + storedMs);
    return setLast(depots, { isAnswer: true });
  };
  const { request, requests } = sharedRequest(ask);
  const recentStored = async (): Promise<readonly Depot[] | undefined> => {
    const stored = await storedDepots(store(), now());
    return stored?.isRecent === true ? setLast(stored.depots, { isAnswer: false }) : undefined;
  };
  /** A stored list of any age, with a notice, if the service cannot be reached. */
  const askService = async (signal: AbortSignal): Promise<readonly Depot[]> => {
    try {
      return await unlessAborted(request(), signal);
    } catch (error) {
      const stored = await storedDepots(store(), now());
      if (stored === undefined || refresh || !isTransient(error)) throw error;
      const when = stored.age >= 0 ? `${formatDuration(stored.age)} ago` : 'earlier';
      notify(`using depots stored ${when}: ${error.message}`);
      return setLast(stored.depots, { isAnswer: false });
    }
  };
  const during = (signal: AbortSignal): Omit<DepotDirectory, 'isStored'> => {
    const before = requests();
    const fresh = async () =>
      last?.isAnswer === true && isYounger(freshMaxAgeMs) ? known() : askService(signal);
    const list = async () => {
      if (isYounger(listMaxAgeMs)) return known();
      return (refresh ? undefined : await recentStored()) ?? askService(signal);
    };
    return {
      list: freshLists ? fresh : list,
      fresh,
      stored: async () => {
        if (last !== undefined || refresh || freshLists) return known();
        return (await recentStored()) ?? known();
      },
      known,
      requests: () => requests() - before,
    };
  };
  /** Whether a service ever gave a list of depots at this address. */
  const isServiceProven = async (): Promise<boolean> =>
    last !== undefined || (await storedDepots(store(), now())) !== undefined;
  return { keep, during, isServiceProven };
}

function sharedRequest<T>(send: () => Promise<T>) {
  let requests = 0;
  let underWay: Promise<T> | undefined;
  return {
    requests: () => requests,
    request: (): Promise<T> => {
      if (underWay === undefined) requests += 1;
      return (underWay ??= send().finally(() => (underWay = undefined)));
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
  if (issuesOf(depotsSchema(), depots).length > 0) return undefined;
  const age = now - stored.at;
  return { depots: depots as readonly Depot[], age, isRecent: age >= 0 && age < listMaxAgeMs };
}

/** More than any fleet has: what a service sends must not fill the memory. */
const maxVehicles = 5_000;
/** Former names of one vehicle. */
const maxFormerNames = 20;

/** Names only, never whether a vehicle is available. */
export function createSeenVehicles(
  { store, now, refresh }: DirectoryOptions,
  { sandboxVariant }: Pick<Operator, 'sandboxVariant'>,
) {
  let known: Map<number, Named> | undefined;
  const seenNow = () =>
    (known ??= new Map(refresh ? [] : storedVehicles(store()).map((one) => [one.id, one])));
  const isInStore = (id: number): boolean =>
    [vehiclesKey, quotedKey].some((key) => store().get({ key, vehicle: id }) !== undefined);
  return {
    list: (): readonly Named[] => [...seenNow().values()],
    add: (vehicles: readonly Vehicle[]): void => {
      const seen = seenNow();
      const fresh = vehicles.filter(({ vehicleId, name }) => seen.get(vehicleId)?.name !== name);
      if (seen.size + fresh.length > maxVehicles) return;
      for (const { vehicleId: id, name } of fresh) {
        seen.set(id, { id, name });
        saveFormerName(store(), id, name, now() + storedMs);
        store().save({ key: vehiclesKey, vehicle: id }, name, now() + storedMs);
      }
    },
    /** With former names; also with `refresh`, those of earlier runs. */
    ever: async (): Promise<readonly Named[]> => {
      if (sandboxVariant !== undefined) return sandboxItems('vehicle', sandboxVariant);
      return [...seenNow().values(), ...storedVehicles(store()), ...formerVehicles(store())];
    },
    /** A quote proves that there is such a vehicle, but does not name it. */
    addQuoted: (id: number): void => {
      if (isInStore(id) || store().forKey(quotedKey).length >= maxVehicles) return;
      store().save({ key: quotedKey, vehicle: id }, true, now() + storedMs);
    },
    wasQuoted: (id: number): boolean => store().get({ key: quotedKey, vehicle: id }) !== undefined,
  };
}

function saveFormerName(store: AnswerStore, id: number, name: string, until: number): void {
  const before = store.get({ key: vehiclesKey, vehicle: id })?.value;
  if (typeof before !== 'string' || before === name) return;
  const former = textsIn(store.get({ key: formerKey, vehicle: id })?.value);
  if (former.includes(before) || former.length >= maxFormerNames) return;
  store.save({ key: formerKey, vehicle: id }, [...former, before], until);
}

function formerVehicles(store: AnswerStore): Named[] {
  return store
    .forKey(formerKey)
    .flatMap(({ vehicle: id, value }) => textsIn(value).map((name) => ({ id: Number(id), name })));
}

/** A file may hold anything. */
function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function storedVehicles(store: AnswerStore): Named[] {
  return store.forKey(vehiclesKey).flatMap((stored) => {
    const { vehicle: id, value: name } = stored;
    return id !== undefined && Number.isSafeInteger(id) && typeof name === 'string'
      ? [{ id, name }]
      : [];
  });
}

/** The stored list of depots, of any age and unchecked. */
export function peekDepots(store: AnswerStore): unknown {
  return store.get({ key: depotsKey })?.value;
}
