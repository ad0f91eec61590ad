/**
 * Opens a request budget: in a folder that processes share, on a server that machines share, or in
 * memory.
 */
import type { Budget, Machine, OnEvent } from '../types.ts';
import { folderNames } from './folder.ts';
import { memoryNames, unusedNames } from './names.ts';
import { type Account, makePolicy } from './policy.ts';
import { Queue } from './queue.ts';
import { type BudgetStatus, statusOf } from './report.ts';
import { type SlotStore, NamedSlotStore } from './store.ts';

export { type Account, shareOf } from './policy.ts';
export { type BudgetStatus, readBudget, statusOf, unusedBudget } from './report.ts';

export interface BudgetOptions extends Account {
  /** The longest wait of one `acquire`, ms; 0 never waits. */
  readonly maxWaitMs: number;
  /** The longest that one attempt can take, ms. */
  readonly attemptTimeoutMs: number;
  readonly machine: Machine;
  readonly onEvent?: OnEvent | undefined;
  /** Only this process can reach the service, so the budget is in memory. */
  readonly isPrivate?: boolean | undefined;
  /** Where several machines share the budget; undefined: it is for this one. */
  readonly onServer?: SlotStoreOnServer | undefined;
}

/**
 * Opens a store that several machines share. `openLocal` opens this machine's own, with a part of
 * the limit, for the time without it.
 */
export type SlotStoreOnServer = (
  options: BudgetOptions,
  openLocal: (limit: number) => SlotStore,
) => SlotStore;

export interface ReadableBudget extends Budget {
  /** What is known of the budget without asking another machine; undefined before its first use. */
  status(): BudgetStatus | undefined;
}

/**
 * The budget that all processes of this user share, in a folder, or that several machines share.
 * Without a usable folder: in memory, with a notice. It is opened on first use.
 */
export function createBudget(options: BudgetOptions): ReadableBudget {
  const { machine, onServer, isPrivate = false, onEvent = () => undefined } = options;
  const policy = makePolicy(options, options.attemptTimeoutMs);
  const notify = (message: string) => onEvent({ type: 'notice', message });
  const now = () => Math.floor(machine.now());
  const openLocal = (limit: number): SlotStore => {
    const unused = unusedNames({ limit });
    const inFolder = () => folderNames(options, { unused, env: machine.env, now, notify });
    const names = isPrivate ? memoryNames(unused, now) : inFolder();
    return new NamedSlotStore(names, { ...policy, limit }, () => machine.random());
  };
  let store: SlotStore | undefined;
  let queue: Queue | undefined;
  return {
    async acquire(signal, wait) {
      store ??= onServer ? onServer(options, openLocal) : openLocal(policy.limit);
      queue ??= new Queue({ ...options, store, policy, onEvent });
      return queue.join(signal, wait);
    },
    status: () => {
      const known = store?.known();
      return known && statusOf(options, known, machine.now());
    },
  };
}
