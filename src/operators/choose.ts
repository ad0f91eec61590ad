/** Which operators a command talks to. */
import { ConfigError, UsageError } from '../errors.ts';
import type { Operator } from '../planner/session.ts';
import { joinWords, originOf } from '../text.ts';
import {
  configuredOperator,
  configuredOperators,
  operatorAt,
  sandboxName,
  staleDefault,
  type Config,
  type SandboxVariant,
} from './operator.ts';

/** What one source (flags, environment, configuration) says about the operator. */
export interface OperatorChoice {
  /** Built-in operators, one or several. */
  readonly sandbox?: readonly SandboxVariant[] | undefined;
  readonly baseUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
  /** `60/10s` */
  readonly rateLimit?: string | undefined;
  /** A name; several with commas between. */
  readonly operator?: string | undefined;
  /** The configuration file names this operator, not the user. */
  readonly isDefault?: boolean;
}

export type ChosenOperator =
  { readonly sandbox: SandboxVariant } | { readonly sandbox: false; readonly operator: Operator };

export function chosenName(chosen: ChosenOperator): string {
  return chosen.sandbox === false ? chosen.operator.name : sandboxName(chosen.sandbox);
}

/**
 * The first source that names an operator, and the website and the limit that go with it: those from a lower source, such as an
 * exported variable, belong to another operator.
 */
export function decidingChoice(choices: readonly OperatorChoice[]): OperatorChoice {
  const index = choices.findIndex(namesOperator);
  const first = (field: 'siteUrl' | 'rateLimit') =>
    (index < 0 ? choices : choices.slice(0, index + 1)).find((choice) => choice[field])?.[field];
  return { ...choices[index], siteUrl: first('siteUrl'), rateLimit: first('rateLimit') };
}

export function namesOperator({ sandbox, baseUrl, operator }: OperatorChoice): boolean {
  return Boolean(sandbox || baseUrl || operator);
}

/**
 * Takes the first source that names an operator. Throws UsageError if one source names two, or none names any: a trip is never
 * priced on sample data without being asked for.
 */
export function chooseOperator(choices: readonly OperatorChoice[], config: Config): ChosenOperator {
  const choice = decidingChoice(choices);
  const { sandbox, operator } = choice;
  refuseContradiction(choice);
  if (sandbox?.[0] !== undefined) {
    if (sandbox.length === 1) return { sandbox: sandbox[0] };
    throw new UsageError(
      (name) => `${name('sandbox')}=${sandbox.join(',')} are several operators, but this command asks one`,
      {
        hint: (name) =>
          `give ${name('sandbox')}=${sandbox.join(` or ${name('sandbox')}=`)}; rental compare takes several`,
      },
    );
  }
  if (choice.baseUrl) return { sandbox: false, operator: operatorAt(choice.baseUrl, choice, config) };
  if (operator) {
    requireDefault(choice, operator, config);
    return { sandbox: false, operator: configuredOperator(operator, choice, config) };
  }
  const names = Object.keys(config.operators);
  const [only] = names;
  if (only !== undefined && names.length === 1)
    return { sandbox: false, operator: configuredOperator(only, choice, config) };
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

function refuseContradiction({ sandbox, baseUrl, siteUrl, rateLimit, operator }: OperatorChoice): void {
  const named = [sandbox && 'sandbox', baseUrl && 'baseUrl', operator && 'operator'].filter((field) => !!field);
  if (named.length > 1) {
    throw new UsageError((name) => `${joinWords((named as string[]).map(name))} cannot be used together`, {
      hint: 'give one of them',
    });
  }
  if (!sandbox || !(siteUrl ?? rateLimit)) return;
  const [field, thing] = siteUrl ? (['siteUrl', 'website'] as const) : (['rateLimit', 'limit'] as const);
  throw new UsageError((name) => `${name('sandbox')} has its own ${thing}, so ${name(field)} has no effect`, {
    hint: 'leave one out',
  });
}

/** The user did not give the name, so the error says where it is from. */
function requireDefault({ isDefault = false }: OperatorChoice, name: string, config: Config): void {
  const problem = isDefault ? staleDefault(config, name) : undefined;
  if (problem !== undefined) throw new ConfigError(problem.message, { hint: problem.hint });
}

/** The same for several operators: the deciding source may name them with commas between. Also throws UsageError for a website or a limit. */
export function chooseOperators(choices: readonly OperatorChoice[], config: Config): ChosenOperator[] {
  const deciding = decidingChoice(choices);
  const variants = deciding.sandbox ?? [];
  if (variants.length > 1)
    return variants.map((variant) => chooseOperator([{ ...deciding, sandbox: [variant] }], config));
  const names = namesIn(deciding.operator ?? '', config);
  if (names.length < 2) return [chooseOperator(choices, config)];
  refuseSharing(deciding);
  return names.map((operator) => chooseOperator([{ ...deciding, operator }], config));
}

function refuseSharing({ siteUrl, rateLimit }: OperatorChoice): void {
  if (siteUrl === undefined && rateLimit === undefined) return;
  const [field, thing] = siteUrl === undefined ? ['rateLimit', 'limit'] : ['siteUrl', 'website'];
  throw new UsageError((name) => `${name(field)} is the ${thing} of one operator, but several are named`, {
    hint: (name) =>
      `rental operators add <name> <base-url> ${siteUrl === undefined ? '--limit <n/time>' : `${name(field)} <url>`} keeps one for each`,
  });
}

export interface KnownOperators {
  readonly operators: readonly Operator[];
  /** The user named them; otherwise they are all that are configured. */
  readonly areNamed: boolean;
  /** Configured operators that are left out, and why. */
  readonly notes: readonly string[];
}

/**
 * The operators that the user names, or else all that are configured. A configured one with a mistake is left out with a note. The
 * sandbox has no address before it starts. Throws UsageError and ConfigError for a name or address that the user gives.
 */
export function knownOperators(choices: readonly OperatorChoice[], config: Config): KnownOperators {
  const given = choices.filter((choice) => choice.isDefault !== true);
  const { operators, notes } = configuredOperators(config);
  if (!given.some(namesOperator)) return { operators, areNamed: false, notes };
  const named = chooseOperators(given, config).flatMap((chosen) => (chosen.sandbox === false ? [chosen.operator] : []));
  const { baseUrl, rateLimit } = decidingChoice(given);
  if (baseUrl === undefined || rateLimit !== undefined) return { operators: named, areNamed: true, notes: [] };
  const same = operators.filter((one) => named.some(({ baseUrl }) => originOf(baseUrl) === originOf(one.baseUrl)));
  return { operators: same.length > 0 ? same : named, areNamed: true, notes: [] };
}

/** Mistakes of the configuration that its list of operators should show. */
export function configNotes(config: Config): readonly string[] {
  const { notes } = configuredOperators(config);
  const stale = namesIn(config.default ?? '', config).flatMap((name) => staleDefault(config, name) ?? []);
  return [...notes, ...stale.map(({ message, hint }) => `${message}: ${hint}`)];
}

function namesIn(text: string, config: Config): string[] {
  if (Object.hasOwn(config.operators, text)) return [text];
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}
