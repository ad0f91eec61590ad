/** The configuration file: operators by name, and defaults for the global flags. */
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError, OutputError, RentalError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import {
  followLinks,
  xdgFolder,
  readSmallFile,
  replacePrivateFile,
  type Env,
} from '../base/files.ts';
import { holdingLock, type LockContext } from '../base/lock.ts';
import type { Config } from './operator.ts';

/** `RENTAL_CONFIG`, or `$XDG_CONFIG_HOME/rental/config.json`. */
export function configPath(env: Env): string {
  if (env['RENTAL_CONFIG']) return absolutePath(env['RENTAL_CONFIG']);
  return join(xdgFolder(env, 'XDG_CONFIG_HOME', '.config'), 'rental', 'config.json');
}

function absolutePath(path: string): string {
  try {
    return resolve(path);
  } catch (cause) {
    throw new ConfigError(`cannot find ${path}: the current folder is gone`, {
      hint: 'go to another folder, or give the whole path',
      cause,
    });
  }
}

/** A missing file is an empty configuration, unless `mustExist` and `RENTAL_CONFIG` names it. */
export async function readConfig(env: Env, { mustExist = false } = {}): Promise<Config> {
  const path = configPath(env);
  const text = readConfigText(path);
  if (text !== undefined) return parseText(path, text);
  if (!mustExist || !env['RENTAL_CONFIG']) return emptyConfig(env);
  throw new ConfigError(`there is no file ${path}`, {
    hint: fieldText(
      'rental operators add <name> <base-url> creates it; {config} or RENTAL_CONFIG names another',
    ),
  });
}

/** Most users have no file, so the schema is loaded only here. */
async function parseText(path: string, text: string): Promise<Config> {
  const { parseConfig } = await import('./config-schema.ts');
  return parseConfig(path, text);
}

export function emptyConfig(env: Env): Config {
  return { path: configPath(env), default: undefined, operators: {}, defaults: {} };
}

const maxBytes = 1024 * 1024;
const hint = fieldText(
  '{config}, RENTAL_CONFIG or XDG_CONFIG_HOME sets where the configuration is stored',
);

/** Returns undefined if the file does not exist. Throws ConfigError. */
export function readConfigText(path: string): string | undefined {
  try {
    // Some editors begin a file with this mark, which is not JSON.
    return readSmallFile(path, maxBytes)?.replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new ConfigError(`cannot read ${path}: ${(cause as Error).message}`, { hint, cause });
  }
}

/** The file as it is written: a limit is a text here, and a value in `Config`. */
export type ConfigFile = Partial<
  Pick<Config, 'default'> & { operators: Readonly<Record<string, object>> }
>;

/** Throws ConfigError if the file is broken, and OutputError if it cannot be written. */
export async function changeConfig(
  env: Env,
  context: LockContext,
  change: (file: ConfigFile) => ConfigFile,
): Promise<void> {
  // The file may be a link into a folder of dotfiles, and stays one.
  const path = await followLinks(configPath(env));
  const { parseConfig } = await import('./config-schema.ts');
  const parse = (text: string) => parseConfig(path, text);
  const lock = join(dirname(path), `.${basename(path)}.lock`);
  try {
    await holdingLock({ path, lock }, context, (checkLock) => {
      const before = readConfigText(path) ?? '{}';
      parse(before);
      const after = `${JSON.stringify(change(JSON.parse(before) as ConfigFile), undefined, 2)}\n`;
      replacePrivateFile(path, after, { reader: { parse, maxBytes }, beforeRename: checkLock });
    });
  } catch (cause) {
    if (cause instanceof RentalError) throw cause;
    throw new OutputError(`${path} could not be written: ${(cause as Error).message}`, {
      hint,
      cause,
    });
  }
}

export function withConfigPath(env: Env, path: string | undefined): Env {
  return path ? { ...env, RENTAL_CONFIG: path } : env;
}
