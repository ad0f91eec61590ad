/** Folders and operators for a bug report, without secrets. Asks no service and makes no folder. */
import { dirname } from 'node:path';
import { shownAddress } from '../base/addresses.ts';
import { RentalError } from '../base/errors.ts';
import type { FieldNamer } from '../base/field-text.ts';
import { folderAccess } from '../base/folders.ts';
import { proxyFor } from '../http/proxy.ts';
import { findBudgetsFolder } from '../http/rate-limit/budgets-folder.ts';
import type { Machine } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { formatDuration } from '../base/durations.ts';
import { readBudgets, type BudgetChoice } from './budgets.ts';
import { cacheFolder } from './cache-path.ts';
import { chooseOperators, namesOperator } from './choose.ts';
import { configuredOperators, type Config, type OperatorChoice } from './operator.ts';

/** A fact about a folder or an operator. */
export type DiagnosisFact = {
  readonly name: string;
  readonly value: string;
  readonly problem?: string | undefined;
};

interface DiagnosisOptions {
  readonly config: Config;
  readonly choice: OperatorChoice;
  readonly machine: Machine;
  readonly budgetChoice: BudgetChoice;
  /** Names the fields in problems. */
  readonly nameField: FieldNamer;
}

/**
 * `default` is the operator that a command talks to. Mistakes of the user, such as a wrong address,
 * are problems of the report and no errors.
 */
export async function diagnose(options: DiagnosisOptions) {
  const { config, choice } = options;
  const configured = configuredOperators(config);
  let chosen: readonly Operator[] = [];
  const problem = await messageOfFailure(async () => {
    chosen = chooseOperators(choice, config);
  }, options);
  const others = chosen.filter(
    (one) => !one.sandbox && !configured.some(({ name }) => name === one.name),
  );
  // To choose no operator is no mistake.
  const isChosen = namesOperator(choice) || config.default !== undefined;
  const value = chosen.map(({ name }) => name).join(', ') || 'none';
  return {
    folders: inspectFolders(options),
    operators: [
      ...(await Promise.all(
        [...configured, ...others].map((one) => inspectOperator(one, options)),
      )),
      { name: 'default', value, problem: isChosen ? problem : undefined },
    ],
  };
}

function inspectFolders({ config, machine: { env } }: DiagnosisOptions): DiagnosisFact[] {
  const { path, notice } = findBudgetsFolder(env, { looksOnly: true });
  const budget =
    path === undefined
      ? { name: 'request budget', value: 'none' }
      : inspectFolder('request budget', path);
  return [
    inspectFolder('configuration', dirname(config.path)),
    inspectFolder('cache', cacheFolder(env)),
    { ...budget, ...(notice !== undefined && { problem: notice }) },
  ];
}

export function inspectFolder(name: string, path: string): DiagnosisFact {
  const { exists, problem } = folderAccess(path);
  return { name, value: exists ? path : `${path} (not created yet)`, problem };
}

async function inspectOperator(
  operator: Operator,
  options: DiagnosisOptions,
): Promise<DiagnosisFact> {
  const { machine, budgetChoice } = options;
  const { name, baseUrl } = operator;
  const parts = [shownAddress(baseUrl.href)];
  const problem = await messageOfFailure(async () => {
    const proxy = proxyFor(baseUrl, machine.env);
    if (proxy !== undefined) parts.push(`proxy ${shownAddress(proxy.href)}`);
    const { free, limit, windowMs, server } = (
      await readBudgets([operator], budgetChoice, machine)
    )[0]!;
    parts.push(`${free} of ${limit} requests left in ${formatDuration(windowMs)}`);
    if (server === undefined) return undefined;
    parts.push(`shared on ${server.label}`);
    const { problem: trouble } = server;
    return trouble && `the server of the budget cannot be used: ${trouble}`;
  }, options);
  return { name, value: parts.join(', '), problem };
}

/** The result of the work, or the message of its error. */
async function messageOfFailure(
  work: () => Promise<string | undefined | void>,
  { nameField }: DiagnosisOptions,
): Promise<string | undefined> {
  try {
    return (await work()) ?? undefined;
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return error.describe(nameField).message;
  }
}
