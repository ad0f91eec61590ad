/** What is left of the budgets of several operators, wherever they are kept. */
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { budgetPlace, type BudgetChoice } from './budget-place.ts';
import { readBudgets, type OperatorBudget } from './budgets.ts';

/** Loads what asks a server only if one is named. Throws ConfigError for a wrong address. */
export async function readBudgetsAnywhere(
  operators: readonly Operator[],
  choice: BudgetChoice | undefined,
  machine: Machine,
): Promise<OperatorBudget[]> {
  const places = operators.map((operator) => [operator, budgetPlace(operator, choice)] as const);
  if (places.some(([, place]) => place !== undefined)) {
    const { readSharedBudgets } = await import('./shared-budgets.ts');
    return readSharedBudgets(places, machine);
  }
  return readBudgets(operators, { env: machine.env, now: () => machine.now() });
}
