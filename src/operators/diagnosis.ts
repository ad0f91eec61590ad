/** What a bug report needs to know about folders and operators, without secrets. Sends no request to a service and makes no folder. */
import { dirname } from 'node:path';
import { shownAddress } from '../addresses.ts';
import { RentalError, type FieldNamer } from '../errors.ts';
import { lookAtFolder } from '../folders.ts';
import { proxyFor } from '../http/proxy.ts';
import { findStateFolder } from '../http/rate-limit/state-folder.ts';
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { readBudgets, type BudgetChoice, type OperatorBudget } from './budgets.ts';
import { cacheFolder } from './files.ts';
import { chooseOperators, namesOperator, type OperatorChoice } from './choose.ts';
import { configuredOperators, type Config } from './operator.ts';

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

/** Addresses have `…` for user name, password and query. */
export interface OperatorFacts extends Pick<OperatorBudget, 'server'> {
  readonly name: string;
  readonly baseUrl: string;
  readonly proxy: string | null;
  readonly budget: Pick<OperatorBudget, 'free' | 'limit' | 'windowMs'> | null;
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

/**
 * Facts of all operators that are configured, and of the ones that flags or variables name. `chosen`: what a command talks to, null if
 * none is named; `chosenProblem`: why the one that is named cannot be used. Never throws for a mistake of the user.
 */
export async function diagnose(options: DiagnosisOptions) {
  const { config, choices } = options;
  const configured = configuredOperators(config);
  let chosen: readonly Operator[] = [];
  const problem = await problemOf(async () => void (chosen = chooseOperators(choices, config)), options);
  const others = chosen.filter((one) => !one.sandbox && !configured.some(({ name }) => name === one.name));
  return {
    folders: inspectFolders(options),
    operators: await Promise.all([...configured, ...others].map((one) => operatorFacts(one, options))),
    chosen: chosen.map(({ name }) => name).join(', ') || null,
    chosenProblem: choices.some(namesOperator) || config.default ? problem : null,
  };
}

function inspectFolders({ config, machine: { env } }: DiagnosisOptions): FolderFacts[] {
  const { path = null, notice, why } = findStateFolder({ env, looksOnly: true });
  const budget = path === null ? { path, made: false, problem: null } : folderFacts(path);
  return [
    { name: 'configuration', ...folderFacts(dirname(config.path)) },
    { name: 'cache', ...folderFacts(cacheFolder(env)) },
    { name: 'request budget', ...budget, why, problem: notice ?? budget.problem },
  ];
}

export function folderFacts(path: string): Omit<FolderFacts, 'name'> {
  const { made, problem = null } = lookAtFolder(path);
  return { path, made, problem };
}

async function operatorFacts(operator: Operator, options: DiagnosisOptions): Promise<OperatorFacts> {
  const { machine, budget: choice } = options;
  const { name, baseUrl } = operator;
  let found: Pick<OperatorFacts, 'proxy' | 'budget' | 'server'> = { proxy: null, budget: null };
  const problem = await problemOf(async () => {
    const proxy = proxyFor(baseUrl, machine.env);
    const { free, limit, windowMs, server } = (await readBudgets([operator], choice, machine))[0]!;
    found = { proxy: proxy ? shownAddress(proxy.href) : null, budget: { free, limit, windowMs }, server };
  }, options);
  return { name, baseUrl: shownAddress(baseUrl.href), ...found, problem };
}

/** Null if there is none. */
async function problemOf(work: () => Promise<void>, { nameField }: DiagnosisOptions): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return error.describe(nameField).message;
  }
}
