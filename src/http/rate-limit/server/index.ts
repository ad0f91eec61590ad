/** A request budget that several machines share, on a Redis or Valkey server. Loaded only if a server is named. */
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Machine } from '../../types.ts';
import type { StoreOnServer } from '../index.ts';
import { type Account, makePolicy, shareOf } from '../policy.ts';
import { type BudgetStatus, statusOf, unusedBudget } from '../report.ts';
import { readName } from '../state-names.ts';
import type { BudgetServer } from './connection.ts';
import { listAccount } from './accounts.ts';
import { withFallback } from './fallback.ts';
import { openServerStore } from './server-store.ts';
import { ServerTrouble } from './trouble.ts';
import { readReply, stateOn } from './view.ts';

export { type BudgetServer, type ServerOptions, openServer } from './connection.ts';
export { ServerTrouble } from './trouble.ts';
export { accountsOn } from './accounts.ts';

/** In a cluster, the part in braces decides where a key is: both keys of a budget are in one place. */
export function keysOf({ origin, proxy }: Account): readonly [budget: string, waiting: string] {
  const tag = proxy === undefined ? origin : `${origin} ${proxy}`;
  return [`rental:{${tag}}:budget`, `rental:{${tag}}:waiting`];
}

/** The key of a stored quote, by what was asked. A hash, because the text can be long. */
export function quoteKey(asked: string): string {
  return `rental:quote:${createHash('sha256').update(asked).digest('hex').slice(0, 32)}`;
}

/** For `createBudget`. */
export function storeOn(server: BudgetServer): StoreOnServer {
  return ({ account, policy, machine, notify, openLocal, uncounted }) => {
    const limit = shareOf(policy.limit);
    // The machine, and what tells its processes apart.
    const process = `${hostname()} ${randomBytes(6).toString('hex')}`;
    return withFallback({
      remote: openServerStore({
        server,
        policy,
        keys: keysOf(account),
        process,
        random: () => machine.random(),
        monotonic: () => machine.monotonic(),
      }),
      openLocal: () => openLocal(limit),
      uncounted,
      machine,
      onFirstUse: () => listAccount(account, server),
      onTrouble: ({ message }) =>
        notify(
          `the shared request budget on ${server.label} cannot be used: ${message}; ` +
            `meanwhile this machine keeps to ${limit} of ${policy.limit} requests`,
        ),
      onReturn: () => notify(`the shared request budget on ${server.label} can be used again`),
    });
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
  { server, now }: { readonly server: BudgetServer } & Pick<Machine, 'now'>,
): Promise<ServerBudgetStatus> {
  const keys = keysOf(account);
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
