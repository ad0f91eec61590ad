/** What the global flags, the environment and the configuration file come to. */
import { UsageError } from '../errors.ts';
import type { Config } from '../operators/config.ts';
import type { OperatorChoice } from '../operators/operator.ts';
import type { Format, GlobalValues } from './global-flags.ts';

export interface Settings {
  /** In order of precedence: the first that names an operator decides. */
  readonly operatorChoices: readonly OperatorChoice[];
  readonly format: Format | undefined;
  readonly fields: readonly string[] | undefined;
  /** False: never ask. */
  readonly input: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
  readonly color: 'auto' | 'always' | 'never';
  /** ms, of one attempt. */
  readonly timeoutMs: number;
  /** ms, of any one wait. */
  readonly maxWaitMs: number;
  readonly retries: number;
  readonly refresh: boolean;
}

export interface SettingsSources {
  readonly flags: GlobalValues;
  readonly environment: GlobalValues;
  readonly file: GlobalValues;
}

const defaults = { timeout: 15_000, maxWait: 90_000, retries: 2 };

/** Flag, then environment, then configuration file, then default. Throws UsageError where two flags contradict each other. */
export function resolveSettings(sources: SettingsSources, config: Config): Settings {
  const levels = [implied(sources.flags), implied(sources.environment), implied(sources.file)] as const;
  const first = <K extends keyof GlobalValues>(key: K): GlobalValues[K] | undefined =>
    levels.find((level) => level[key] !== undefined)?.[key];
  return {
    operatorChoices: [levels[0], levels[1], { operator: config.default } as GlobalValues].map(
      ({ sandbox, baseUrl, siteUrl, operator }) => ({
        sandbox: sandbox === true,
        baseUrl,
        siteUrl,
        operator,
      }),
    ),
    format: first('format'),
    fields: first('fields'),
    input: first('noInput') !== true,
    quiet: first('quiet') === true,
    verbose: first('verbose') ?? 0,
    color: first('color') ?? 'auto',
    timeoutMs: first('timeout') ?? defaults.timeout,
    maxWaitMs: first('maxWait') ?? defaults.maxWait,
    retries: first('retries') ?? defaults.retries,
    refresh: first('refresh') === true,
  };
}

/** The short flags spelled out: `--json` is `--format json`, `--no-wait` is `--max-wait 0`. */
function implied(values: GlobalValues): GlobalValues {
  const { json, noColor, noWait, ...rest } = values;
  if (json && rest.format !== undefined && rest.format !== 'json') {
    throw new UsageError(`--json and --format ${rest.format} contradict each other`, { hint: 'give one of them' });
  }
  return {
    ...rest,
    ...(json && { format: 'json' as const }),
    ...(noColor && rest.color === undefined && { color: 'never' as const }),
    ...(noWait && { maxWait: 0 }),
  };
}
