/** The server on which several machines share an operator's request budget, as the settings say it. */
import { ConfigError } from '../errors.ts';
import { readServerAddress, type ServerAddress } from '../http/rate-limit/server/address.ts';
import type { Operator } from '../planner/session.ts';
import { shownAddress } from '../text.ts';
import type { Problem } from './operator.ts';

/** What flags, environment and configuration say. */
export interface BudgetChoice {
  /** A flag or a variable: more than what an operator's entry says. */
  readonly url?: string | undefined;
  /** A default of the configuration: less than what an operator's entry says. */
  readonly defaultUrl?: string | undefined;
}

/** Undefined: the budget is for this machine alone. Throws ConfigError naming the field, never with a password. */
export function budgetServerOf(
  operator: Pick<Operator, 'budgetUrl' | 'sandbox'>,
  choice: BudgetChoice = {},
): ServerAddress | undefined {
  const url = choice.url ?? operator.budgetUrl ?? choice.defaultUrl ?? '';
  // No other process can reach this process's sandbox.
  if (url === '' || operator.sandbox) return undefined;
  const address = readServerAddress(url);
  if (address === undefined) {
    const wrong = budgetUrlProblem(url);
    throw new ConfigError((name) => `${name('budgetUrl')} ${wrong?.problem}`, { hint: wrong?.hint });
  }
  return address;
}

/** What is wrong with the address of a server, without its secrets, and what helps; undefined if nothing is. */
export function budgetUrlProblem(url: string): Problem | undefined {
  if (readServerAddress(url)) return undefined;
  const hint = 'for example redis://redis.example.com:6379, or rediss://… with TLS';
  return { problem: `is not the address of a Redis server: ${shownAddress(url)}`, hint };
}
