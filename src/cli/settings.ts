/** The global flags, and the settings that follow from them, the environment and the configuration file. */
import { ConfigError, UsageError, type FieldNamer } from '../errors.ts';
import { shownBudgetUrl, type BudgetChoice } from '../operators/budget-settings.ts';
import type { OperatorChoice } from '../operators/choose.ts';
import { longestTimeoutMs, sandboxVariants, type Config } from '../operators/operator.ts';
import type { Origin } from '../operators/origins.ts';
import { formats, type Format } from '../result.ts';
import { durationText, formatDuration, isOff } from '../text.ts';
import { flagOf, variableOf, type FlagValues, type Flags } from './flags.ts';

/** Every command takes these, before or after its name. Each can also be set as `RENTAL_<NAME>`. */
export const globalFlags = {
  operator: {
    kind: 'text',
    value: 'name',
    help: 'a configured operator',
    offers: { names: 'operator', several: true },
  },
  'base-url': { kind: 'text', value: 'url', help: "the service's base address" },
  'site-url': {
    kind: 'text',
    value: 'url',
    help: 'the website with the booking page (default: the host of the base address)',
  },
  sandbox: {
    kind: 'choices',
    value: 'a,b',
    choices: sandboxVariants,
    help: 'use the built-in operator: sample data, no network; =b is a second one, =a,b both (only with =)',
  },
  json: { kind: 'switch', help: 'print one JSON document; the same as --format json' },
  format: {
    kind: 'choice',
    value: 'form',
    choices: formats,
    help: 'default: table on a terminal, plain in a pipe',
  },
  fields: {
    kind: 'list',
    value: 'a,b',
    help: 'print only these fields or paths, such as quote.totalAmount; --format csv shows the names',
  },
  'no-input': { kind: 'switch', help: 'never ask; say which flag is missing' },
  'no-remember': { kind: 'switch', help: 'plan neither offers nor stores your last answers' },
  accessible: { kind: 'switch', help: 'for screen readers: numbered questions, nothing is redrawn' },
  'no-pager': { kind: 'switch', help: 'print long results directly, not through a pager' },
  quiet: { kind: 'switch', short: 'q', help: 'print no progress and no notes' },
  verbose: { kind: 'count', short: 'v', help: 'show each request; twice: stack traces too' },
  color: { kind: 'choice', value: 'when', choices: ['auto', 'always', 'never'], help: 'default: auto' },
  'no-color': { kind: 'switch', help: 'the same as --color never' },
  timeout: {
    kind: 'duration',
    value: 'dur',
    least: 1,
    most: longestTimeoutMs,
    help: 'longest time for one attempt, up to 10m (default: 15s)',
  },
  'max-wait': { kind: 'duration', value: 'dur', help: 'longest wait for the limit or a retry (default: 90s)' },
  'no-wait': { kind: 'switch', help: 'the same as --max-wait 0' },
  retries: { kind: 'integer', value: 'n', min: 0, max: 10, help: 'retries after a temporary error (default: 2)' },
  refresh: { kind: 'switch', help: 'do not use stored answers' },
  'budget-url': {
    kind: 'text',
    value: 'url',
    help: 'redis://… or rediss://…: share the request budget and quotes with other machines',
  },
  'budget-group': {
    kind: 'text',
    value: 'name',
    help: 'share the budget only with machines of this group, which have one address on the internet',
  },
  'budget-share': {
    kind: 'text',
    value: 'part',
    help: 'of the limit for this machine while the server of the budget cannot be used (default: 1/4)',
  },
} as const satisfies Flags;

/** Flags of the program itself. */
export const ownFlags = {
  help: { kind: 'switch', short: 'h', help: 'show the help' },
  version: { kind: 'switch', short: 'V', help: 'print the version' },
} as const satisfies Flags;

export type GlobalValues = FlagValues<typeof globalFlags>;

export interface Settings {
  /** The first that names an operator decides. */
  readonly operatorChoices: readonly OperatorChoice[];
  readonly format: Format | undefined;
  readonly fields: readonly string[] | undefined;
  /** False: never prompt. */
  readonly input: boolean;
  /** False: the answers of a plan are neither offered again nor stored. */
  readonly remember: boolean;
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

const defaults = { timeout: 15_000, maxWait: 90_000, retries: 2 };

/** Flag, then environment, then configuration file, then default. Throws UsageError or ConfigError if two of one level contradict each other. */
export function resolveSettings(sources: SettingsSources, config: Config): Settings {
  const levels = levelsOf(sources, config);
  const first = <K extends keyof GlobalValues>(key: K): GlobalValues[K] | undefined =>
    levels.find((level) => level[key] !== undefined)?.[key];
  return {
    operatorChoices: [
      ...[levels[0], levels[1]].map(({ sandbox, baseUrl, siteUrl, operator }) => ({
        sandbox,
        baseUrl,
        siteUrl,
        operator,
      })),
      { operator: config.default, isDefault: true },
    ],
    format: first('format'),
    fields: first('fields'),
    input: first('noInput') !== true,
    remember: first('noRemember') !== true,
    accessible: first('accessible') === true,
    pager: first('noPager') !== true,
    quiet: first('quiet') === true,
    verbose: first('verbose') ?? 0,
    color: first('color') ?? 'auto',
    timeoutMs: first('timeout') ?? defaults.timeout,
    maxWaitMs: first('maxWait') ?? defaults.maxWait,
    retries: first('retries') ?? defaults.retries,
    refresh: first('refresh') === true,
    budget: {
      url: levels[0].budgetUrl ?? levels[1].budgetUrl,
      defaultUrl: levels[2].budgetUrl,
      group: first('budgetGroup'),
      share: first('budgetShare'),
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

/** Every setting in effect that does not choose the operator, and where it is from. */
export function settingOrigins(sources: SettingsSources, config: Config, settings: Settings): Origin[] {
  const levels = levelsOf(sources, config);
  const given = [sources.flags, sources.environment, sources.file];
  const kinds = ['flag', 'variable', 'file'] as const;
  return Object.entries(settingValues(settings)).map(([setting, value]) => {
    const key = setting as keyof GlobalValues;
    const index = levels.findIndex((level) => level[key] !== undefined);
    const source = kinds[index] ?? 'default';
    const shorthand = shorthands.find(([name, field]) => field === key && given[index]?.[name] === true)?.[0];
    const field = shorthand ?? key;
    const place = source === 'default' ? '' : source === 'file' ? `defaults.${field}` : field;
    return { setting, value, source, place };
  });
}

/** As a flag takes them. */
function settingValues(settings: Settings): Readonly<Record<string, string>> {
  const { format = '', fields = [], input, pager, remember, accessible, quiet, verbose, color } = settings;
  const { timeoutMs, maxWaitMs, retries, refresh, budget } = settings;
  const url = budget.url ?? budget.defaultUrl ?? '';
  const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');
  return {
    format,
    fields: fields.join(','),
    noInput: onOff(!input),
    noRemember: onOff(!remember),
    accessible: onOff(accessible),
    quiet: onOff(quiet),
    verbose: String(verbose),
    color,
    timeout: durationText(timeoutMs),
    maxWait: durationText(maxWaitMs),
    retries: String(retries),
    refresh: onOff(refresh),
    noPager: onOff(!pager),
    // Only for those who share a budget.
    ...(url !== '' && { budgetUrl: shownBudgetUrl(url) }),
    ...(budget.group !== undefined && { budgetGroup: budget.group }),
    ...(budget.share !== undefined && { budgetShare: budget.share }),
  };
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
  return rest;
}

export type OutputHints = Pick<Settings, 'color' | 'pager'> & { readonly json: boolean };

/** Guesses the output form from the words of a command line that was not understood or asks for help. Never throws. */
export function outputHints(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): OutputHints {
  const line = argv.join(' ');
  const json = argv.includes('--json') || !isOff(env['RENTAL_JSON']);
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
