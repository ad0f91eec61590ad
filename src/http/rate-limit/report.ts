import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, type Stamp, readClock, systemUptime } from './clock.ts';
import { waitEstimator } from './estimate.ts';
import { errorCode, listNames } from './folders.ts';
import { readName } from './state-names.ts';
import { type Account, type LimitPolicy, makePolicy } from './policy.ts';
import { readAccountText } from './account-text.ts';
import { aboutFile, accountKey, firstNames } from './account-folder.ts';
import { type StateFolder, type StateFolderOptions, findStateFolder } from './state-folder.ts';
import { type LimiterState, freeSlots, initialNames, readState, spreadNames } from './state.ts';
import { gapMs, isThrottled } from './throttle.ts';

/** What is left of one account's budget. All times are epoch ms. */
export interface BudgetStatus {
  readonly origin: string;
  readonly proxy: string | undefined;
  /** Requests per window: as configured, or a lower limit that the service reported. */
  readonly limit: number;
  /** As configured, or a shorter one that the service's answers have proven. */
  readonly windowMs: number;
  readonly used: number;
  readonly free: number;
  /** Of `used`: taken by other clients behind the same address. */
  readonly others: number;
  /** Nothing is sent before `until`. */
  readonly gate: { readonly until: number; readonly reason: string } | undefined;
  /** Requests are sent at least `everyMs` apart; `probing`: one at a time, until the service accepts requests again. */
  readonly pacing: { readonly everyMs: number; readonly probing: boolean } | undefined;
  /** When the next request can be sent, and why not now; undefined: now. */
  readonly next: { readonly at: number; readonly reason: string } | undefined;
}

type BudgetReportOptions = StateFolderOptions & Pick<Clock, 'now'> & Partial<Clock>;

/** Reports every account that this user's processes used recently, by origin. Never throws; changes nothing. */
export function listBudgets(options: BudgetReportOptions): BudgetStatus[] {
  const { path: home } = homeOf(options);
  if (home === undefined) return [];
  return listNames(home)
    .map((key) => ({ folder: join(home, key), account: readAbout(join(home, key, aboutFile)) }))
    .flatMap(({ folder, account }) => (account ? [statusIn(folder, account, options)] : []))
    .sort((a, b) => (a.origin < b.origin ? -1 : 1));
}

/** Reports one account's budget, even if it was never used. Never throws; changes nothing. */
export function readBudget(account: Account, options: BudgetReportOptions): BudgetStatus {
  const { path, older } = homeOf(options);
  return path === undefined
    ? unusedBudget(account, options.now())
    : statusIn(join(path, accountKey(account)), account, options, older);
}

function homeOf({ env, stateDir }: BudgetReportOptions): StateFolder {
  return findStateFolder({ env, stateDir, looksOnly: true });
}

/** The status of a budget before its first request. */
export function unusedBudget(account: Account, now: number): BudgetStatus {
  return statusOfNames(account, initialNames(account.limit), { wall: now, up: now }, now);
}

function statusIn(
  folder: string,
  account: Account,
  options: BudgetReportOptions,
  older: StateFolder['older'] = [],
): BudgetStatus {
  const at = readClock({ now: () => options.now(), uptime: options.uptime ?? systemUptime });
  const policy = makePolicy(account, 0);
  return statusOfNames(account, namesIn(folder, policy, at) ?? firstNames(account, policy, at, older), at, at.wall);
}

function statusOfNames(account: Account, names: readonly string[], at: Stamp, now: number): BudgetStatus {
  const policy = makePolicy(account, 0);
  return statusOf(account, readState(names.map(readName), at, policy), policy, now);
}

/** @param now the time of the state on the clock of this machine */
export function statusOf(account: Account, state: LimiterState, policy: LimitPolicy, now: number): BudgetStatus {
  const { gate, throttle, limit } = state;
  const { waitMs, reason } = waitEstimator(state, policy)(0);
  return {
    origin: account.origin,
    proxy: account.proxy,
    limit,
    windowMs: state.windowMs,
    used: Math.min(state.taken.length, limit),
    free: freeSlots(state).length,
    others: state.takenByOthers.length,
    gate: gate.waitMs > 0 ? { until: now + gate.waitMs, reason } : undefined,
    pacing: isThrottled(throttle)
      ? { everyMs: Math.round(gapMs(throttle, limit, policy)), probing: throttle.probes > 0 }
      : undefined,
    next: waitMs > 0 ? { at: Math.ceil(now + waitMs), reason } : undefined,
  };
}

/** The names that a process would start with; undefined if it would make them. */
function namesIn(folder: string, policy: LimitPolicy, at: Stamp): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : spreadNames(policy, at);
  }
}

const longestAbout = 4_096;

function readAbout(path: string): Account | undefined {
  try {
    const file = lstatSync(path);
    return file.isFile() && file.size <= longestAbout ? readAccountText(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}
