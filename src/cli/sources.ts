/**
 * Where settings come from: the command line, the environment, the configuration file. Loaded only
 * when a command runs.
 */
import { isAbsolute } from 'node:path';
import { ConfigError, UsageError } from '../base/errors.ts';
import type { Env } from '../base/files.ts';
import { emptyConfig, readConfig } from '../operators/config.ts';
import type { Config } from '../operators/operator.ts';
import { isOff, shortName, suggestion } from '../base/words.ts';
import { camelCase, flagOf, variableOf, type Flags } from './flags.ts';
import { globalFlags, operatorFlags, type GlobalValues } from './global-flags.ts';
import {
  resolveSettings,
  settingsOf,
  type Level,
  type ResolvedSettings,
  type Settings,
} from './settings.ts';
import { parseEach } from './values.ts';

/** Where the settings of a run come from. */
export interface Sources {
  readonly resolved: ResolvedSettings;
  readonly config: Config;
  /** In the environment and the configuration file; empty unless the command reports them. */
  readonly mistakes: readonly ConfigError[];
}

/** Set in the definition of the command. */
interface SourceOptions {
  readonly reportsMistakes?: boolean;
  readonly allowsMissingConfig?: boolean;
}

/**
 * Reads the sources in the order in which they win: the command line, the environment, the
 * configuration file, the defaults of the flags. `env` has the path of `--config`. Throws UsageError,
 * and ConfigError unless the command reports mistakes.
 */
export async function readSources(
  globals: GlobalValues,
  env: Env,
  { reportsMistakes = false, allowsMissingConfig = false }: SourceOptions,
): Promise<{ readonly settings: Settings; readonly sources: Sources }> {
  const mistakes: ConfigError[] = [];
  const readOr = async <T>(read: () => T | Promise<T>, fallback: T): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (!reportsMistakes || !(error instanceof ConfigError)) throw error;
      mistakes.push(error);
      return fallback;
    }
  };
  const noFile = emptyConfig(env);
  const flags = flagLevel(globals);
  const environment = await readOr(() => environmentLevel(env), environmentLevel({}));
  await readOr(() => checkStateFolder(env), undefined);
  const config = await readOr(() => readConfig(env, { mustExist: !allowsMissingConfig }), noFile);
  const file = await readOr(() => fileLevel(config), fileLevel(noFile));
  const resolved = resolveSettings([flags, environment, file]);
  return { settings: settingsOf(resolved), sources: { resolved, config, mistakes } };
}

/** Throws UsageError. */
export function flagLevel(values: GlobalValues): Level {
  return levelOf('flag', values, flagOf);
}

/**
 * `RENTAL_<NAME>` for every global flag, and `ACCESSIBLE`, which other programs read too. Throws
 * ConfigError naming the variable.
 */
export function environmentLevel(env: Env): Level {
  const own = readGlobalFlags(variableOf, (name) => env[variableOf(name)]);
  if (own.accessible !== undefined || isOff(env['ACCESSIBLE']))
    return levelOf('variable', own, variableOf);
  const level = levelOf('variable', { ...own, accessible: true }, variableOf);
  return { ...level, places: { ...level.places, accessible: 'ACCESSIBLE' } };
}

/**
 * `defaults` of the configuration file: the same names in camel case. Throws ConfigError naming
 * file and field.
 */
export function fileLevel({ defaults, path }: Pick<Config, 'defaults' | 'path'>): Level {
  const known = Object.keys(globalFlags).filter(
    (name) => name !== 'config' && !operatorFlags.includes(name),
  );
  const keys = known.map(camelCase);
  const unknownKey = Object.keys(defaults).find((key) => !keys.includes(key));
  if (unknownKey !== undefined) {
    const hint = suggestion(unknownKey, keys) ?? `settings: ${keys.join(', ')}`;
    throw new ConfigError(`${path}: defaults has no setting "${shortName(unknownKey)}"`, { hint });
  }
  const values = readGlobalFlags(
    (name) => `${path}: defaults.${camelCase(name)}`,
    (name) =>
      Object.hasOwn(defaults, camelCase(name)) ? String(defaults[camelCase(name)]) : undefined,
  );
  return levelOf('file', values, (key) => `defaults.${key}`);
}

function readGlobalFlags(
  nameOf: (key: string) => string,
  valueOf: (name: string) => string | undefined,
): GlobalValues {
  return parseEach(globalFlags, valueOf, (name, problem, hint) => {
    throw new ConfigError(`${nameOf(name)} ${problem}`, { hint });
  });
}

/** The values of one source, with those that shorthands such as `--json` set. Throws for a contradiction. */
function levelOf(
  source: Level['source'],
  values: GlobalValues,
  nameOf: (key: string) => string,
): Level {
  const all: Record<string, unknown> = { ...values };
  const places = Object.fromEntries(Object.keys(values).map((key) => [key, nameOf(key)]));
  const refuse = (one: string, other: string): never => {
    const message = `${nameOf(one)} and ${nameOf(other)} contradict each other`;
    throw new (source === 'flag' ? UsageError : ConfigError)(message, { hint: 'give one of them' });
  };
  for (const [name, { sets }] of Object.entries(globalFlags as Flags)) {
    const key = camelCase(name);
    if (sets === undefined || all[key] === undefined || all[key] === false) continue;
    const [field, value] = sets;
    if (all[field] !== undefined && all[field] !== value) refuse(key, field);
    all[field] = value;
    places[field] ??= nameOf(key);
  }
  if (values.jq !== undefined && values.fields !== undefined) refuse('jq', 'fields');
  return { source, values: all, places };
}

/** Throws ConfigError if the request budget would depend on the folder in which a command runs. */
export function checkStateFolder(env: Env): void {
  const folder = env['RENTAL_STATE_DIR'];
  if (!folder || isAbsolute(folder)) return;
  throw new ConfigError(`RENTAL_STATE_DIR is not an absolute path: ${folder}`, {
    hint: 'give the whole path, such as /home/me/rental; rental does not expand ~',
  });
}
