/** The settings that follow from the global flags, the environment and the configuration file. */
import { shownAddress } from '../base/addresses.ts';
import type { BudgetChoice } from '../operators/budgets.ts';
import type { OperatorChoice } from '../operators/choose.ts';
import type { Origin } from '../operators/origins.ts';
import type { Format } from '../result.ts';
import { durationText } from '../base/durations.ts';
import { isOff } from '../base/words.ts';
import { camelCase, flagOf, variableOf, type Flag, type Flags } from './flags.ts';
import { globalFlags, operatorFlags, type GlobalValues } from './global-flags.ts';
import type { Levels } from './sources.ts';

/** What a run does, under the names of the flags; durations in ms. */
export interface Settings extends Usual {
  readonly format: Format | undefined;
  readonly fields: readonly string[] | undefined;
  /** Only if the format is `json`. */
  readonly jq: string | undefined;
  /** The first that names an operator decides. */
  readonly operatorChoices: readonly OperatorChoice[];
  readonly budget: BudgetChoice;
}

type Usual = Required<Pick<GlobalValues, keyof typeof usualValues>>;

/** Where nothing sets them. */
const usualValues = {
  ...{ noInput: false, accessible: false, noPager: false, quiet: false, refresh: false, verbose: false },
  color: globalFlags.color.usual,
  timeout: globalFlags.timeout.usual,
  maxWait: globalFlags['max-wait'].usual,
  retries: globalFlags.retries.usual,
};

/** The first level that sets something decides: flag, then environment, then configuration file, then default. */
export function resolveSettings(levels: Levels): Settings {
  const [flags, environment, file] = levels;
  const values = levels.reduceRight<GlobalValues>((lower, { values: own }) => ({ ...lower, ...own }), {});
  // A higher level may have chosen another format. The expression chooses the fields itself.
  const jq = values.format === 'json' ? values.jq : undefined;
  return {
    ...usualValues,
    ...values,
    format: values.format,
    fields: jq === undefined ? values.fields : undefined,
    jq,
    operatorChoices: [flags.values, environment.values],
    budget: { url: flags.values.budgetUrl ?? environment.values.budgetUrl, defaultUrl: file.values.budgetUrl },
  };
}

/** Every setting that does not choose the operator, with the name of its flag. `usual` are those that depend on the run. */
export function settingRows(levels: Levels, usual: GlobalValues): Origin[] {
  const isShown = ([name, { kind, means }]: readonly [string, Flag]): boolean =>
    !operatorFlags.includes(name) && (means === undefined || kind !== 'switch');
  const defaults: Readonly<Record<string, unknown>> = { ...usualValues, ...usual };
  return Object.entries(globalFlags as Flags)
    .filter(isShown)
    .map(([setting, flag]) => {
      const key = camelCase(setting);
      const valueIn = (values: GlobalValues): unknown => (values as Readonly<Record<string, unknown>>)[key];
      const level = levels.find(({ values }) => valueIn(values) !== undefined);
      const value = shown(flag, level === undefined ? defaults[key] : valueIn(level.values));
      return { name: setting, value, source: level?.source ?? 'default', place: level?.places[key] ?? '' };
    });
}

/** As a flag takes it, without secrets. */
function shown(flag: Flag, value: unknown): string {
  if (value === undefined) return '';
  if (flag.kind === 'duration') return durationText(Number(value));
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return 'value' in flag && flag.value === 'url' ? shownAddress(String(value)) : String(value);
}

/** For a table and records: a setting of an operator has the name of its flag. */
export function operatorRow({ name, value, source, place }: Origin): Origin {
  const placeName = source === 'flag' ? flagOf(place) : source === 'variable' ? variableOf(place) : place;
  return { name: flagOf(name).slice(2), value, source, place: placeName };
}

type OutputHints = Pick<Settings, 'color' | 'noPager'> & { readonly json: boolean };

/** Guesses the output form from the words of a command line that was not understood or asks for help. Never throws. */
export function outputHints(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): OutputHints {
  const line = argv.join(' ');
  const isOn = (name: string): boolean => argv.includes(`--${name}`) || !isOff(env[variableOf(name)]);
  const valueOf = (name: string): string | undefined =>
    (new RegExp(`(?:^| )--${name}[= ](\\w+)`).exec(line)?.[1] ?? env[variableOf(name)])?.toLowerCase();
  const color = isOn('no-color') ? 'never' : valueOf('color');
  return {
    json: isOn('json') || valueOf('format') === 'json' || /(?:^| )--(?:jq\b|json=)/.test(line),
    color: color === 'always' || color === 'never' ? color : 'auto',
    noPager: isOn('no-pager'),
  };
}
