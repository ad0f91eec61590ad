import { closeSync, lstatSync, openSync, readSync, readdirSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { moment } from './clock.ts';
import { type Account, aboutFile, keyOf } from './folder.ts';
import { type HomeOptions, stateHome } from './home.ts';
import { readName } from './names.ts';
import { outlooks } from './outlook.ts';
import { gapMs, isPaced } from './pacing.ts';
import { makeTerms } from './terms.ts';
import { freeSlots, freshNames, look } from './view.ts';

/** What is left of one account's budget. All times are epoch ms. */
export interface BudgetStatus {
  readonly origin: string;
  readonly proxy: string | undefined;
  /** Requests a window, as configured or, where lower, as the service told. */
  readonly limit: number;
  readonly windowMs: number;
  readonly used: number;
  readonly free: number;
  /** Of `used`: taken by other clients behind the same address. */
  readonly others: number;
  /** Nothing is sent before `until`. */
  readonly gate: { readonly until: number; readonly reason: string } | undefined;
  /** Requests are sent at least `everyMs` apart; `probing`: one at a time, until the service answers again. */
  readonly pacing: { readonly everyMs: number; readonly probing: boolean } | undefined;
  /** When the next request could be sent, and why not now; undefined: now. */
  readonly next: { readonly at: number; readonly reason: string } | undefined;
}

export interface ReportOptions extends HomeOptions {
  readonly now: () => number;
  /** Ms since the machine started. */
  readonly uptime?: (() => number) | undefined;
}

export interface AccountTerms extends Account {
  readonly limit?: number | undefined;
  readonly windowMs?: number | undefined;
}

/** Every account that this user's processes have used lately, by origin. Never throws; changes nothing. */
export function listBudgets(options: ReportOptions): BudgetStatus[] {
  const { folder: home } = stateHome(options);
  if (home === undefined) return [];
  return namesIn(home)
    .map((key) => readAbout(join(home, key, aboutFile), key))
    .filter((account) => account !== undefined)
    .map((account) => status(account, home, options))
    .sort((a, b) => (a.origin < b.origin ? -1 : 1));
}

/** One account's budget, whether it was ever used or not. Never throws; changes nothing. */
export function readBudget(account: AccountTerms, options: ReportOptions): BudgetStatus {
  return status({ ...account, key: keyOf(account) }, stateHome(options).folder, options);
}

type Known = AccountTerms & { readonly key: string };

function status(account: Known, home: string | undefined, options: ReportOptions): BudgetStatus {
  const { origin, proxy, key, limit = 100, windowMs = 60_000 } = account;
  const terms = makeTerms(limit, windowMs, 0);
  const listed = home === undefined ? [] : namesIn(join(home, key));
  const names = listed.length > 0 ? listed : freshNames(terms.limit);
  const at = moment({ now: options.now, uptime: options.uptime ?? (() => uptime() * 1000) });
  const view = look(names.map(readName), at, terms);
  const { waitMs, reason } = outlooks(view, terms)(0);
  const taken = view.slots.filter((slot) => slot.waitMs > 0);
  const { gate, pace } = view;
  return {
    origin,
    proxy,
    limit: view.limit,
    windowMs: terms.windowMs,
    used: Math.min(taken.length, view.limit),
    free: freeSlots(view).length,
    others: taken.filter((slot) => slot.state === 'other').length,
    gate: gate.waitMs > 0 ? { until: at.wall + gate.waitMs, reason } : undefined,
    pacing: isPaced(pace)
      ? { everyMs: Math.round(gapMs(pace, view.limit, terms)), probing: pace.probes > 0 }
      : undefined,
    next: waitMs > 0 ? { at: Math.ceil(at.wall + waitMs), reason } : undefined,
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const longestAbout = 4_096;

/** Undefined for what is not ours: whatever lies there, a terminal may come to see it. */
function readAbout(path: string, key: string): Known | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined;
    const about = JSON.parse(head(path)) as Record<string, unknown>;
    const { origin, proxy, limit, windowMs } = about;
    if (typeof origin !== 'string' || new URL(origin).origin !== origin) return undefined;
    if (proxy !== undefined && (typeof proxy !== 'string' || new URL(proxy).origin !== proxy)) return undefined;
    if (!isCount(limit) || !isCount(windowMs)) return undefined;
    return { origin, proxy, limit, windowMs, key };
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= 1e9;
}

function head(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(longestAbout);
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, longestAbout, 0));
  } finally {
    closeSync(file);
  }
}
