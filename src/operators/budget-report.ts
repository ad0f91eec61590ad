/** What is left of the operators' request budgets. Reads only; asks the service nothing. */
import { proxyFor } from '../http/proxy.ts';
import {
  forgetBudgets,
  listBudgets,
  readBudget,
  shareOf,
  type Account,
  type BudgetStatus,
} from '../http/rate-limit/index.ts';
import type { ServerAddress } from '../http/rate-limit/server/address.ts';
import type { BudgetServer } from '../http/rate-limit/server/index.ts';
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
}

/** Those of several operators, wherever they are kept. Throws ConfigError for a wrong address. */
export async function readBudgets(
  operators: readonly Operator[],
  choice: BudgetChoice | undefined,
  machine: Machine,
): Promise<OperatorBudget[]> {
  return readAll(
    operators.map((operator) => [operator, budgetServerOf(operator, choice)]),
    machine,
  );
}

/** Loads what asks a server only if one is named. If it cannot be used, this machine has its share; that is not an error. */
export async function readOperatorBudget(
  operator: Operator,
  server: ServerAddress | undefined,
  machine: Machine,
): Promise<OperatorBudget> {
  const [budget] = await readAll([[operator, server]], machine);
  return budget!;
}

async function readAll(
  places: readonly (readonly [Operator, ServerAddress | undefined])[],
  machine: Machine,
): Promise<OperatorBudget[]> {
  const servers = createServers();
  const reads = places.map(async ([operator, server]) => {
    const budget = await readFrom(accountOf(operator, machine.env), server, machine, servers);
    return { ...budget, operator: operator.name };
  });
  return Promise.all(reads).finally(() => servers.close());
}

type Servers = ReturnType<typeof createServers>;

/** One connection to each server, made when it is first asked. */
function createServers() {
  const opened = new Map<string, Promise<BudgetServer>>();
  const open = async (address: ServerAddress): Promise<BudgetServer> => {
    const { openServer } = await import('../http/rate-limit/server/index.ts');
    return openServer({ address });
  };
  return {
    at: (address: ServerAddress): Promise<BudgetServer> => {
      const key = JSON.stringify(address);
      const known = opened.get(key) ?? open(address);
      opened.set(key, known);
      return known;
    },
    close: async () => {
      for (const server of opened.values()) (await server).close();
    },
  };
}

async function readFrom(
  account: Account,
  address: ServerAddress | undefined,
  machine: Machine,
  servers: Servers,
): Promise<Omit<OperatorBudget, 'operator'>> {
  if (address === undefined) return readBudget(account, machine);
  const { readServerBudget, ServerTrouble } = await import('../http/rate-limit/server/index.ts');
  const server = await servers.at(address);
  try {
    const status = await readServerBudget(account, { server, now: () => machine.now() });
    return { ...status, server: { address: address.label, problem: null } };
  } catch (error) {
    if (!(error instanceof ServerTrouble)) throw error;
    const own = { ...account, limit: shareOf(account.limit) };
    return { ...readBudget(own, machine), server: { address: address.label, problem: error.message } };
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

/** The budgets of every other address that was used lately on this machine. */
export function otherBudgets(
  shown: readonly OperatorBudget[],
  operators: readonly Operator[],
  machine: Machine,
): OperatorBudget[] {
  // An operator can also have been used through another proxy.
  const nameOf = ({ origin }: Account): string | null =>
    operators.find(({ baseUrl }) => originOf(baseUrl) === origin)?.name ?? null;
  return listBudgets(machine)
    .filter(({ origin, proxy }) => !shown.some((one) => one.origin === origin && one.proxy === proxy))
    .map((budget) => ({ ...budget, operator: nameOf(budget) }));
}

/** Removes the budgets of this machine of which no request is counted any more; returns their addresses. */
export function forgetUnused(machine: Machine): string[] {
  return forgetBudgets(machine).map(({ origin }) => origin);
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
