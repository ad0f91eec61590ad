/** Opens a request budget: in a folder that processes share, on a server that machines share, or in memory. */
import { errorCode } from '../../folders.ts';
import type { Budget, Machine, OnEvent } from '../types.ts';
import { openAccountFolder } from './account-folder.ts';
import { folderNames } from './folder-names.ts';
import { type Names, memoryNames, unusedNames } from './names.ts';
import { type Account, type Policy, makePolicy } from './policy.ts';
import { Queue } from './queue.ts';
import { type BudgetStatus, statusOf } from './report.ts';
import { findStateFolder } from './state-folder.ts';
import { type Store, SlotStore } from './store.ts';

export { type Account, shareOf } from './policy.ts';
export { type BudgetStatus, readBudget, statusOfNames, unusedBudget } from './report.ts';

export interface BudgetOptions extends Account {
  /** The longest wait of one `acquire`, ms; 0 never waits. */
  readonly maxWaitMs: number;
  /** The longest that one attempt can take, ms. */
  readonly attemptTimeoutMs: number;
  readonly machine: Machine;
  readonly onEvent?: OnEvent | undefined;
  /** Only this process can reach the service, so the budget is in memory. */
  readonly isPrivate?: boolean | undefined;
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
  readonly options: BudgetOptions;
  readonly policy: Policy;
  /** This machine's own store, with a part of the limit, for the time in which the shared one cannot be used. */
  readonly openLocal: (policy: Policy) => Store;
}) => Store;

/**
 * The budget that all processes of this user share, in a folder, or that several machines share. Without a usable folder: in memory,
 * with a notice. It is opened on first use.
 */
export function createBudget(options: BudgetOptions): ReadableBudget {
  const { machine, onServer, onEvent = () => undefined } = options;
  const policy = makePolicy(options, options.attemptTimeoutMs);
  const openLocal = (policy: Policy) => new SlotStore(folderOrMemory(options, policy), policy, () => machine.random());
  const openStore = (): Store => (onServer ? onServer({ options, policy, openLocal }) : openLocal(policy));
  let store: Store | undefined;
  let queue: Queue | undefined;
  return {
    async acquire(signal, maxWaitMs) {
      queue ??= new Queue({ ...options, store: (store = openStore()), policy, onEvent });
      return queue.join(signal, maxWaitMs);
    },
    status: () => {
      const known = store?.known();
      return known && statusOf(options, known, machine.now());
    },
  };
}

function folderOrMemory(options: BudgetOptions, policy: Policy): Names {
  const { machine, onEvent } = options;
  const now = (): number => Math.floor(machine.now());
  const unseen = unusedNames(policy);
  if (options.isPrivate) return memoryNames(unseen, now);
  const notify = (message: string) => onEvent?.({ type: 'notice', message });
  const { path, notice } = findStateFolder({ ...options, env: machine.env });
  if (notice !== undefined) notify(notice);
  if (path === undefined) return memoryNames(unseen, now);
  const onTrouble = (cause: unknown) =>
    notify(`the request budget in ${path} cannot be used (${errorCode(cause)}); it is not shared with other processes`);
  try {
    return folderNames(openAccountFolder(path, options, unseen), { unseen, now, onTrouble });
  } catch (cause) {
    onTrouble(cause);
    return memoryNames(unseen, now);
  }
}
