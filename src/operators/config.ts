/** The configuration file: operators by name, and defaults for the global flags. */
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import { homeFolder, readSmallFile, type Env } from './files.ts';
import type { Config } from './operator.ts';

/** `$XDG_CONFIG_HOME/rental/config.json`. */
export function configPath(env: Env): string {
  return join(homeFolder(env, 'XDG_CONFIG_HOME', '.config'), 'rental', 'config.json');
}

/** A missing file is an empty configuration. Throws ConfigError naming the file and the line or field that is wrong. */
export async function readConfig(env: Env): Promise<Config> {
  const path = configPath(env);
  const text = readConfigText(path);
  if (text === undefined) return emptyConfig(env);
  // Most users have no file, so the code that checks it is loaded only here.
  const { parseConfig } = await import('./config-schema.ts');
  return { path, ...(await parseConfig(path, text)) };
}

export function emptyConfig(env: Env): Config {
  return { path: configPath(env), default: undefined, operators: {}, defaults: {} };
}

/** Larger than any real configuration. */
const mostBytes = 1024 * 1024;

/** Returns undefined if the file does not exist. Throws ConfigError. */
export function readConfigText(path: string): string | undefined {
  try {
    return readSmallFile(path, mostBytes);
  } catch (cause) {
    const hint = 'XDG_CONFIG_HOME sets where the configuration is kept';
    throw new ConfigError(`cannot read ${path}: ${(cause as Error).message}`, { hint, cause });
  }
}
