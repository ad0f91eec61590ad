/** A request budget that several machines share, on a Redis or Valkey server. Loaded only if a server is named. */
import type { Machine } from '../../types.ts';
import type { StoreOnServer } from '../index.ts';
import { type Account, shareOf } from '../policy.ts';
import { type BudgetStatus, statusOfNames, unusedBudget } from '../report.ts';
import { SlotStore } from '../store.ts';
import type { BudgetServer } from './connection.ts';
import { keyOf, serverNames } from './names.ts';
import { withShare } from './share.ts';

export { type BudgetServer, type ServerOptions, openServer } from './connection.ts';
export { ServerTrouble } from './trouble.ts';

/** For `createBudget`. */
export function storeOn(server: BudgetServer): StoreOnServer {
  return ({ account, policy, machine, notify, openLocal }) => {
    const limit = shareOf(policy.limit);
    const names = serverNames(server, account, policy, machine);
    return withShare({
      remote: new SlotStore(names, policy, () => machine.random()),
      openLocal: () => openLocal({ ...policy, limit }),
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

/** Reads a budget on a server, even if it was never used. Changes nothing. Throws ServerTrouble. */
export async function readServerBudget(
  account: Account,
  { server, now }: { readonly server: BudgetServer } & Pick<Machine, 'now'>,
): Promise<BudgetStatus> {
  const { names, at } = await server.change(keyOf(account), [], 0);
  if (names.length === 0) return unusedBudget(account, now());
  return statusOfNames(account, () => names, { earliest: at, latest: at + 1 }, now());
}
