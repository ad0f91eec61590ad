/** The names of slots on a server, and the server's clock. */
import type { Machine } from '../../types.ts';
import { type Names, type Span, spreadNames } from '../names.ts';
import type { Account, Policy } from '../policy.ts';
import type { BudgetServer, Reply } from './connection.ts';

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
  /** How far the server's clock is ahead of our monotonic one: between these two. */
  let ahead: Span = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY };

  async function timed(ask: () => Promise<Reply>): Promise<Reply> {
    const askedAt = machine.monotonic();
    const reply = await ask();
    const { at } = reply;
    const [earliest, latest] = [at - machine.monotonic(), at + 1 - askedAt];
    const both = { earliest: Math.max(earliest, ahead.earliest), latest: Math.min(latest, ahead.latest) };
    // If they do not fit, its clock was stepped.
    ahead = both.earliest <= both.latest ? both : { earliest, latest };
    return reply;
  }

  return {
    async change(changes, most = Number.MAX_SAFE_INTEGER) {
      const { done, names, at } = await timed(() => server.change(key, changes, most));
      if (names.length > 0) return { done: done.flatMap((index) => changes.slice(index, index + 1)), names };
      // A new server, or one that was restarted and may not know the last window.
      return { done: [], names: (await timed(() => server.begin(key, spreadNames(policy, at)))).names };
    },
    now: () => ({
      earliest: Math.floor(machine.monotonic() + ahead.earliest),
      latest: Math.ceil(machine.monotonic() + ahead.latest),
    }),
  };
}
