/** What a bug report needs to know about folders and operators, without secrets. Sends no request to a service and makes no folder. */
import { dirname } from 'node:path';
import { RentalError, type FieldNamer } from '../errors.ts';
import { proxyFor } from '../http/proxy.ts';
import { lookAtFolder } from '../http/rate-limit/folders.ts';
import { findStateFolder } from '../http/rate-limit/state-folder.ts';
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { readOperatorBudget } from './budget-report.ts';
import { budgetServerOf, type BudgetChoice } from './budget-settings.ts';
import { cacheFolder } from './cache.ts';
import { chooseOperators, chosenName, namesOperator, type OperatorChoice } from './choose.ts';
import { configuredOperator, type Config } from './operator.ts';
import { shownAddress } from '../text.ts';

export interface FolderFacts {
  readonly name: string;
  /** Null if no folder can be used. */
  readonly path: string | null;
  readonly made: boolean;
  /** Why it cannot be written, or cannot be made if it is missing; null if it can. */
  readonly problem: string | null;
  /** Why it is this one, if that depends on more than its variable. */
  readonly why?: string | undefined;
}

export interface OperatorFacts {
  readonly name: string;
  /** Like the proxy with `…` for user name, password and query. */
  readonly baseUrl: string;
  readonly proxy: string | null;
  readonly budget: { readonly free: number; readonly limit: number; readonly windowMs: number } | null;
  /** Where machines share the budget; absent if they do not. */
  readonly server?: { readonly address: string; readonly problem: string | null };
  readonly problem: string | null;
}

interface DiagnosisOptions {
  readonly config: Config;
  readonly choices: readonly OperatorChoice[];
  readonly machine: Machine;
  readonly budget: BudgetChoice;
  /** Names the fields in problems. */
  readonly nameField: FieldNamer;
}

interface Diagnosis {
  readonly folders: readonly FolderFacts[];
  /** All that are configured, and the ones that flags or variables name. */
  readonly operators: readonly OperatorFacts[];
  /** What a command talks to; null if none is named. */
  readonly chosen: string | null;
  /** Why the one that is named cannot be used. */
  readonly chosenProblem: string | null;
}

/** Never throws for a mistake of the user. */
export async function diagnose(options: DiagnosisOptions): Promise<Diagnosis> {
  const { config, choices, nameField } = options;
  const names = Object.keys(config.operators);
  const configured = names.map((name) => {
    const { baseUrl = '' } = config.operators[name] ?? {};
    return operatorFacts(name, baseUrl, () => configuredOperator(name, {}, config), options);
  });
  const { value: chosen = [], problem } = attempt(() => chooseOperators(choices, config), nameField);
  const operators = chosen.flatMap((one) => (one.sandbox === false ? [one.operator] : []));
  const others = operators.filter(({ name }) => !names.includes(name));
  return {
    folders: inspectFolders(options),
    operators: await Promise.all([
      ...configured,
      ...others.map((one) => operatorFacts(one.name, one.baseUrl.href, () => one, options)),
    ]),
    chosen: chosen.map(chosenName).join(', ') || null,
    chosenProblem: choices.some(namesOperator) ? problem : null,
  };
}

function inspectFolders({ config, machine: { env } }: DiagnosisOptions): FolderFacts[] {
  const { path = null, notice, why } = findStateFolder({ env, looksOnly: true });
  const budget = path === null ? { path, made: false, problem: null } : folderFacts(path);
  return [
    { name: 'configuration', ...folderFacts(dirname(config.path)) },
    { name: 'cache', ...folderFacts(cacheFolder(env)) },
    {
      name: 'request budget',
      ...budget,
      ...(why !== undefined && { why }),
      ...(notice !== undefined && { problem: notice }),
    },
  ];
}

export function folderFacts(path: string): Omit<FolderFacts, 'name'> {
  const { made, problem = null } = lookAtFolder(path);
  return { path, made, problem };
}

async function operatorFacts(
  name: string,
  address: string,
  read: () => Operator,
  { machine, budget: choice, nameField }: DiagnosisOptions,
): Promise<OperatorFacts> {
  const { value, problem } = attempt(() => {
    const operator = read();
    return { operator, proxy: proxyFor(operator.baseUrl, machine.env), server: budgetServerOf(operator, choice) };
  }, nameField);
  const { proxy } = value ?? {};
  const budget = value && (await readOperatorBudget(value.operator, value.server, machine));
  return {
    name,
    baseUrl: shownAddress(address),
    proxy: proxy === undefined ? null : shownAddress(proxy.href),
    budget: budget === undefined ? null : { free: budget.free, limit: budget.limit, windowMs: budget.windowMs },
    ...(budget?.server && { server: { address: budget.server.address, problem: budget.server.problem } }),
    problem,
  };
}

interface Attempt<T> {
  readonly value?: T;
  readonly problem: string | null;
}

function attempt<T>(read: () => T, nameField: FieldNamer): Attempt<T> {
  try {
    return { value: read(), problem: null };
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return { problem: error.describe(nameField).message };
  }
}
