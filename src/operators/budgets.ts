/** What is left of the operators' request budgets. Reads only; asks the service nothing. */
import { proxyFor } from '../http/proxy.ts';
import { listBudgets, readBudget, type BudgetStatus } from '../http/rate-limit/index.ts';
import type { Allowance, Operator } from '../planner/session.ts';
import { isoInstant } from '../text.ts';
import type { Env } from './files.ts';

export interface BudgetReadOptions {
  readonly env: Env;
  readonly now: () => number;
}

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
  /** Machines with processes that wait for a slot, and how many wait there. */
  readonly waiting: readonly { readonly machine: string; readonly processes: number }[];
}

/** The operators' budgets on this machine. */
export function readBudgets(operators: readonly Operator[], options: BudgetReadOptions): OperatorBudget[] {
  return operators.map((operator) => ({ ...budgetOf(operator, options), operator: operator.name }));
}

/** `named`, and the budgets on this machine of every other address that was used lately. */
export function withOtherBudgets(
  named: readonly OperatorBudget[],
  operators: readonly Operator[],
  options: BudgetReadOptions,
): OperatorBudget[] {
  const isNamed = ({ origin, proxy }: BudgetStatus): boolean =>
    named.some((one) => one.origin === origin && one.proxy === proxy);
  // An operator can also have been used through another proxy.
  const nameOf = ({ origin }: BudgetStatus): string | null =>
    operators.find(({ baseUrl }) => baseUrl.origin === origin)?.name ?? null;
  const others = listBudgets(options).filter((budget) => !isNamed(budget));
  return [...named, ...others.map((budget) => ({ ...budget, operator: nameOf(budget) }))];
}

/** As in the document of `--json`: instants in ISO 8601, durations in ms, null for what does not apply. */
export function budgetDocument({ proxy, gate, pacing, next, server, ...budget }: OperatorBudget) {
  const { operator, origin, limit, windowMs, used, free, others } = budget;
  return {
    ...{ operator, origin, proxy: proxy ?? null, limit, windowMs, used, free, others },
    gate: gate === undefined ? null : { until: isoInstant(gate.until), reason: gate.reason },
    pacing: pacing ?? null,
    next: next === undefined ? null : { at: isoInstant(next.at), reason: next.reason },
    ...(server && { server }),
  };
}

export function readAllowance(operator: Operator, options: BudgetReadOptions): Allowance {
  const { requests, windowMs } = operator.limit;
  // The sandbox's budget is in this process's memory, and no other process uses it.
  if (operator.sandbox) return { limit: requests, windowMs, free: requests };
  const { limit, free } = budgetOf(operator, options);
  return { limit, windowMs, free };
}

function budgetOf({ baseUrl, limit }: Operator, options: BudgetReadOptions): BudgetStatus {
  const proxy = proxyFor(baseUrl, options.env)?.origin;
  return readBudget({ origin: baseUrl.origin, proxy, limit: limit.requests, windowMs: limit.windowMs }, options);
}
