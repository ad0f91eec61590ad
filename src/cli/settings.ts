/**
 * The only place that works out what is set: the value of each global flag, what set it, and where.
 */
import type { BudgetChoice } from '../operators/budgets.ts';
import type { OperatorChoice } from '../operators/operator.ts';
import { byDefault, type Setting, type Source } from '../operators/setting.ts';
import type { Format } from '../result.ts';
import { isOff } from '../base/words.ts';
import { camelCase, variableOf, type CamelCase, type Flags } from './flags.ts';
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

/** The keys of flags that have a value in every run. */
type AlwaysSet = {
  [Name in keyof GlobalFlags]: GlobalFlags[Name] extends { kind: 'switch' } | { default: unknown }
    ? CamelCase<Name>
    : never;
}[keyof GlobalFlags];

/** By the keys of the flags. */
export type ResolvedSettings = { readonly [Key in AlwaysSet]: Setting<Value<Key>> } & {
  readonly [Key in Exclude<keyof GlobalValues, AlwaysSet>]?: Setting<Value<Key>>;
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
  const settings: Record<string, Setting<unknown>> = {};
  for (const [name, flag] of Object.entries(globalFlags as Flags)) {
    const key = camelCase(name) as keyof GlobalValues;
    const level = (operatorFlags.includes(name) ? ofOperator : levels).find(
      ({ values }) => values[key] !== undefined,
    );
    const fallback = flag.kind === 'switch' ? false : flag.default;
    if (level !== undefined)
      settings[key] = {
        value: level.values[key],
        source: level.source,
        place: level.places[key] ?? '',
      };
    else if (fallback !== undefined) settings[key] = byDefault(fallback);
  }
  return settings as ResolvedSettings;
}

type Values = { readonly [Key in AlwaysSet]: Value<Key> };

/** What a run does, under the names of the flags; durations in ms. */
export interface Settings extends Omit<Values, 'json' | 'noColor' | 'noWait'> {
  readonly format: Format | undefined;
  readonly fields: readonly string[] | undefined;
  /** Only if the format is `json`. */
  readonly jq: string | undefined;
  readonly operatorChoice: OperatorChoice;
  readonly budget: BudgetChoice;
}

export function settingsOf(resolved: ResolvedSettings): Settings {
  const values = Object.fromEntries(
    Object.entries(resolved).map(([key, { value }]) => [key, value]),
  ) as Values;
  const { sandbox, baseUrl, operator, siteUrl, rateLimit, budgetUrl, format, fields } = resolved;
  // A higher level may have chosen another format. The expression chooses the fields itself.
  const jq = format?.value === 'json' ? resolved.jq?.value : undefined;
  return {
    ...values,
    format: format?.value,
    fields: jq === undefined ? fields?.value : undefined,
    jq,
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
