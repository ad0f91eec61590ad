/** Which operators a command talks to. */
import { originOf } from '../base/addresses.ts';
import { ConfigError, UsageError } from '../base/errors.ts';
import { fieldText, joinTexts, type FieldText } from '../base/field-text.ts';
import type { Operator, SandboxVariant } from '../planner/session.ts';
import {
  configuredOperator,
  configuredOperators,
  operatorAt,
  sandboxOperator,
  type Config,
  type OperatorOverrides,
} from './operator.ts';

/** What one source (flags or environment) says about the operator. */
export interface OperatorChoice extends OperatorOverrides {
  /** Built-in operators, one or several. */
  readonly sandbox?: readonly SandboxVariant[] | undefined;
  readonly baseUrl?: string | undefined;
  /** A name; several with commas between. */
  readonly operator?: string | undefined;
}

/**
 * The first source that names an operator, and the website and the limit that go with it: those from a lower source, such as an
 * exported variable, belong to another operator. If none names one, they are for the default of the configuration.
 */
export function decidingChoice(choices: readonly OperatorChoice[]): OperatorChoice {
  const index = choices.findIndex(namesOperator);
  const first = (field: keyof OperatorOverrides) =>
    (index < 0 ? choices : choices.slice(0, index + 1)).find((choice) => choice[field])?.[field];
  return { ...choices[index], siteUrl: first('siteUrl'), rateLimit: first('rateLimit') };
}

export function namesOperator({ sandbox, baseUrl, operator }: OperatorChoice): boolean {
  return Boolean(sandbox || baseUrl || operator);
}

/** Like `chooseOperators`, for a command that asks one operator. Also throws UsageError if several are named. */
export function chooseOperator(choices: readonly OperatorChoice[], config: Config): Operator {
  const chosen = chooseOperators(choices, config);
  const [first] = chosen;
  if (first !== undefined && chosen.length === 1) return first;
  const { sandbox } = decidingChoice(choices);
  const field = sandbox ? 'sandbox' : 'operator';
  const given = sandbox ? sandbox.join(',') : chosen.map(({ name }) => name).join(',');
  throw new UsageError(fieldText(`{${field}}={given} are several operators, but this command asks one`, { given }), {
    hint: 'name one of them; rental compare takes several',
  });
}

/**
 * Takes the first source that names operators, which may be several with commas between, or else the default of the configuration, or
 * the only operator there. Throws ConfigError, and UsageError if one source contradicts itself, or there is none of these: a trip is
 * never priced on sample data without being asked for.
 */
export function chooseOperators(choices: readonly OperatorChoice[], config: Config): readonly Operator[] {
  const choice = decidingChoice(choices);
  const { sandbox, baseUrl, operator } = choice;
  refuseContradiction(choice);
  if (sandbox) refuseOverride(choice);
  if (sandbox) return sandbox.map(sandboxOperator);
  if (baseUrl) return [operatorAt(baseUrl, choice, config)];
  const names = namesIn(operator || usualNames(config));
  if (names.length > 1) refuseOverride(choice);
  return names.map((name) => configuredOperator(name, config, choice));
}

/** The default of the configuration, or else its only operator. */
function usualNames(config: Config): string {
  const stale = staleDefault(config);
  if (stale !== undefined) throw stale;
  const names = Object.keys(config.operators);
  const usual = config.default || (names.length === 1 ? names[0] : undefined);
  if (usual !== undefined) return usual;
  const isEmpty = names.length === 0;
  const first = isEmpty
    ? fieldText('give an address with {baseUrl} <url> (rental operators add keeps it),')
    : fieldText('choose one with {operator} <name>: {names};', { names: names.join(', ') });
  throw new UsageError(
    isEmpty ? 'no operator is configured' : 'several operators are configured, but no default is set',
    { hint: fieldText('{first} or add {sandbox} to try sample data', { first }) },
  );
}

function refuseContradiction({ sandbox, baseUrl, operator }: OperatorChoice): void {
  const given: FieldText[] = [];
  if (sandbox) given.push(fieldText('{sandbox}'));
  if (baseUrl) given.push(fieldText('{baseUrl}'));
  if (operator) given.push(fieldText('{operator}'));
  if (given.length < 2) return;
  throw new UsageError(fieldText('{given} cannot be used together', { given: joinTexts(given, ', ', ' and ') }), {
    hint: 'give one of them',
  });
}

/** Throws UsageError for a website or a limit: they are of one operator with an address. */
function refuseOverride({ sandbox, siteUrl, rateLimit }: OperatorChoice): void {
  if (!(siteUrl ?? rateLimit)) return;
  const field = siteUrl ? 'siteUrl' : 'rateLimit';
  const thing = siteUrl ? 'website' : 'limit';
  if (sandbox) {
    throw new UsageError(fieldText(`{sandbox} has its own {thing}, so {${field}} has no effect`, { thing }), {
      hint: 'leave one out',
    });
  }
  throw new UsageError(fieldText(`{${field}} is the {thing} of one operator, but several are named`, { thing }), {
    hint: fieldText(`rental operators add <name> <base-url> {${field}} keeps one for each`),
  });
}

/** Why the default of the file cannot be used; undefined if it can. */
export function staleDefault({ path, default: text = '', operators }: Config): ConfigError | undefined {
  const gone = namesIn(text).find((name) => name !== '' && !Object.hasOwn(operators, name));
  if (gone === undefined) return undefined;
  return new ConfigError(`${path}: default names the operator "${gone}", which is not configured`, {
    hint: `rental operators add ${gone} <base-url> adds it, rental operators default <name> sets another`,
  });
}

/**
 * The operators that the user names, without the sandbox (`areNamed`), or else all that are configured. Throws like `chooseOperators`
 * for what the user gives.
 */
export function knownOperators(choices: readonly OperatorChoice[], config: Config) {
  const configured = configuredOperators(config);
  if (!choices.some(namesOperator)) return { operators: configured, areNamed: false };
  const named = chooseOperators(choices, config).filter(({ sandbox }) => !sandbox);
  const { baseUrl, rateLimit } = decidingChoice(choices);
  if (baseUrl === undefined || rateLimit !== undefined) return { operators: named, areNamed: true };
  const same = configured.filter((one) => named.some(({ baseUrl }) => originOf(baseUrl) === originOf(one.baseUrl)));
  return { operators: same.length > 0 ? same : named, areNamed: true };
}

/** `lucky,happy` → both; no name has a comma. */
function namesIn(text: string): string[] {
  const names = new Set(text.split(',').map((name) => name.trim()));
  names.delete('');
  return names.size > 0 ? [...names] : [text];
}
