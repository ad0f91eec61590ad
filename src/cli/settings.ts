/** The settings that follow from the global flags, the environment and the configuration file. */
import { ConfigError, UsageError, type FieldNamer } from '../errors.ts';
import type { BudgetChoice } from '../operators/budgets.ts';
import type { OperatorChoice } from '../operators/choose.ts';
import type { Config } from '../operators/operator.ts';
import type { Origin } from '../operators/origins.ts';
import type { Format } from '../result.ts';
import { durationText, formatDuration, isOff, shownAddress } from '../text.ts';
import { flagOf, variableOf } from './flags.ts';
import type { GlobalValues } from './global-flags.ts';

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

const defaults = { verbose: 0, color: 'auto', timeout: 15_000, maxWait: 90_000, retries: 2 } as const;

/** Flag, then environment, then configuration file, then default. Throws UsageError or ConfigError if two of one level contradict each other. */
export function resolveSettings(sources: SettingsSources, config: Config): Settings {
  const levels = levelsOf(sources, config);
  const first = <K extends keyof GlobalValues>(key: K): GlobalValues[K] | undefined =>
    levels.find((level) => level[key] !== undefined)?.[key];
  const format = first('format');
  // Another level may have chosen another format.
  const jq = format === 'json' ? first('jq') : undefined;
  // An expression chooses the fields itself: of the two, the one of the higher level counts.
  const isChosen = jq !== undefined && levels.find(({ jq: one, fields }) => one ?? fields)?.jq !== undefined;
  return {
    operatorChoices: levels.slice(0, 2).map(({ sandbox, baseUrl, siteUrl, rateLimit, operator }) => {
      return { sandbox, baseUrl, siteUrl, rateLimit, operator };
    }),
    format,
    fields: isChosen ? undefined : first('fields'),
    jq: isChosen ? jq : undefined,
    input: first('noInput') !== true,
    accessible: first('accessible') === true,
    pager: first('noPager') !== true,
    quiet: first('quiet') === true,
    verbose: first('verbose') ?? defaults.verbose,
    color: first('color') ?? defaults.color,
    timeoutMs: first('timeout') ?? defaults.timeout,
    maxWaitMs: first('maxWait') ?? defaults.maxWait,
    retries: first('retries') ?? defaults.retries,
    refresh: first('refresh') === true,
    budget: {
      url: levels[0].budgetUrl ?? levels[1].budgetUrl,
      defaultUrl: levels[2].budgetUrl,
    },
  };
}

/** Flags, environment and file, with the shorthands replaced. Throws like `resolveSettings`. */
function levelsOf(sources: SettingsSources, config: Config) {
  return [
    implied(sources.flags, (problem) => new UsageError(problem(flagOf), { hint: 'give one of them' })),
    implied(sources.environment, (problem) => new ConfigError(problem(variableOf), { hint: 'set one of them' })),
    implied(sources.file, (problem) => {
      return new ConfigError(`${config.path}: ${problem((key) => `defaults.${key}`)}`, { hint: 'keep one of them' });
    }),
  ] as const;
}

const shownSettings = [
  ...(['format', 'fields', 'jq', 'noInput', 'accessible', 'quiet', 'verbose', 'color'] as const),
  ...(['timeout', 'maxWait', 'retries', 'refresh', 'noPager', 'budgetUrl'] as const),
];

/** Every setting in effect that does not choose the operator, and where it is from. `format` is the one for this output. */
export function settingOrigins(sources: SettingsSources, config: Config, format: Format): Origin[] {
  const levels = levelsOf(sources, config);
  const given = [sources.flags, sources.environment, sources.file];
  const kinds = ['flag', 'variable', 'file'] as const;
  const usual: GlobalValues = { format, fields: [], ...defaults };
  return shownSettings.flatMap((setting) => {
    const index = levels.findIndex((level) => level[setting] !== undefined);
    const value = levels[index]?.[setting] ?? usual[setting];
    // Few use an expression, or share a budget.
    if ((setting === 'jq' || setting === 'budgetUrl') && !value) return [];
    const source = kinds[index] ?? 'default';
    const shorthand = shorthands.find(([name, field]) => field === setting && given[index]?.[name] === true)?.[0];
    const field = shorthand ?? setting;
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

/** What each shorthand stands for. */
const shorthands = [
  ['json', 'format', 'json'],
  ['noColor', 'color', 'never'],
  ['noWait', 'maxWait', 0],
] as const;

/** Replaces shorthands: `--json` is `--format json`, `--no-wait` is `--max-wait 0`. Throws what `refuse` makes of a contradiction. */
function implied(values: GlobalValues, refuse: (problem: (name: FieldNamer) => string) => Error): GlobalValues {
  const { json: _json, noColor: _noColor, noWait: _noWait, ...rest } = values;
  for (const [shorthand, field, meaning] of shorthands) {
    if (values[shorthand] !== true) continue;
    const other = values[field];
    if (other !== undefined && other !== meaning) {
      const shown = typeof other === 'number' ? formatDuration(other) : other;
      throw refuse((name) => `${name(shorthand)} and ${name(field)} ${shown} contradict each other`);
    }
    Object.assign(rest, { [field]: meaning });
  }
  const { jq, fields, format = 'json' } = rest;
  if (jq === undefined) return rest;
  if (fields !== undefined) throw refuse((name) => `${name('jq')} and ${name('fields')} contradict each other`);
  if (format !== 'json') throw refuse((name) => `${name('jq')} and ${name('format')} ${format} contradict each other`);
  return { ...rest, format };
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
