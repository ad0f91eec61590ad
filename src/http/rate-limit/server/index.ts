/** A request budget that several machines share, on a Redis or Valkey server. Loaded only if a server is named. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { withFallback } from '../fallback.ts';
import type { StoreOnServer } from '../index.ts';
import { shareOf } from '../policy.ts';
import type { BudgetServer } from './connection.ts';
import { keysOf } from './keys.ts';
import { openServerStore } from './server-store.ts';
import { ServerTrouble } from './trouble.ts';

export { answerKey } from './keys.ts';
export { type BudgetServer, type ServerOptions, openServer } from './connection.ts';
export { type ServerBudgetStatus, readServerBudget } from './report.ts';
export { ServerTrouble } from './trouble.ts';

export interface StoreOnServerOptions {
  readonly server: BudgetServer;
  /** Machines behind one address; by default all that use the same proxy, or none. */
  readonly group: string | undefined;
  /** The part of the limit that this machine uses while the server cannot be used; more than 0, at most 1. */
  readonly share: number;
}

/** For `createBudget`. */
export function storeOn({ server, group, share }: StoreOnServerOptions): StoreOnServer {
  return ({ account, policy, machine, notify, openLocal }) => {
    const limit = shareOf(policy.limit, share);
    return withFallback({
      remote: openServerStore({
        server,
        policy,
        share,
        keys: keysOf(account, group),
        process: processName(),
        random: () => machine.random(),
        monotonic: () => machine.monotonic(),
      }),
      openLocal: () => openLocal(limit),
      machine,
      isTrouble: (error) => error instanceof ServerTrouble,
      onTrouble: ({ message }) =>
        notify(
          `the shared request budget on ${server.label} cannot be used: ${message}; ` +
            `meanwhile this machine keeps to ${limit} of ${policy.limit} requests`,
        ),
      onReturn: () => notify(`the shared request budget on ${server.label} can be used again`),
    });
  };
}

/** The machine, and what tells its processes apart. */
function processName(): string {
  return `${hostname()} ${randomBytes(6).toString('hex')}`;
}
