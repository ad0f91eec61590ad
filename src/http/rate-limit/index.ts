import { platform } from 'node:os';
import type { Budget, Machine, OnEvent } from '../types.ts';
import { type Clock, readClock, systemUptime } from './clock.ts';
import { errorCode } from './folders.ts';
import { type NameSet, folderNames, memoryNames, withMemory } from './name-set.ts';
import { type Account, type LimitPolicy, makePolicy } from './policy.ts';
import { Queue } from './queue.ts';
import { type BudgetStatus, statusOf } from './report.ts';
import { type LocalStore, type SlotStore, openSlotStore } from './slot-store.ts';
import { openAccountFolder } from './account-folder.ts';
import { findStateFolder } from './state-folder.ts';
import { initialNames, spreadNames } from './state.ts';
import { type Uncounted, uncountedInFolder } from './uncounted.ts';
import { windowsNames } from './windows-names.ts';

export { type Account, shareOf } from './policy.ts';
export { type BudgetStatus, listBudgets, readBudget, unusedBudget } from './report.ts';

export interface MemoryBudgetOptions extends Account {
  /** The longest wait of one `acquire`, ms; 0 never waits. */
  readonly maxWaitMs: number;
  /** The longest that one attempt can take, ms. */
  readonly attemptTimeoutMs: number;
  readonly machine: Machine;
  readonly onEvent?: OnEvent | undefined;
  /** Ms since the machine started. */
  readonly uptime?: (() => number) | undefined;
}

export interface BudgetOptions extends MemoryBudgetOptions {
  /** Instead of `RENTAL_STATE_DIR`. */
  readonly stateDir?: string | undefined;
  /** Where several machines share the budget; undefined: it is for this one. */
  readonly onServer?: StoreOnServer | undefined;
}

interface ReadableBudget extends Budget {
  /** What is known of the budget without asking another machine; undefined before its first use. */
  status(): BudgetStatus | undefined;
}

/** Opens a store that several machines share. */
export type StoreOnServer = (parts: {
  readonly account: Account;
  readonly policy: LimitPolicy;
  readonly machine: Machine;
  readonly notify: (message: string) => void;
  /** This machine's own store with another limit, for the time in which the shared one cannot be used. Requests are spread out. */
  readonly openLocal: (limit: number) => LocalStore;
  /** What other processes of this machine sent meanwhile. */
  readonly uncounted: Uncounted;
}) => SlotStore;

/**
 * The budget that all processes of this user share, in a folder, or that several machines share. Without a usable folder: in memory,
 * with a notice.
 */
export function createBudget(options: BudgetOptions): ReadableBudget {
  const { machine, onServer } = options;
  const openLocal = (policy: LimitPolicy, clock: Clock) =>
    openSlotStore(folderNamesOrMemory(options, policy, clock), policy, clock, () => machine.random());
  if (!onServer) return openOnFirstUse(options, openLocal);
  return openOnFirstUse(options, (policy, clock) =>
    onServer({
      account: options,
      policy,
      machine,
      notify: notifier(options),
      openLocal: (limit) => {
        const store = openLocal(makePolicy({ ...options, limit }, options.attemptTimeoutMs), clock);
        store.asShare();
        return store;
      },
      uncounted: uncountedInFolder(options, { env: machine.env, stateDir: options.stateDir }, clock, policy),
    }),
  );
}

/** A budget of this process alone: for an operator that only this process can reach. */
export function memoryBudget(options: MemoryBudgetOptions): ReadableBudget {
  return openOnFirstUse(options, (policy, clock) =>
    openSlotStore(memoryNames(initialNames(policy.limit)), policy, clock, () => options.machine.random()),
  );
}

type OpenStore = (policy: LimitPolicy, clock: Clock) => SlotStore;

function openOnFirstUse(options: MemoryBudgetOptions, openStore: OpenStore): ReadableBudget {
  const { machine, onEvent = () => undefined, uptime = systemUptime } = options;
  const policy = makePolicy(options, options.attemptTimeoutMs);
  const clock = { now: () => machine.now(), uptime };
  let store: SlotStore | undefined;
  let queue: Queue | undefined;
  return {
    async acquire(signal) {
      queue ??= new Queue({ ...options, store: (store = openStore(policy, clock)), policy, onEvent });
      return queue.join(signal);
    },
    status: () => {
      const known = store?.known();
      return known && statusOf(options, known, policy, machine.now());
    },
  };
}

function notifier({ onEvent }: MemoryBudgetOptions): (message: string) => void {
  return (message) => onEvent?.({ type: 'notice', message });
}

function folderNamesOrMemory(options: BudgetOptions, policy: LimitPolicy, clock: Clock): NameSet {
  const { machine, stateDir } = options;
  const notify = notifier(options);
  const { path, older, notice } = findStateFolder({ env: machine.env, stateDir });
  if (notice !== undefined) notify(notice);
  if (path === undefined) return memoryNames(initialNames(policy.limit));
  const onTrouble = (cause: unknown) =>
    notify(`the request budget in ${path} cannot be used (${errorCode(cause)}); it is not shared with other processes`);
  // Other processes may have used this folder, and others may still do so.
  const unseen = memoryNames(spreadNames(policy, readClock(clock)));
  try {
    const folder = openAccountFolder({ path, older }, options, policy, readClock(clock));
    const names = platform() === 'win32' ? windowsNames(folder) : folderNames(folder);
    return withMemory(names, { unseen, now: () => machine.monotonic(), onTrouble });
  } catch (cause) {
    onTrouble(cause);
    return unseen;
  }
}
