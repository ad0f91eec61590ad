import type { Machine } from '../../types.ts';
import { type Names, type Span, spreadNames } from '../names.ts';
import type { Account, Policy } from '../policy.ts';
import type { Change } from '../slots.ts';
import type { BudgetServer } from './connection.ts';

/** In a cluster, the part in braces decides where a key is. */
export function keyOf({ origin, proxy }: Pick<Account, 'origin' | 'proxy'>): string {
  return `rental:{${proxy === undefined ? origin : `${origin} ${proxy}`}}:slots`;
}

/** Members of a set on a server. Its clock counts for all machines. */
export function serverNames(
  server: BudgetServer,
  account: Account,
  policy: Policy,
  machine: Pick<Machine, 'monotonic'>,
): Names {
  const key = keyOf(account);
  /** Of the server's clock, before our monotonic one. */
  let ahead: Span = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY };

  async function ask(changes: readonly Change[], most: number) {
    const askedAt = machine.monotonic();
    const { done, names, at } = await server.change(key, changes, most);
    const [earliest, latest] = [at - machine.monotonic(), at + 1 - askedAt];
    const both = { earliest: Math.max(earliest, ahead.earliest), latest: Math.min(latest, ahead.latest) };
    // If they do not fit, its clock was stepped.
    ahead = both.earliest <= both.latest ? both : { earliest, latest };
    return { done: done.flatMap((index) => changes.slice(index, index + 1)), names, at };
  }

  return {
    async change(changes, most = Number.MAX_SAFE_INTEGER) {
      const listing = await ask(changes, most);
      if (listing.names.length > 0) return listing;
      // A new server, or one that was restarted and may not know the last window.
      return ask(
        spreadNames(policy, listing.at).map((name) => ['', name]),
        policy.limit,
      );
    },
    now: () => ({
      earliest: Math.floor(machine.monotonic() + ahead.earliest),
      latest: Math.ceil(machine.monotonic() + ahead.latest),
    }),
  };
}
