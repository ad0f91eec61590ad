/** Opens a request budget: in a folder that processes share, on a server that machines share, or in memory. */
import { platform } from 'node:os';
import { errorCode } from '../../folders.ts';
import type { Budget, Machine, OnEvent } from '../types.ts';
import { openAccountFolder } from './account-folder.ts';
import { folderNames, withMemory } from './folder-names.ts';
import { type Names, memoryNames, spreadNames, unusedNames } from './names.ts';
import { type Account, type Policy, makePolicy } from './policy.ts';
import { Queue } from './queue.ts';
import { type BudgetStatus, statusOf } from './report.ts';
import { findStateFolder } from './state-folder.ts';
import { type Store, SlotStore } from './store.ts';
import { changeOnWindows } from './windows.ts';

export { type Account, shareOf } from './policy.ts';
export { type BudgetStatus, listBudgets, readBudget, unusedBudget } from './report.ts';

export interface MemoryBudgetOptions extends Account {
  /** The longest wait of one `acquire`, ms; 0 never waits. */
  readonly maxWaitMs: number;
  /** The longest that one attempt can take, ms. */
  readonly attemptTimeoutMs: number;
  readonly machine: Machine;
  readonly onEvent?: OnEvent | undefined;
}

export interface BudgetOptions extends MemoryBudgetOptions {
  /** Instead of `RENTAL_STATE_DIR`. */
  readonly stateDir?: string | undefined;
  /** Where several machines share the budget; undefined: it is for this one. */
  readonly onServer?: StoreOnServer | undefined;
}

export interface ReadableBudget extends Budget {
  /** What is known of the budget without asking another machine; undefined before its first use. */
  status(): BudgetStatus | undefined;
}

/** Opens a store that several machines share. */
export type StoreOnServer = (parts: {
  readonly account: Account;
  readonly policy: Policy;
  readonly machine: Machine;
  readonly notify: (message: string) => void;
  /** This machine's own store, with a part of the limit, for the time in which the shared one cannot be used. */
  readonly openLocal: (policy: Policy) => Store;
}) => Store;

/**
 * The budget that all processes of this user share, in a folder, or that several machines share. Without a usable folder: in memory,
 * with a notice.
 */
export function createBudget(options: BudgetOptions): ReadableBudget {
  const { machine, onServer } = options;
  const random = () => machine.random();
  const openLocal = (policy: Policy): Store => new SlotStore(folderOrMemory(options, policy), policy, random);
  const notify = notifier(options);
  return openOnFirstUse(options, (policy) =>
    onServer ? onServer({ account: options, policy, machine, notify, openLocal }) : openLocal(policy),
  );
}

/** A budget of this process alone: for an operator that only this process can reach. */
export function memoryBudget(options: MemoryBudgetOptions): ReadableBudget {
  const { machine } = options;
  const names = (policy: Policy): Names => memoryNames(unusedNames(policy), () => machine.now());
  return openOnFirstUse(options, (policy) => new SlotStore(names(policy), policy, () => machine.random()));
}

function openOnFirstUse(options: MemoryBudgetOptions, openStore: (policy: Policy) => Store): ReadableBudget {
  const { machine, onEvent = () => undefined } = options;
  const policy = makePolicy(options, options.attemptTimeoutMs);
  let store: Store | undefined;
  let queue: Queue | undefined;
  return {
    async acquire(signal, maxWaitMs) {
      queue ??= new Queue({ ...options, store: (store = openStore(policy)), policy, onEvent });
      return queue.join(signal, maxWaitMs);
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

function folderOrMemory(options: BudgetOptions, policy: Policy): Names {
  const { machine, stateDir } = options;
  const now = (): number => machine.now();
  const notify = notifier(options);
  const { path, notice } = findStateFolder({ env: machine.env, stateDir });
  if (notice !== undefined) notify(notice);
  if (path === undefined) return memoryNames(unusedNames(policy), now);
  const onTrouble = (cause: unknown) =>
    notify(`the request budget in ${path} cannot be used (${errorCode(cause)}); it is not shared with other processes`);
  // Other processes may have used this folder, and others may still do so.
  const unseen = spreadNames(policy, now());
  try {
    const folder = openAccountFolder(path, options, unusedNames(policy), now());
    const names = folderNames(folder, now, platform() === 'win32' ? changeOnWindows : undefined);
    return withMemory(names, unseen, onTrouble);
  } catch (cause) {
    onTrouble(cause);
    return memoryNames(unseen, now);
  }
}
