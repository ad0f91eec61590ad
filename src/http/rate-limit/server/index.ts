/** A request budget that several machines share, on a Redis or Valkey server. Loaded only if a server is named. */
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Machine } from '../../types.ts';
import type { StoreOnServer } from '../index.ts';
import { type Account, makePolicy, shareOf } from '../policy.ts';
import { type BudgetStatus, statusOf, unusedBudget } from '../report.ts';
import type { Claim } from '../claim.ts';
import type { Claimed, SlotStore } from '../slot-store.ts';
import { readName } from '../state-names.ts';
import type { BudgetServer } from './connection.ts';
import { openServerStore } from './server-store.ts';
import { ServerTrouble } from './trouble.ts';
import { readReply, stateOn } from './view.ts';

export { type BudgetServer, type ServerOptions, openServer } from './connection.ts';
export { ServerTrouble } from './trouble.ts';

interface SharedBudget {
  readonly server: BudgetServer;
  /** Machines behind one address; by default all that use the same proxy, or none. */
  readonly group: string | undefined;
}

/** In a cluster, the part in braces decides where a key is: both keys of a budget are in one place. */
export function keysOf({ origin, proxy }: Account, group = proxy): readonly [budget: string, waiting: string] {
  const tag = group === undefined ? origin : `${origin} ${group}`;
  return [`rental:{${tag}}:budget`, `rental:{${tag}}:waiting`];
}

/** The key of a stored quote, by what was asked. A hash, because the text can be long. */
export function quoteKey(asked: string): string {
  return `rental:quote:${createHash('sha256').update(asked).digest('hex').slice(0, 32)}`;
}

/**
 * For `createBudget`.
 *
 * @param share the part of the limit that this machine uses while the server cannot be used; more than 0, at most 1
 */
export function storeOn({ server, group, share }: SharedBudget & { readonly share: number }): StoreOnServer {
  return ({ account, policy, machine, notify, openLocal }) => {
    const limit = shareOf(policy.limit, share);
    // The machine, and what tells its processes apart.
    const process = `${hostname()} ${randomBytes(6).toString('hex')}`;
    return withFallback({
      remote: openServerStore({
        server,
        policy,
        share,
        keys: keysOf(account, group),
        process,
        random: () => machine.random(),
        monotonic: () => machine.monotonic(),
      }),
      openLocal: () => openLocal(limit),
      machine,
      onTrouble: ({ message }) =>
        notify(
          `the shared request budget on ${server.label} cannot be used: ${message}; ` +
            `meanwhile this machine keeps to ${limit} of ${policy.limit} requests`,
        ),
      onReturn: () => notify(`the shared request budget on ${server.label} can be used again`),
    });
  };
}

/** Ms until the server is tried again: at first, and at most. */
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/** The budget on the server, and a share of it on this machine while the server cannot be used. */
function withFallback(options: {
  readonly remote: SlotStore;
  /** Opens what is used meanwhile. */
  readonly openLocal: () => SlotStore;
  readonly machine: Pick<Machine, 'monotonic'>;
  /** Told when the server cannot be used, and when it can be used again; each only once. */
  readonly onTrouble: (trouble: ServerTrouble) => void;
  readonly onReturn: () => void;
}): SlotStore {
  const { remote, openLocal, machine, onTrouble, onReturn } = options;
  const owners = new WeakMap<Claim, SlotStore>();
  let local: SlotStore | undefined;
  let pauseMs = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let [wasTold, wasToldOfReturn] = [false, false];

  function note(error: unknown): void {
    if (!(error instanceof ServerTrouble)) throw error;
    pauseMs = Math.min(longestPauseMs, pauseMs === 0 ? firstPauseMs : pauseMs * 2);
    retryAt = machine.monotonic() + pauseMs;
    if (!wasTold) onTrouble(error);
    wasTold = true;
  }

  async function claimOf(store: SlotStore, most: number): Promise<Claimed> {
    const result = await store.claim(most);
    for (const claim of result.claims) owners.set(claim, store);
    return result;
  }

  async function claim(most: number): Promise<Claimed> {
    if (machine.monotonic() >= retryAt) {
      try {
        const result = await claimOf(remote, most);
        if (pauseMs > 0 && !wasToldOfReturn) {
          wasToldOfReturn = true;
          onReturn();
        }
        [pauseMs, local] = [0, undefined];
        return result;
      } catch (error) {
        note(error);
      }
    }
    return claimOf((local ??= openLocal()), most);
  }

  /** If the server cannot be told, its slot frees itself when the lease ends. */
  async function settle(claimed: Claim, work: (store: SlotStore) => Promise<void> | void): Promise<void> {
    try {
      await work(owners.get(claimed) ?? remote);
    } catch (error) {
      note(error);
    }
  }

  return {
    known: () => (pauseMs > 0 ? local : remote)?.known(),
    claim,
    onAnswer: (claimed, answer) => settle(claimed, (store) => store.onAnswer(claimed, answer)),
    onLost: (claimed) => settle(claimed, (store) => store.onLost(claimed)),
    get isRemote() {
      return pauseMs === 0;
    },
  };
}

export interface ServerBudgetStatus extends BudgetStatus {
  /** Machines with processes that wait for a slot, and how many wait there. */
  readonly waiting: readonly { readonly machine: string; readonly processes: number }[];
  /** If the server may not know the last window: when it knows a whole one, epoch ms. */
  readonly knownFrom: number | undefined;
}

/** Reads a budget on a server, even if it was never used. Changes nothing. Throws ServerTrouble. */
export async function readServerBudget(
  account: Account,
  { server, group, now }: SharedBudget & Pick<Machine, 'now'>,
): Promise<ServerBudgetStatus> {
  const keys = keysOf(account, group);
  const { names, serverTime } = readReply(await server.run('change', keys, []), 0, 0);
  const waiting = await server.call('ZRANGEBYSCORE', keys[1], `(${serverTime}`, '+inf');
  if (!Array.isArray(waiting)) throw new ServerTrouble('its answer cannot be read');
  const at = { wall: serverTime, up: serverTime };
  const policy = makePolicy(account, 0);
  const state = stateOn(names, names.map(readName), at, policy);
  const status = names.length === 0 ? unusedBudget(account, now()) : statusOf(account, state, policy, now());
  const knownFrom = state.unknownUntil && now() + state.unknownUntil - serverTime;
  const counts = new Map<string, number>();
  for (const process of waiting) {
    const machine = String(process).replace(/ \w*$/, '');
    counts.set(machine, (counts.get(machine) ?? 0) + 1);
  }
  const machines = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...status, knownFrom, waiting: machines.map(([machine, processes]) => ({ machine, processes })) };
}
