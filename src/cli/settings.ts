/** The settings that follow from the global flags, the environment and the configuration file. */
import { ConfigError, UsageError, type FieldNamer } from '../errors.ts';
import type { BudgetChoice } from '../operators/budgets.ts';
import type { OperatorChoice } from '../operators/choose.ts';
import type { Config } from '../operators/operator.ts';
import type { Origin } from '../operators/origins.ts';
import type { Format } from '../result.ts';
import { durationText, formatDuration, isOff, shownAddress } from '../text.ts';
import { camelCase, flagOf, variableOf, type Flags } from './flags.ts';
import { globalFlags, type GlobalValues } from './global-flags.ts';
import { parseEach } from './values.ts';

export interface Settings {
  /** The first that names an operator decides. */
  readonly operatorChoices: readonly OperatorChoice[];
  readonly format: Format | undefined;
  readonly fields: readonly string[] | undefined;
  /** An expression of jq, for `json` only. */
  readonly jq: string | undefined;
  /** False: never prompt. */
  readonly input: boolean;
  /** True: plain lines only. Nothing is drawn again, and no sign or colour carries a meaning alone. */
  readonly accessible: boolean;
  /** False: never start a pager. */
  readonly pager: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
  readonly color: 'auto' | 'always' | 'never';
  /** Longest time of one attempt, ms. */
  readonly timeoutMs: number;
  /** Longest wait for the budget or a retry, ms. */
  readonly maxWaitMs: number;
  readonly retries: number;
  readonly refresh: boolean;
  readonly budget: BudgetChoice;
}

export interface SettingsSources {
  readonly flags: GlobalValues;
  readonly environment: GlobalValues;
  readonly file: GlobalValues;
}

interface Level {
  readonly source: Origin['source'];
  /** What the flags and variables of this level say; a shorthand such as `--json` also under the flag that it stands for. */
  readonly values: GlobalValues;
  /** By what a setting has its value. */
  readonly by: Readonly<Record<string, string>>;
}

/** Flag, then environment, then configuration file, then default. Throws UsageError or ConfigError if two of one level contradict each other. */
export function resolveSettings(sources: SettingsSources, config: Config): Settings {
  const levels = levelsOf(sources, config);
  const [flags, environment, file] = levels.map(({ values }) => values);
  const values = levels.reduceRight<GlobalValues>((lower, level) => ({ ...lower, ...level.values }), {});
  // An expression chooses the fields itself: of the two, the one of the higher level counts. Another level may have chosen another format.
  const chooser = levels.find((level) => level.values.jq ?? level.values.fields);
  const takesJq = values.format === 'json' && chooser?.values.jq !== undefined;
  return {
    operatorChoices: [flags, environment].map(({ sandbox, baseUrl, siteUrl, rateLimit, operator } = {}) => {
      return { sandbox, baseUrl, siteUrl, rateLimit, operator };
    }),
    format: values.format,
    fields: takesJq ? undefined : values.fields,
    jq: takesJq ? values.jq : undefined,
    input: values.noInput !== true,
    accessible: values.accessible === true,
    pager: values.noPager !== true,
    quiet: values.quiet === true,
    verbose: values.verbose ?? 0,
    color: values.color ?? 'auto',
    timeoutMs: values.timeout ?? 0,
    maxWaitMs: values.maxWait ?? 0,
    retries: values.retries ?? 0,
    refresh: values.refresh === true,
    budget: { url: flags?.budgetUrl ?? environment?.budgetUrl, defaultUrl: file?.budgetUrl },
  };
}

/** Throws like `resolveSettings`. */
function levelsOf({ flags, environment, file }: SettingsSources, { path }: Config): readonly Level[] {
  const inFile = (key: string): string => `defaults.${key}`;
  const typed = meaningOf(flags, 'flag', (problem) => new UsageError(problem(flagOf), { hint: 'give one of them' }));
  const set = meaningOf(environment, 'variable', (problem) => {
    return new ConfigError(problem(variableOf), { hint: 'set one of them' });
  });
  const kept = meaningOf(file, 'file', (problem) => {
    return new ConfigError(`${path}: ${problem(inFile)}`, { hint: 'keep one of them' });
  });
  return [typed, set, kept, { source: 'default', values: usualValues(), by: {} }];
}

type Refuse = (problem: (name: FieldNamer) => string) => Error;

/** Throws what `refuse` makes of a contradiction. */
function meaningOf(values: GlobalValues, source: Level['source'], refuse: Refuse): Level {
  const all: Record<string, unknown> = { ...values };
  const by: Record<string, string> = {};
  for (const [name, { means }] of Object.entries(globalFlags as Flags)) {
    const key = camelCase(name);
    if (means === undefined || all[key] === undefined || all[key] === false) continue;
    const [field, value] = means;
    const other = all[field];
    if (other !== undefined && other !== value) {
      const shown = typeof other === 'number' ? formatDuration(other) : String(other);
      throw refuse((nameOf) => `${nameOf(key)} and ${nameOf(field)} ${shown} contradict each other`);
    }
    if (other === undefined) by[field] = key;
    all[field] = value;
  }
  if (values.jq !== undefined && values.fields !== undefined) {
    throw refuse((nameOf) => `${nameOf('jq')} and ${nameOf('fields')} contradict each other`);
  }
  return { source, values: all, by };
}

function usualValues(): GlobalValues {
  const usual = (name: string): string | undefined => (globalFlags as Flags)[name]?.usual;
  return parseEach(globalFlags, usual, (name, problem) => {
    throw new Error(`--${name} ${problem}`);
  });
}

const shownSettings = [
  ...(['format', 'fields', 'jq', 'noInput', 'accessible', 'quiet', 'verbose', 'color'] as const),
  ...(['timeout', 'maxWait', 'retries', 'refresh', 'noPager', 'budgetUrl'] as const),
];

/** Every setting in effect that does not choose the operator, and where it is from. `format` is the one for this output. */
export function settingOrigins(sources: SettingsSources, config: Config, format: Format): Origin[] {
  const levels = levelsOf(sources, config);
  const usual: GlobalValues = { format, fields: [], verbose: 0 };
  return shownSettings.flatMap((setting) => {
    const level = levels.find(({ values: some }) => some[setting] !== undefined);
    const { source = 'default', values = {}, by = {} } = level ?? {};
    const value = values[setting] ?? usual[setting];
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
  return typeof value === 'boolean' || value === undefined ? (value === true ? 'on' : 'off') : String(value);
}

type OutputHints = Pick<Settings, 'color' | 'pager'> & { readonly json: boolean };

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
    pager: !argv.includes('--no-pager') && isOff(env['RENTAL_NO_PAGER']),
  };
}
