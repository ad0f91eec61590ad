/**
 * The only place that works out what is set: the value of each global flag, what set it, and where.
 */
import type { BudgetChoice } from '../operators/budgets.ts';
import type { OperatorChoice } from '../operators/operator.ts';
import { byDefault, type Setting, type Source } from '../operators/setting.ts';
import type { Format } from '../result.ts';
import { isOff } from '../base/words.ts';
import { camelCase, variableOf, type CamelCase } from './flags.ts';
import { globalFlags, operatorFlags, type GlobalValues } from './global-flags.ts';

/** What one source says. */
export interface Level {
  readonly source: Source;
  /** A shorthand such as `--json` is also under the flag that it stands for. */
  readonly values: GlobalValues;
  /** What sets each value: `--json` for `format`. */
  readonly places: Readonly<Record<string, string>>;
}

type GlobalFlags = typeof globalFlags;
type Value<Key extends keyof GlobalValues> = NonNullable<GlobalValues[Key]>;

/** Switches that only set another flag. */
type Shorthand = 'json' | 'noColor' | 'noWait';

/** The keys of flags that have a value in every run. */
type AlwaysSet = Exclude<
  {
    [Name in keyof GlobalFlags]: GlobalFlags[Name] extends { kind: 'switch' } | { default: unknown }
      ? CamelCase<Name>
      : never;
  }[keyof GlobalFlags],
  Shorthand
>;

type SometimesSet = Exclude<keyof GlobalValues, AlwaysSet | Shorthand>;

/** By the keys of the flags. */
export type ResolvedSettings = { readonly [Key in AlwaysSet]: Setting<Value<Key>> } & {
  readonly [Key in SometimesSet]: Setting<Value<Key>> | undefined;
};

/**
 * Each setting comes from the first level that has it, else from the default of the flag. Settings
 * that belong to an operator come only from the level that names one, or from a higher level. If a
 * flag names the operator, the website in an exported variable is that of another operator.
 */
export function resolveSettings(levels: readonly Level[]): ResolvedSettings {
  const naming = levels.findIndex(
    ({ values: { sandbox, baseUrl, operator } }) => sandbox ?? baseUrl ?? operator,
  );
  const ofOperator = naming === -1 ? levels : levels.slice(0, naming + 1);
  const operatorKeys = operatorFlags.map(camelCase);
  const read = <Key extends keyof GlobalValues>(key: Key): Setting<Value<Key>> | undefined =>
    firstIn(operatorKeys.includes(key) ? ofOperator : levels, key);
  const { color, timeout, 'max-wait': maxWait, retries } = globalFlags;
  return {
    operator: read('operator'),
    baseUrl: read('baseUrl'),
    siteUrl: read('siteUrl'),
    rateLimit: read('rateLimit'),
    config: read('config'),
    sandbox: read('sandbox'),
    format: read('format'),
    fields: read('fields'),
    jq: read('jq'),
    noInput: read('noInput') ?? byDefault(false),
    accessible: read('accessible') ?? byDefault(false),
    noPager: read('noPager') ?? byDefault(false),
    quiet: read('quiet') ?? byDefault(false),
    verbose: read('verbose') ?? byDefault(false),
    color: read('color') ?? byDefault(color.default),
    timeout: read('timeout') ?? byDefault(timeout.default),
    maxWait: read('maxWait') ?? byDefault(maxWait.default),
    retries: read('retries') ?? byDefault(retries.default),
    refresh: read('refresh') ?? byDefault(false),
    budgetUrl: read('budgetUrl'),
  };
}

function firstIn<Key extends keyof GlobalValues>(
  levels: readonly Level[],
  key: Key,
): Setting<Value<Key>> | undefined {
  for (const { values, source, places } of levels) {
    const value = values[key];
    if (value !== undefined) return { value, source, place: places[key] ?? '' };
  }
  return undefined;
}

/** What a run does, under the names of the flags; durations in ms. */
export interface Settings extends Readonly<{ [Key in AlwaysSet]: Value<Key> }> {
  readonly format: Format | undefined;
  readonly fields: readonly string[] | undefined;
  /** Only if the format is `json`. */
  readonly jq: string | undefined;
  readonly operatorChoice: OperatorChoice;
  readonly budget: BudgetChoice;
}

export function settingsOf(resolved: ResolvedSettings): Settings {
  const { sandbox, baseUrl, operator, siteUrl, rateLimit, budgetUrl, format, fields } = resolved;
  // A higher level may have chosen another format. The expression chooses the fields itself.
  const jq = format?.value === 'json' ? resolved.jq?.value : undefined;
  return {
    format: format?.value,
    fields: jq === undefined ? fields?.value : undefined,
    jq,
    noInput: resolved.noInput.value,
    accessible: resolved.accessible.value,
    noPager: resolved.noPager.value,
    quiet: resolved.quiet.value,
    verbose: resolved.verbose.value,
    color: resolved.color.value,
    timeout: resolved.timeout.value,
    maxWait: resolved.maxWait.value,
    retries: resolved.retries.value,
    refresh: resolved.refresh.value,
    operatorChoice: { sandbox, baseUrl, operator, siteUrl, rateLimit },
    // A flag or a variable overrides an operator's own server; a default of the file does not.
    budget:
      budgetUrl?.source === 'file' ? { defaultUrl: budgetUrl.value } : { url: budgetUrl?.value },
  };
}

type GuessedOutput = Pick<Settings, 'color' | 'noPager'> & { readonly json: boolean };

/**
 * Guesses the output form from the words of a command line that was not understood or asks for
 * help. Never throws.
 */
export function guessOutput(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): GuessedOutput {
  const line = argv.join(' ');
  const isOn = (name: string): boolean =>
    argv.includes(`--${name}`) || !isOff(env[variableOf(name)]);
  const valueOf = (name: string): string | undefined =>
    (
      new RegExp(`(?:^| )--${name}[= ](\\w+)`).exec(line)?.[1] ?? env[variableOf(name)]
    )?.toLowerCase();
  const color = isOn('no-color') ? 'never' : valueOf('color');
  return {
    json: isOn('json') || valueOf('format') === 'json' || /(?:^| )--(?:jq\b|json=)/.test(line),
    color: color === 'always' || color === 'never' ? color : 'auto',
    noPager: isOn('no-pager'),
  };
}
