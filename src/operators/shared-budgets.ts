/** What is left of the request budgets that machines share. Reads only; asks the service nothing. */
import { createLookups } from '../http/lookups.ts';
import { proxyFor } from '../http/proxy.ts';
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import type { BudgetPlace } from './budget-place.ts';
import { readBudgets, type OperatorBudget } from './budgets.ts';

export type SharedOperator = readonly [operator: Operator, place: BudgetPlace | undefined];

/** Never throws for a server that cannot be used: then it reads this machine's own share. */
export async function readSharedBudgets(
  operators: readonly SharedOperator[],
  machine: Machine,
): Promise<OperatorBudget[]> {
  const options = { env: machine.env, now: () => machine.now() };
  const read = async ([operator, place]: SharedOperator): Promise<OperatorBudget[]> =>
    place ? [await readShared(operator, place, machine)] : readBudgets([operator], options);
  return (await Promise.all(operators.map(read))).flat();
}

async function readShared(
  operator: Operator,
  { address, group, share }: BudgetPlace,
  machine: Machine,
): Promise<OperatorBudget> {
  const { openServer, readSharedBudget, ServerTrouble } = await import('../http/rate-limit/server/index.ts');
  const { name, baseUrl, limit } = operator;
  const { requests, windowMs } = limit;
  const { lookup } = createLookups(machine);
  const server = openServer({ address, lookup });
  const account = { origin: baseUrl.origin, proxy: proxyFor(baseUrl, machine.env)?.origin, limit: requests, windowMs };
  try {
    const { waiting, ...status } = await readSharedBudget(account, { server, group, now: () => machine.now() });
    return { ...status, operator: name, server: { address: address.label, problem: null, waiting } };
  } catch (error) {
    if (!(error instanceof ServerTrouble)) throw error;
    const own = { ...operator, limit: { requests: Math.max(1, Math.floor(requests * share)), windowMs } };
    const [status] = readBudgets([own], { env: machine.env, now: () => machine.now() });
    return { ...status!, server: { address: address.label, problem: error.message, waiting: [] } };
  } finally {
    await server.close();
  }
}
