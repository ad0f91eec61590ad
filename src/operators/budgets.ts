/**
 * The operators' request budgets: where each is kept, and what is left of it. Reads only; asks the
 * service nothing.
 */
import { originOf } from '../base/addresses.ts';
import { fieldText } from '../base/field-text.ts';
import { proxyFor } from '../http/proxy.ts';
import { readBudget, shareOf, type Account, type BudgetStatus } from '../http/rate-limit/index.ts';
import type { BudgetServer } from '../http/rate-limit/server/index.ts';
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { budgetUrlProblem, check } from './fields.ts';

export type OperatorBudget = BudgetStatus & {
  readonly operator: string;
  /**
   * Where machines share it, without secrets; undefined: it is for this machine alone. With a
   * problem, the server cannot be used now, and the budget is this machine's share.
   */
  readonly server?: string | undefined;
  readonly serverProblem?: string | null | undefined;
};

/** What flags, environment and configuration say. */
export interface BudgetChoice {
  /** A flag or a variable: more than what an operator's entry says. */
  readonly url?: string | undefined;
  /** A default of the configuration: less than what an operator's entry says. */
  readonly defaultUrl?: string | undefined;
}

/**
 * Undefined: the budget is for this machine alone. Throws ConfigError naming the field, never with
 * a password.
 */
export function budgetServerOf(
  { budgetUrl, sandbox }: Operator,
  choice: BudgetChoice,
): URL | undefined {
  const url = choice.url ?? budgetUrl ?? choice.defaultUrl ?? '';
  // No other process can reach this process's sandbox.
  if (url === '' || sandbox) return undefined;
  check(url, budgetUrlProblem, fieldText('{budgetUrl}'));
  return new URL(url);
}

/** A report need not wait for a server that starts again, as a request does. */
const readPatienceMs = 1_000;

/**
 * Loads what asks a server only if one is named, and opens one connection to each. If a server
 * cannot be used, this machine has its share; that is not an error. Throws ConfigError for a wrong
 * address of a server or a proxy.
 */
export async function readBudgets(
  operators: readonly Operator[],
  choice: BudgetChoice,
  machine: Machine,
): Promise<OperatorBudget[]> {
  const opened = new Map<string, BudgetServer>();
  const reads = operators.map(async (one): Promise<OperatorBudget> => {
    const [account, address] = [accountOf(one, machine.env), budgetServerOf(one, choice)];
    const operator = one.name;
    if (address === undefined) return { operator, ...readBudget(account, machine) };
    const { openServer, readServerBudget, ServerTrouble } =
      await import('../http/rate-limit/server/index.ts');
    const server = opened.get(address.href) ?? openServer({ address, patienceMs: readPatienceMs });
    opened.set(address.href, server);
    try {
      const status = await readServerBudget(account, server, machine.now());
      return { operator, ...status, server: server.label, serverProblem: null };
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      const share = readBudget({ ...account, limit: shareOf(account.limit) }, machine);
      return { operator, ...share, server: server.label, serverProblem: error.message };
    }
  });
  return Promise.all(reads).finally(() => opened.forEach((server) => server.close()));
}

/** Where a limit applies: services count per address, and a proxy has another address. */
export function accountOf({ baseUrl, limit }: Operator, env: Machine['env']): Account {
  const proxy = proxyFor(baseUrl, env);
  return {
    origin: originOf(baseUrl),
    proxy: proxy && originOf(proxy),
    limit: limit.requests,
    windowMs: limit.windowMs,
  };
}
