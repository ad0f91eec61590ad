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
  readonly group?: string | undefined;
  readonly share?: string | undefined;
}

/** The server to use, and how. */
export interface ServerSettings {
  readonly address: ServerAddress;
  readonly group: string | undefined;
  /** More than 0, at most 1. */
  readonly share: number;
}

const defaultShare = '1/4';

/** Undefined: the budget is for this machine alone. Throws ConfigError naming the field, never with a password. */
export function serverSettings(
  operator: Pick<Operator, 'budgetUrl' | 'sandbox'>,
  choice: BudgetChoice = {},
): ServerSettings | undefined {
  const url = choice.url ?? operator.budgetUrl ?? choice.defaultUrl ?? '';
  // No other process can reach this process's sandbox.
  if (url === '' || operator.sandbox) return undefined;
  const address = readServerAddress(url);
  if (address === undefined) {
    const wrong = budgetUrlProblem(url);
    throw new ConfigError((name) => `${name('budgetUrl')} ${wrong?.problem}`, { hint: wrong?.hint });
  }
  return { address, group: readGroup(choice.group), share: readShare(choice.share || defaultShare) };
}

/** What is wrong with the address of a server, without its secrets, and what helps; undefined if nothing is. */
export function budgetUrlProblem(url: string): Problem | undefined {
  if (readServerAddress(url)) return undefined;
  const hint = 'for example redis://redis.example.com:6379, or rediss://… with TLS';
  return { problem: `is not the address of a Redis server: ${shownAddress(url)}`, hint };
}

/** A part of a key on the server, so it has few characters. */
function readGroup(group: string | undefined): string | undefined {
  if (group === undefined || group === '') return undefined;
  if (/^[\w.-]{1,64}$/.test(group)) return group;
  throw new ConfigError((name) => `${name('budgetGroup')} is not a name of up to 64 letters, digits, dots and dashes`, {
    hint: 'for example office-2',
  });
}

/** `0.25`, `25%` or `1/4`. */
function readShare(text: string): number {
  const [, amount, unit, parts] = /^(\d{1,3}(?:\.\d{1,6})?)(%|\/(\d{1,4}))?$/.exec(text.trim()) ?? [];
  const share = Number(amount) / (unit === '%' ? 100 : Number(parts ?? 1));
  if (share > 0 && share <= 1) return share;
  throw new ConfigError((name) => `${name('budgetShare')} is not a share of the limit`, {
    hint: 'use a part such as 1/4, 25% or 0.25: more than nothing, and not more than all',
  });
}
