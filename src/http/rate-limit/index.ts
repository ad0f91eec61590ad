/** Request budgets: in a folder for processes, on a server for machines, or in memory. */
import type { Budget, Machine, OnEvent } from '../types.ts';
import { folderNames } from './account-folder.ts';
import { memoryNames, unusedNames } from './names.ts';
import { type Account, makePolicy } from './policy.ts';
import { Queue } from './queue.ts';
import { type BudgetStatus, statusOf } from './report.ts';
import { type SlotStore, NamedSlotStore } from './store.ts';

export { type Account, shareOf } from './policy.ts';
export { type BudgetStatus, readBudget, statusOf, unusedBudget } from './report.ts';

export interface BudgetOptions extends Account {
  /** The longest wait of one `acquire`; 0 never waits. */
  readonly maxWaitMs: number;
  readonly attemptTimeoutMs: number;
  readonly machine: Machine;
  readonly onEvent?: OnEvent | undefined;
  /** Only this process can reach the service, so the budget is in memory. */
  readonly isPrivate?: boolean | undefined;
  /** Opens the store on a server. Undefined: the budget is for this machine alone. */
  readonly openOnServer?: OpenSharedStore | undefined;
}

/** `openLocal` opens a store on this machine, for the time in which the server cannot be used. */
export type OpenSharedStore = (
  options: BudgetOptions,
  openLocal: (limit: number) => SlotStore,
) => SlotStore;

export interface ReadableBudget extends Budget {
  /** Without asking a server; undefined before the first use. */
  status(): BudgetStatus | undefined;
}

/** Opened on first use. Without a usable folder it is in memory, with a notice. */
export function createBudget(options: BudgetOptions): ReadableBudget {
  const { machine, openOnServer, isPrivate = false, onEvent = () => undefined } = options;
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
      store ??= openOnServer ? openOnServer(options, openLocal) : openLocal(policy.limit);
      queue ??= new Queue({ ...options, store, onEvent });
      return queue.join(signal, wait);
    },
    status: () => {
      const known = store?.known();
      return known && statusOf(options, known, machine.now());
    },
  };
}
