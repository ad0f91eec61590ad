/** What is left of a budget: for `rental limits`, and for status lines. */
import { readdirSync } from 'node:fs';
import { errorCode } from '../../folders.ts';
import type { Machine } from '../types.ts';
import { accountsIn, folderOf } from './account-folder.ts';
import { othersOf, usedOf, waitEstimator } from './estimate.ts';
import { type Span, localSpan, spreadNames, unusedNames } from './names.ts';
import { type Account, type Policy, makePolicy } from './policy.ts';
import { type State, readState } from './state.ts';
import { type StateFolder, type StateFolderOptions, findStateFolder } from './state-folder.ts';

/** What is left of one account's budget. All times are epoch ms. */
export interface BudgetStatus {
  readonly origin: string;
  readonly proxy: string | undefined;
  /** Requests per window: as configured, or a lower limit of the service. */
  readonly limit: number;
  readonly windowMs: number;
  readonly used: number;
  readonly free: number;
  /** Of `used`: what other clients behind the same address use. */
  readonly others: number;
  /** Nothing is sent before `until`. */
  readonly gate: { readonly until: number; readonly reason: string } | undefined;
  /** Requests are sent at least `everyMs` apart; `probing`: one at a time, until the service accepts requests again. */
  readonly pacing: { readonly everyMs: number; readonly probing: boolean } | undefined;
  /** When the next request can be sent, and why not now; undefined: now. */
  readonly next: { readonly at: number; readonly reason: string } | undefined;
}

type BudgetReportOptions = StateFolderOptions & Pick<Machine, 'now'>;

/** Reports every account that this user's processes used recently, by origin. Never throws; changes nothing. */
export function listBudgets(options: BudgetReportOptions): BudgetStatus[] {
  return foldersFor(options)
    .map(({ path, account }) => statusIn(path, account, options.now()))
    .sort((a, b) => (a.origin < b.origin ? -1 : 1));
}

function stateFolderOf({ env, stateDir }: BudgetReportOptions): StateFolder {
  return findStateFolder({ env, stateDir, looksOnly: true });
}

function foldersFor(options: BudgetReportOptions): ReturnType<typeof accountsIn> {
  const { path: home } = stateFolderOf(options);
  return home === undefined ? [] : accountsIn(home);
}

/** Reports one account's budget, even if it was never used. Never throws; changes nothing. */
export function readBudget(account: Account, options: BudgetReportOptions): BudgetStatus {
  const { path: home } = stateFolderOf(options);
  return home === undefined
    ? unusedBudget(account, options.now())
    : statusIn(folderOf(home, account), account, options.now());
}

/** The status of a budget before its first request. */
export function unusedBudget(account: Account, now: number): BudgetStatus {
  return statusOfNames(account, unusedNames, localSpan(now), now);
}

function statusIn(folder: string, account: Account, now: number): BudgetStatus {
  return statusOfNames(account, (policy) => namesIn(folder, policy, now), localSpan(now), now);
}

/**
 * @param at when the names were so, by the clock of those who share them
 * @param now the same moment on the clock of this machine
 */
export function statusOfNames(
  account: Account,
  namesOf: (policy: Policy) => readonly string[],
  at: Span,
  now: number,
): BudgetStatus {
  const policy = makePolicy(account, 0);
  return statusOf(account, readState(namesOf(policy), at, policy), policy, now);
}

/** @param now the time of the state on the clock of this machine */
export function statusOf(account: Account, state: State, policy: Policy, now: number): BudgetStatus {
  const { taken, free, caution, limit } = state;
  const { waitMs, reason } = waitEstimator(state, policy)(0);
  const isProbing = caution?.most === 0;
  return {
    origin: account.origin,
    proxy: account.proxy,
    limit,
    windowMs: policy.windowMs,
    used: usedOf(state),
    free: free.length,
    others: othersOf(taken),
    gate: isProbing && caution.probeAt > state.at ? { until: now + caution.probeAt - state.at, reason } : undefined,
    pacing: caution && { everyMs: Math.round(policy.windowMs / (caution.most || 1)), probing: isProbing },
    next: waitMs > 0 ? { at: Math.ceil(now + waitMs), reason } : undefined,
  };
}

/** The names that a process would start with. */
function namesIn(folder: string, policy: Policy, now: number): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? unusedNames(policy) : spreadNames(policy, now);
  }
}
