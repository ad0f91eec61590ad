/** The operators' request budgets: where each is, and what is left of it. */
import { originOf } from '../base/addresses.ts';
import { fieldText } from '../base/field-text.ts';
import { proxyFor } from '../http/proxy.ts';
import { readBudget, shareOf, type Account, type BudgetStatus } from '../http/rate-limit/index.ts';
import type { BudgetServer } from '../http/rate-limit/server/index.ts';
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { budgetUrlProblem, checkField } from './fields.ts';

export interface OperatorBudget extends BudgetStatus {
  readonly operator: string;
  /** Undefined: the budget is for this machine alone. */
  readonly server?: BudgetServerState | undefined;
}

/** Where machines share a budget. */
interface BudgetServerState {
  /** The address without secrets. */
  readonly label: string;
  /** Why it cannot be used now: the budget is then this machine's share. */
  readonly problem?: string;
}

export interface BudgetChoice {
  /** The address of a flag or a variable, which overrides the operator's entry. */
  readonly url?: string | undefined;
  /** A default of the configuration, for operators whose entry has none. */
  readonly defaultUrl?: string | undefined;
}

/** Undefined: the budget is for this machine alone. Throws ConfigError, never with a password. */
export function budgetServerOf(
  { budgetUrl, sandbox }: Operator,
  choice: BudgetChoice,
): URL | undefined {
  const url = choice.url ?? budgetUrl ?? choice.defaultUrl ?? '';
  // No other process can reach this sandbox.
  if (url === '' || sandbox) return undefined;
  checkField(url, budgetUrlProblem, fieldText('{budgetUrl}'));
  return new URL(url);
}

/** Shorter than for a request: a report need not wait for a server that restarts. */
const readPatienceMs = 1_000;

/** Throws ConfigError for a wrong address; a server that cannot be used is no error. */
export async function readBudgets(
  operators: readonly Operator[],
  choice: BudgetChoice,
  machine: Machine,
): Promise<OperatorBudget[]> {
  const opened = new Map<string, BudgetServer>();
  const reads = operators.map(async (operator): Promise<OperatorBudget> => {
    const { name } = operator;
    const account = accountOf(operator, machine.env);
    const address = budgetServerOf(operator, choice);
    if (address === undefined) return { operator: name, ...readBudget(account, machine) };
    const { openBudgetServer, readServerBudget, ServerTrouble } =
      await import('../http/rate-limit/server/index.ts');
    const server =
      opened.get(address.href) ?? openBudgetServer({ address, patienceMs: readPatienceMs });
    opened.set(address.href, server);
    const { label } = server;
    try {
      const status = await readServerBudget(account, server, machine.now());
      return { operator: name, ...status, server: { label } };
    } catch (error) {
      if (!(error instanceof ServerTrouble)) throw error;
      const share = readBudget({ ...account, limit: shareOf(account.limit) }, machine);
      return { operator: name, ...share, server: { label, problem: error.message } };
    }
  });
  return Promise.all(reads).finally(() => opened.forEach((server) => server.close()));
}

export function accountOf({ baseUrl, limit }: Operator, env: Machine['env']): Account {
  const proxy = proxyFor(baseUrl, env);
  return {
    origin: originOf(baseUrl),
    proxy: proxy && originOf(proxy),
    limit: limit.requests,
    windowMs: limit.windowMs,
  };
}
