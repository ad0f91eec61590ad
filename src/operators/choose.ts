/** Which operators a command talks to. */
import { UsageError } from '../errors.ts';
import type { Operator } from '../planner/session.ts';
import { joinWords } from '../text.ts';
import { configuredOperator, operatorAt, type Config } from './operator.ts';

/** What one source (flags, environment, configuration) says about the operator. */
export interface OperatorChoice {
  readonly sandbox?: boolean;
  readonly baseUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
  /** A name; several with commas between. */
  readonly operator?: string | undefined;
}

export type ChosenOperator = { readonly sandbox: true } | { readonly sandbox: false; readonly operator: Operator };

/**
 * Takes the first source that names an operator. Throws UsageError if one source names two, or none names any: a trip is never
 * priced on sample data without being asked for.
 */
export function chooseOperator(choices: readonly OperatorChoice[], config: Config): ChosenOperator {
  let siteUrl: string | undefined;
  for (const choice of choices) {
    // A website from a lower source, such as an exported variable, belongs to another operator.
    siteUrl ??= choice.siteUrl;
    refuseContradiction(choice);
    if (choice.sandbox) return { sandbox: true };
    if (choice.baseUrl) return { sandbox: false, operator: operatorAt(choice.baseUrl, siteUrl) };
    if (choice.operator) return { sandbox: false, operator: configuredOperator(choice.operator, siteUrl, config) };
  }
  const names = Object.keys(config.operators);
  const [only] = names;
  if (only !== undefined && names.length === 1) {
    return { sandbox: false, operator: configuredOperator(only, siteUrl, config) };
  }
  throw new UsageError(
    only === undefined ? 'no operator is configured' : 'several operators are configured, but no default is set',
    {
      hint: (name) =>
        only === undefined
          ? `give an address with ${name('baseUrl')} <url> (or RENTAL_BASE_URL), or add ${name('sandbox')} to try sample data`
          : `choose one with ${name('operator')} <name>: ${names.join(', ')}; or add ${name('sandbox')} to try sample data`,
    },
  );
}

function refuseContradiction({ sandbox, baseUrl, siteUrl, operator }: OperatorChoice): void {
  const named = [sandbox && 'sandbox', baseUrl && 'baseUrl', operator && 'operator'].filter((field) => !!field);
  if (named.length > 1) {
    throw new UsageError((name) => `${joinWords((named as string[]).map(name))} cannot be used together`, {
      hint: 'give one of them',
    });
  }
  if (sandbox && siteUrl) {
    throw new UsageError((name) => `${name('sandbox')} has its own website, so ${name('siteUrl')} has no effect`, {
      hint: 'leave one out',
    });
  }
}

/** The same for several operators: the deciding source may name them with commas between. Throws UsageError for a website, too. */
export function chooseOperators(choices: readonly OperatorChoice[], config: Config): ChosenOperator[] {
  const deciding = choices.find((choice) => choice.sandbox || choice.baseUrl || choice.operator);
  const names = namesIn(deciding?.operator ?? '', config);
  if (names.length < 2) return [chooseOperator(choices, config)];
  if (choices.some((choice) => choice.siteUrl !== undefined)) {
    throw new UsageError((name) => `${name('siteUrl')} is the website of one operator, but several are named`, {
      hint: (name) => `rental operators add <name> <base-url> ${name('siteUrl')} <url> keeps one for each`,
    });
  }
  return names.map((operator) =>
    chooseOperator(
      choices.map((choice) => (choice === deciding ? { ...choice, operator } : choice)),
      config,
    ),
  );
}

/** Every operator that is configured or named by its address; the sandbox has no address before it starts. Throws ConfigError. */
export function knownOperators(choices: readonly OperatorChoice[], config: Config): Operator[] {
  const configured = Object.keys(config.operators).map((name) => configuredOperator(name, undefined, config));
  const addressed = choices.flatMap(({ baseUrl }) => (baseUrl === undefined ? [] : [operatorAt(baseUrl, undefined)]));
  const isNew = ({ baseUrl }: Operator): boolean => !configured.some((one) => one.baseUrl.origin === baseUrl.origin);
  return [...configured, ...addressed.filter(isNew)];
}

function namesIn(text: string, config: Config): string[] {
  if (Object.hasOwn(config.operators, text)) return [text];
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}
