/** Reports how much of a budget is used, and when the next request can be sent. */
import { existsSync } from 'node:fs';
import { listNames } from '../../base/folders.ts';
import type { Machine } from '../types.ts';
import { countHeldBack, waitEstimator, type Wait } from './estimate.ts';
import { folderOf } from './account-folder.ts';
import { type Snapshot, unusedNames } from './names.ts';
import { type Account, makePolicy } from './policy.ts';
import { findBudgetsFolder } from './budgets-folder.ts';
import { readState } from './budget-state.ts';

/** With the limit as configured. */
export interface BudgetStatus extends Account {
  readonly used: number;
  readonly free: number;
  /** The part of `used` that other clients behind the same address use, or a lower limit takes. */
  readonly heldBack: number;
  /** That of the next request; undefined if it can be sent now. */
  readonly wait: Wait | undefined;
}

/** The budget of this machine; one that was never used is free. Makes no folder. */
export function readBudget(account: Account, machine: Pick<Machine, 'env' | 'now'>): BudgetStatus {
  const { path: budgetsFolder } = findBudgetsFolder(machine.env, { looksOnly: true });
  const folder = budgetsFolder && folderOf(budgetsFolder, account);
  const at = machine.now();
  return folder && existsSync(folder)
    ? statusOf(account, { names: listNames(folder), at })
    : unusedBudget(account, at);
}

export function unusedBudget(account: Account, at: number): BudgetStatus {
  return statusOf(account, { names: unusedNames(account), at });
}

/** @param now the time of `seen` on the clock of this machine */
export function statusOf(account: Account, seen: Snapshot, now = seen.at): BudgetStatus {
  const { origin, proxy, limit, windowMs } = account;
  const policy = makePolicy(account, 0);
  const state = readState(seen, policy);
  const { waitMs, reason } = waitEstimator(state, policy)(0);
  return {
    origin,
    proxy,
    limit,
    windowMs,
    used: Math.min(state.taken.length, limit),
    free: state.free.length,
    heldBack: countHeldBack(state.taken),
    wait: waitMs > 0 ? { reason, until: Math.ceil(now + waitMs) } : undefined,
  };
}
