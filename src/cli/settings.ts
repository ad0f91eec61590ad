/** The settings that follow from the global flags, the environment and the configuration file. */
import { shownAddress } from '../addresses.ts';
import type { BudgetChoice } from '../operators/budgets.ts';
import type { OperatorChoice } from '../operators/choose.ts';
import type { Origin } from '../operators/origins.ts';
import type { Format } from '../result.ts';
import { durationText, isOff } from '../text.ts';
import { flagOf, variableOf } from './flags.ts';
import { globalFlags, type GlobalValues } from './global-flags.ts';
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

type Switch = 'noInput' | 'accessible' | 'noPager' | 'quiet' | 'refresh';
type Usual = Required<Pick<GlobalValues, Switch | 'verbose' | 'color' | 'timeout' | 'maxWait' | 'retries'>>;

/** Where nothing sets them. */
const usualValues: Usual = {
  ...{ noInput: false, accessible: false, noPager: false, quiet: false, refresh: false, verbose: 0 },
  color: globalFlags.color.usual,
  timeout: globalFlags.timeout.usual,
  maxWait: globalFlags['max-wait'].usual,
  retries: globalFlags.retries.usual,
};

/** Of the levels, the first that sets something decides: flag, then environment, then configuration file, then default. */
export function resolveSettings(levels: Levels): Settings {
  const [flags, environment, file] = levels;
  const values = levels.reduceRight<GlobalValues>((lower, { values: own }) => ({ ...lower, ...own }), {});
  // An expression chooses the fields itself: of the two, the one of the higher level counts. Another level may have chosen another format.
  const chooser = levels.find((level) => level.values.jq ?? level.values.fields);
  const takesJq = values.format === 'json' && chooser?.values.jq !== undefined;
  return {
    ...usualValues,
    ...values,
    format: values.format,
    fields: takesJq ? undefined : values.fields,
    jq: takesJq ? values.jq : undefined,
    operatorChoices: [flags.values, environment.values],
    budget: { url: flags.values.budgetUrl ?? environment.values.budgetUrl, defaultUrl: file.values.budgetUrl },
  };
}

const shownSettings = [
  ...(['format', 'fields', 'jq', 'noInput', 'accessible', 'quiet', 'verbose', 'color'] as const),
  ...(['timeout', 'maxWait', 'retries', 'refresh', 'noPager', 'budgetUrl'] as const),
];

/** Every setting in effect that does not choose the operator, and where it is from. `format` is the one for this output. */
export function settingOrigins(levels: Levels, format: Format): Origin[] {
  const usual: GlobalValues = { ...usualValues, format, fields: [] };
  return shownSettings.flatMap((setting) => {
    const level = levels.find(({ values }) => values[setting] !== undefined);
    const { source, values, by } = level ?? { source: 'default' as const, values: usual, by: {} };
    const value = values[setting];
    // Few use an expression, or share a budget.
    if ((setting === 'jq' || setting === 'budgetUrl') && !value) return [];
    const field = by[setting] ?? setting;
    const place = source === 'default' ? '' : source === 'file' ? `defaults.${field}` : field;
    return [{ setting, value: shown(setting, value), source, place }];
  });
}

/** For a table and records: a setting has the name of its flag. */
export function settingRow({ setting, value, source, place }: Origin) {
  return { setting: flagOf(setting).slice(2), value, source, place: placeName(source, place) };
}

function placeName(source: Origin['source'], place: string): string {
  if (source === 'flag') return flagOf(place);
  // Some variables are not ours.
  return source === 'variable' && /[a-z]/.test(place) ? variableOf(place) : place;
}

/** As a flag takes it. */
function shown(setting: (typeof shownSettings)[number], value: GlobalValues[keyof GlobalValues]): string {
  if (setting === 'budgetUrl') return shownAddress(String(value));
  if (setting === 'timeout' || setting === 'maxWait') return durationText(Number(value));
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

type OutputHints = Pick<Settings, 'color' | 'noPager'> & { readonly json: boolean };

/** Guesses the output form from the words of a command line that was not understood or asks for help. Never throws. */
export function outputHints(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): OutputHints {
  const line = argv.join(' ');
  const json = argv.some((word) => /^--(?:json$|jq\b)/.test(word)) || !isOff(env['RENTAL_JSON']);
  const format = /(?:^| )--format[= ](\w+)/.exec(line)?.[1] ?? env['RENTAL_FORMAT'];
  const flag = /(?:^| )--color[= ](\w+)/.exec(line)?.[1] ?? (argv.includes('--no-color') ? 'never' : undefined);
  const variable = env['RENTAL_COLOR'] ?? (isOff(env['RENTAL_NO_COLOR']) ? 'auto' : 'never');
  const color = (flag ?? variable).toLowerCase();
  return {
    json: json || format?.toLowerCase() === 'json',
    color: color === 'always' || color === 'never' ? color : 'auto',
    noPager: argv.includes('--no-pager') || !isOff(env['RENTAL_NO_PAGER']),
  };
}
