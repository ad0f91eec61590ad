/** Chooses the operators that a command talks to. */
import { originOf } from '../base/addresses.ts';
import { ConfigError, UsageError } from '../base/errors.ts';
import { fieldText, joinTexts, type FieldText } from '../base/field-text.ts';
import type { Operator } from '../planner/session.ts';
import {
  configuredOperators,
  configuredSettings,
  operatorFrom,
  sandboxSettings,
  settingsForAddress,
  type Config,
  type OperatorChoice,
  type OperatorSettings,
} from './operator.ts';
import type { Setting } from './setting.ts';

export function namesOperator({ sandbox, baseUrl, operator }: OperatorChoice): boolean {
  return Boolean(sandbox ?? baseUrl ?? operator);
}

/** The operators of the configuration, if nothing says which of several is meant. */
export function undecidedNames(choice: OperatorChoice, config: Config): readonly string[] {
  const names = Object.keys(config.operators);
  return namesOperator(choice) || config.default || names.length < 2 ? [] : names;
}

/** Throws what `chooseOperators` throws, and UsageError if several are named. */
export function chooseOperator(choice: OperatorChoice, config: Config): Operator {
  const { names, operators } = settingsOfChoice(choice, config);
  const [first] = operators;
  if (first !== undefined && operators.length === 1) return operatorFrom(first);
  const named = sourceInWords(choice, names.value);
  throw new UsageError(
    fieldText('{named} names several operators, but this command takes one', { named }),
    {
      hint: choice.sandbox
        ? fieldText('name one of them with {sandbox}=; rental compare takes several')
        : fieldText('name one of them with {operator}; rental compare takes several'),
    },
  );
}

/** The flag that names the operators, or the default of the configuration, for a message. */
function sourceInWords({ sandbox, operator }: OperatorChoice, names: string): FieldText {
  if (sandbox) return fieldText('{sandbox}={given}', { given: sandbox.value.join(',') });
  return operator ? fieldText('{operator}={names}', { names }) : `the default, ${names},`;
}

export function chooseOperators(choice: OperatorChoice, config: Config): readonly Operator[] {
  return settingsOfChoice(choice, config).operators.map(operatorFrom);
}

interface ChosenSettings {
  /** With commas between. */
  readonly names: Setting<string>;
  readonly operators: readonly OperatorSettings[];
}

/**
 * The operators that flags or variables name, else the default of the configuration, else its only
 * operator; never sample data unless it is named. Throws ConfigError, and UsageError for a
 * contradiction or if there is no operator.
 */
export function settingsOfChoice(choice: OperatorChoice, config: Config): ChosenSettings {
  const { sandbox, baseUrl } = choice;
  refuseContradiction(choice);
  if (sandbox) refuseOverride(choice);
  if (sandbox) return chosenSettings(sandbox, sandbox.value.map(sandboxSettings));
  if (baseUrl) return chosenSettings(baseUrl, [settingsForAddress(baseUrl, choice, config)]);
  const operator = choice.operator ?? defaultNames(config);
  const names = namesIn(operator.value);
  if (names.length > 1) refuseOverride(choice);
  return chosenSettings(
    operator,
    names.map((name) => configuredSettings(name, config, choice)),
  );
}

function chosenSettings(
  by: Setting<unknown>,
  operators: readonly OperatorSettings[],
): ChosenSettings {
  return { names: { ...by, value: operators.map(({ name }) => name).join(',') }, operators };
}

/** The default of the configuration, or else its only operator. */
function defaultNames(config: Config): Setting<string> {
  const stale = staleDefaultError(config);
  if (stale !== undefined) throw stale;
  if (config.default) return { value: config.default, source: 'file', place: 'default' };
  const names = Object.keys(config.operators);
  const [only] = names;
  if (only !== undefined && names.length === 1)
    return { value: only, source: 'file', place: 'operators' };
  if (only === undefined)
    throw new UsageError('no operator is configured', {
      hint: fieldText(
        'give an address with {baseUrl} <url> (rental operators add saves it), or add {sandbox} to try sample data',
      ),
    });
  throw new UsageError('several operators are configured, but no default is set', {
    hint: fieldText(
      'choose one with {operator} <name>: {names}; rental operators default <name> sets it for good; or add {sandbox} to try sample data',
      { names: names.join(', ') },
    ),
  });
}

function refuseContradiction({ sandbox, baseUrl, operator }: OperatorChoice): void {
  const given: FieldText[] = [];
  if (sandbox) given.push(fieldText('{sandbox}'));
  if (baseUrl) given.push(fieldText('{baseUrl}'));
  if (operator) given.push(fieldText('{operator}'));
  if (given.length < 2) return;
  throw new UsageError(
    fieldText('{given} cannot be used together', { given: joinTexts(given, ', ', ' and ') }),
    {
      hint: 'give one of them',
    },
  );
}

/** Throws UsageError for a website or a limit, which only one operator with an address can have. */
function refuseOverride({ sandbox, siteUrl, rateLimit }: OperatorChoice): void {
  if (!(siteUrl ?? rateLimit)) return;
  const field = siteUrl ? 'siteUrl' : 'rateLimit';
  const thing = siteUrl ? 'website' : 'limit';
  if (sandbox) {
    throw new UsageError(
      fieldText(`{sandbox} has its own {thing}, so {${field}} has no effect`, { thing }),
      {
        hint: siteUrl
          ? 'leave one out'
          : fieldText('leave one out; rental sandbox {rateLimit} serves it with another limit'),
      },
    );
  }
  throw new UsageError(
    fieldText(`{${field}} is the {thing} of one operator, but several are named`, { thing }),
    {
      hint: fieldText(`rental operators add <name> <base-url> {${field}} saves one for each`),
    },
  );
}

/** Undefined if the default of the file can be used. */
export function staleDefaultError({
  path,
  default: text,
  operators,
}: Config): ConfigError | undefined {
  if (!text) return undefined;
  const gone = namesIn(text).find((name) => !Object.hasOwn(operators, name));
  if (gone === undefined) return undefined;
  return new ConfigError(`${path}: default names the operator "${gone}", which is not configured`, {
    hint: `rental operators add ${gone} <base-url> adds it, rental operators default <name> sets another`,
  });
}

/** The operators that the user names, without the sandbox, or else all of the configuration. */
export function knownOperators(choice: OperatorChoice, config: Config) {
  const configured = configuredOperators(config);
  if (!namesOperator(choice)) return { operators: configured, areNamed: false };
  const named = chooseOperators(choice, config).filter(({ sandbox }) => !sandbox);
  const hasUnknownLimit = choice.baseUrl !== undefined && choice.rateLimit === undefined;
  if (!hasUnknownLimit) return { operators: named, areNamed: true };
  // A budget is that of an origin, and the configured operators of the origin know its limit.
  const sameOrigin = configured.filter((one) =>
    named.some(({ baseUrl }) => originOf(baseUrl) === originOf(one.baseUrl)),
  );
  return { operators: sameOrigin.length > 0 ? sameOrigin : named, areNamed: true };
}

/** `lucky,happy` → both; no name has a comma. */
function namesIn(text: string): string[] {
  const names = new Set(text.split(',').map((name) => name.trim()));
  names.delete('');
  // A text without names counts as one, so that the error for an unknown operator repeats it.
  return names.size > 0 ? [...names] : [text];
}
