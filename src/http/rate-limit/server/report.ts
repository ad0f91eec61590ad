import type { Account } from '../policy.ts';
import { type BudgetStatus, statusOfNames, unusedBudget } from '../report.ts';
import type { BudgetServer } from './connection.ts';
import { keysOf } from './keys.ts';
import { readReply } from './reply.ts';
import { ServerTrouble } from './trouble.ts';

export interface ServerBudgetStatus extends BudgetStatus {
  /** Machines with processes that wait for a slot, and how many wait there. */
  readonly waiting: readonly { readonly machine: string; readonly processes: number }[];
}

export interface ServerReportOptions {
  readonly server: BudgetServer;
  readonly group: string | undefined;
  readonly now: () => number;
}

/** Reads a budget on a server, even if it was never used. Changes nothing. Throws ServerTrouble. */
export async function readServerBudget(account: Account, options: ServerReportOptions): Promise<ServerBudgetStatus> {
  const { server, group, now } = options;
  const keys = keysOf(account, group);
  const { names, serverTime } = readReply(await server.run('change', keys, []), 0, 0);
  const waiting = await server.call('ZRANGEBYSCORE', keys[1], `(${serverTime}`, '+inf');
  if (!Array.isArray(waiting)) throw new ServerTrouble('its answer cannot be read');
  const at = { wall: serverTime, up: serverTime };
  const status = names.length === 0 ? unusedBudget(account, now()) : statusOfNames(account, names, at, now());
  return { ...status, waiting: countByMachine(waiting.map(String)) };
}

function countByMachine(processes: readonly string[]): ServerBudgetStatus['waiting'] {
  const counts = new Map<string, number>();
  for (const process of processes) {
    const machine = process.replace(/ \w*$/, '');
    counts.set(machine, (counts.get(machine) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([machine, count]) => ({ machine, processes: count }));
}
