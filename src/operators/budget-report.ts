/** What is left of the operators' request budgets. Reads only; asks the service nothing. */
import { proxyFor } from '../http/proxy.ts';
import { listBudgets, readBudget, shareOf, type Account, type BudgetStatus } from '../http/rate-limit/index.ts';
import type { ServerAddress } from '../http/rate-limit/server/address.ts';
import type { BudgetServer, ServerBudgetStatus } from '../http/rate-limit/server/index.ts';
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { isoInstant, originOf } from '../text.ts';
import { budgetServerOf, type BudgetChoice } from './budget-settings.ts';
import type { Env } from './files.ts';
import { defaultLimit } from './operator.ts';

export type OperatorBudget = BudgetStatus & {
  /** Null for an address that no known operator has. */
  readonly operator: string | null;
  /** Where machines share it; undefined: it is for this machine alone. */
  readonly server?: BudgetServerStatus | undefined;
};

export interface BudgetServerStatus {
  /** Without secrets. */
  readonly address: string;
  /** Why the server cannot be used now: then the budget is this machine's share. */
  readonly problem: string | null;
  readonly waiting: ServerBudgetStatus['waiting'];
  /** Until then, requests are spread out, because the server may not know the last window: an ISO instant. */
  readonly knownFrom?: string | undefined;
}

/** Those of several operators, wherever they are kept. Throws ConfigError for a wrong address. */
export async function readBudgets(
  operators: readonly Operator[],
  choice: BudgetChoice | undefined,
  machine: Machine,
): Promise<OperatorBudget[]> {
  const reads = operators.map((operator) => [operator, budgetServerOf(operator, choice)] as const);
  return Promise.all(reads.map(([operator, server]) => readOperatorBudget(operator, server, machine)));
}

/** Loads what asks a server only if one is named. If it cannot be used, this machine has its share; that is not an error. */
export async function readOperatorBudget(
  operator: Operator,
  server: ServerAddress | undefined,
  machine: Machine,
): Promise<OperatorBudget> {
  return { ...(await readAccountBudget(accountOf(operator, machine.env), server, machine)), operator: operator.name };
}

async function readAccountBudget(
  account: Account,
  address: ServerAddress | undefined,
  machine: Machine,
): Promise<Omit<OperatorBudget, 'operator'>> {
  if (address === undefined) return readBudget(account, machine);
  const about = { address: address.label, problem: null, waiting: [] };
  const answer = await askServer(address, machine, async (server) => {
    const { readServerBudget } = await import('../http/rate-limit/server/index.ts');
    const { waiting, knownFrom, ...status } = await readServerBudget(account, { server, now: () => machine.now() });
    return { ...status, server: { ...about, waiting, ...(knownFrom && { knownFrom: isoInstant(knownFrom) }) } };
  });
  if (typeof answer !== 'string') return answer;
  const own = { ...account, limit: shareOf(account.limit) };
  return { ...readBudget(own, machine), server: { ...about, problem: answer } };
}

/** Returns what `ask` does, or why the server cannot be used. */
async function askServer<T extends object>(
  address: ServerAddress,
  machine: Machine,
  ask: (server: BudgetServer) => Promise<T>,
): Promise<T | string> {
  const { createLookups } = await import('../http/lookups.ts');
  const { openServer, ServerTrouble } = await import('../http/rate-limit/server/index.ts');
  const server = openServer({ address, lookup: createLookups(machine).lookup });
  try {
    return await ask(server);
  } catch (error) {
    if (!(error instanceof ServerTrouble)) throw error;
    return error.message;
  } finally {
    await server.close();
  }
}

/** Where a limit applies: services count per address, and a proxy has another address. */
export function accountOf({ baseUrl, limit, sandbox }: Operator, env: Env): Account {
  const proxy = proxyFor(baseUrl, env);
  return {
    origin: originOf(baseUrl),
    proxy: proxy && originOf(proxy),
    limit: limit.requests,
    windowMs: limit.windowMs,
    isAssumed: !sandbox && limit === defaultLimit,
  };
}

/**
 * `named`, and the budgets of every other address that was used lately: on this machine, or on the server that `choice` names for all.
 * Throws ConfigError for a wrong address.
 */
export async function withOtherBudgets(
  named: readonly OperatorBudget[],
  operators: readonly Operator[],
  choice: BudgetChoice | undefined,
  machine: Machine,
): Promise<{ budgets: OperatorBudget[]; trouble: { address: string; problem: string } | undefined }> {
  // An operator can also have been used through another proxy.
  const nameOf = ({ origin }: Account): string | null =>
    operators.find(({ baseUrl }) => originOf(baseUrl) === origin)?.name ?? null;
  const server = budgetServerOf({ sandbox: false }, choice);
  const listed = server ? await accountsOnServer(server, machine) : [];
  const isListed = typeof listed !== 'string';
  const known: readonly Account[] = [...named, ...(isListed ? listed : []), ...listBudgets(machine)];
  const isNew = (account: Account, index: number): boolean =>
    known.findIndex((one) => one.origin === account.origin && one.proxy === account.proxy) === index;
  const others = known.filter((account, index) => index >= named.length && isNew(account, index));
  const read = others.map(async (account) => {
    return { ...(await readAccountBudget(account, server, machine)), operator: nameOf(account) };
  });
  const trouble = server && !isListed ? { address: server.label, problem: listed } : undefined;
  return { budgets: [...named, ...(await Promise.all(read))], trouble };
}

async function accountsOnServer(address: ServerAddress, machine: Machine): Promise<Account[] | string> {
  const { accountsOn } = await import('../http/rate-limit/server/index.ts');
  return askServer(address, machine, accountsOn);
}

/** As in the document of `--json`: instants in ISO 8601, durations in ms, null for what does not apply. */
export function budgetDocument({ proxy, gate, pacing, next, server, ...budget }: OperatorBudget) {
  const { operator, origin, limit, windowMs, used, free, others } = budget;
  return {
    operator,
    origin,
    proxy: proxy ?? null,
    limit,
    windowMs,
    used,
    free,
    others,
    gate: gate === undefined ? null : { until: isoInstant(gate.until), reason: gate.reason },
    pacing: pacing ?? null,
    next: next === undefined ? null : { at: isoInstant(next.at), reason: next.reason },
    ...(server && { server }),
  };
}
