/** What is left of a budget: for `rental limits`, and for status lines. */
import { existsSync } from 'node:fs';
import type { Machine } from '../types.ts';
import { folderOf } from './account-folder.ts';
import { othersOf, waitEstimator } from './estimate.ts';
import { unusedNames } from './names.ts';
import { type Account, makePolicy } from './policy.ts';
import { listNames } from '../../folders.ts';
import { type State, readState } from './state.ts';
import { type StateFolderOptions, findStateFolder } from './state-folder.ts';

/** What is left of one account's budget. All times are epoch ms. */
export interface BudgetStatus {
  readonly origin: string;
  readonly proxy: string | undefined;
  /** Requests per window, as configured. */
  readonly limit: number;
  readonly windowMs: number;
  readonly used: number;
  readonly free: number;
  /** Of `used`: what the service has no room for, because other clients behind the same address use it, or its limit is lower. */
  readonly others: number;
  /** When the next request can be sent, and why not now; undefined: now. */
  readonly next: { readonly at: number; readonly reason: string } | undefined;
}

/** Reports one account's budget on this machine, even if it was never used. Never throws; makes nothing. */
export function readBudget(account: Account, options: StateFolderOptions & Pick<Machine, 'now'>): BudgetStatus {
  const { path: home } = findStateFolder({ env: options.env, stateDir: options.stateDir, looksOnly: true });
  const folder = home && folderOf(home, account);
  if (!folder || !existsSync(folder)) return unusedBudget(account, options.now());
  return statusOfNames(account, listNames(folder), options.now());
}

/** The status of a budget before its first request. */
export function unusedBudget(account: Account, now: number): BudgetStatus {
  return statusOfNames(account, unusedNames(makePolicy(account, 0)), now);
}

/** @param at the clock of those who share the names */
export function statusOfNames(account: Account, names: readonly string[], now: number, at = now): BudgetStatus {
  return statusOf(account, readState({ names, at }, makePolicy(account, 0)), now);
}

/** @param now the time of the state on the clock of this machine */
export function statusOf(account: Account, state: State, now: number): BudgetStatus {
  const { taken, free } = state;
  const { origin, proxy, limit, windowMs } = account;
  const { waitMs, reason } = waitEstimator(state, makePolicy(account, 0))(0);
  return {
    ...{ origin, proxy, limit, windowMs },
    used: Math.min(taken.length, limit),
    free: free.length,
    others: othersOf(taken),
    next: waitMs > 0 ? { at: Math.ceil(now + waitMs), reason } : undefined,
  };
}
