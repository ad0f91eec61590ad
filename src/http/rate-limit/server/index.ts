/** A request budget of several machines, on a Redis or Valkey server. Loaded only if one is named. */
import type { Machine } from '../../types.ts';
import {
  type Account,
  type BudgetStatus,
  type OpenSharedStore,
  shareOf,
  statusOf,
} from '../index.ts';
import { makePolicy } from '../policy.ts';
import type { SlotNames } from '../names.ts';
import { type Claim, type SlotStore, NamedSlotStore } from '../store.ts';
import type { BudgetServer } from './connection.ts';
import { ServerTrouble, keepsNothingText } from './trouble.ts';

export { type BudgetServer, type BudgetServerOptions, openBudgetServer } from './connection.ts';
export { ServerTrouble } from './trouble.ts';

/** When a server that could not be used is tried again. */
const retryAfterMs = 30_000;
/** The clock of a server that shows the same time for longer stands still. */
const stoppedClockMs = 1_000;

/**
 * Makes the function that opens a store on the server. While the server cannot be used, this machine
 * has a share of the budget.
 */
export function storeOn(server: BudgetServer): OpenSharedStore {
  return (options, openLocal) => {
    const { machine, onEvent } = options;
    const policy = makePolicy(options, options.attemptTimeoutMs);
    const remote = new NamedSlotStore(serverNames(server, options), policy, () => machine.random());
    let local: SlotStore | undefined;
    let current: SlotStore = remote;
    let retryAt = Number.NEGATIVE_INFINITY;
    const openShare = ({ message }: ServerTrouble): SlotStore => {
      const limit = shareOf(policy.limit);
      const meanwhile = `this machine keeps to ${limit} of ${policy.limit} requests`;
      onEvent?.({
        type: 'notice',
        message: `the shared request budget on ${server.label} cannot be used: ${message}; meanwhile ${meanwhile}`,
      });
      return openLocal(limit);
    };
    const claim: SlotStore['claim'] = async (max) => {
      if (machine.monotonic() < retryAt) return current.claim(max);
      try {
        const claimed = await remote.claim(max);
        current = remote;
        return { ...claimed, claims: claimed.claims.map(withoutTrouble) };
      } catch (error) {
        if (!(error instanceof ServerTrouble)) throw error;
        retryAt = machine.monotonic() + retryAfterMs;
        current = local ??= openShare(error);
        return current.claim(max);
      }
    };
    return { claim, known: () => current.known() };
  };
}

/** If the server cannot record an answer, the slot stays taken until its lease ends. */
function withoutTrouble(claim: Claim): Claim {
  const ignoreTrouble = (error: unknown): void => {
    if (!(error instanceof ServerTrouble)) throw error;
  };
  return { name: claim.name, settle: (answer) => claim.settle(answer).catch(ignoreTrouble) };
}

/** Changes nothing. Throws ServerTrouble. */
export async function readServerBudget(
  account: Account,
  server: BudgetServer,
  now: number,
): Promise<BudgetStatus> {
  return statusOf(account, await server.change(budgetKey(account), [], 0), now);
}

/** In a cluster, the part in braces decides where a key is. */
export function budgetKey({ origin, proxy }: Pick<Account, 'origin' | 'proxy'>): string {
  return `rental:{${proxy === undefined ? origin : `${origin} ${proxy}`}}:slots`;
}

/** The server's clock counts for all machines. A new or restarted server lists no names. */
function serverNames(
  server: BudgetServer,
  account: { readonly machine: Machine } & Account,
): SlotNames {
  const key = budgetKey(account);
  const monotonic = () => account.machine.monotonic();
  /** How far the server's clock is ahead of our monotonic one at most. */
  let aheadMs = 0;
  let isEmpty = false;
  const checkClock = clockChecker();
  const change: SlotNames['change'] = async (changes, max = Number.MAX_SAFE_INTEGER) => {
    const askedAt = monotonic();
    const listing = await server.change(key, changes, max);
    const { at, names } = listing;
    checkClock(at, askedAt);
    // One more, because the server cuts its time to whole milliseconds.
    aheadMs = at + 1 - askedAt;
    const wasEmptyBefore = isEmpty;
    isEmpty = names.length === 0;
    // A restarted server has no names until we add them. If they are gone then, it stores nothing.
    if (wasEmptyBefore && !isEmpty && (await server.change(key, [], 0)).names.length === 0)
      throw new ServerTrouble(keepsNothingText);
    return listing;
  };
  return { change, now: () => Math.ceil(monotonic() + aheadMs) };
}

/** The check takes the server's time, and when we asked for it. Throws ServerTrouble. */
function clockChecker() {
  let last: { readonly at: number; readonly since: number } | undefined;
  return (at: number, askedAt: number): void => {
    if (last?.at !== at) last = { at, since: askedAt };
    else if (askedAt - last.since > stoppedClockMs)
      throw new ServerTrouble('its clock does not move');
  };
}
