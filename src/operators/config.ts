/** The configuration file: operators by name, and defaults for the global flags. */
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import type { RateLimit } from './rate-limit.ts';
import { homeFolder, type Env } from './folders.ts';
import { readSmallFile } from './read-file.ts';

export interface OperatorEntry {
  readonly baseUrl: string;
  readonly siteUrl?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly limit?: RateLimit | undefined;
}

/** Defaults for global flags, in their own words: `{"format": "json", "maxWait": "30s"}`. */
export type ConfigDefaults = Readonly<Record<string, string | number | boolean>>;

export interface Config {
  /** Where the file is, or would be. */
  readonly path: string;
  readonly default: string | undefined;
  readonly operators: Readonly<Record<string, OperatorEntry>>;
  readonly defaults: ConfigDefaults;
}

/** `$XDG_CONFIG_HOME/rental/config.json`. */
export function configPath(env: Env): string {
  return join(homeFolder(env, 'XDG_CONFIG_HOME', '.config'), 'rental', 'config.json');
}

/** An absent file is an empty configuration. Throws ConfigError naming the file, and the line or the field that is wrong. */
export async function readConfig(env: Env): Promise<Config> {
  const path = configPath(env);
  const text = await readConfigText(path);
  if (text === undefined) return { path, default: undefined, operators: {}, defaults: {} };
  // Most runs have no file, and need not load what checks one.
  const { parseConfig } = await import('./config-schema.ts');
  return { path, ...(await parseConfig(path, text)) };
}

/** Undefined where there is no file. Throws ConfigError. */
export async function readConfigText(path: string): Promise<string | undefined> {
  try {
    return await readSmallFile(path, mostBytes);
  } catch (error) {
    throw new ConfigError(`cannot read ${path}: ${(error as Error).message}`, {
      hint: 'XDG_CONFIG_HOME says where the configuration is kept',
      cause: error,
    });
  }
}

/** Room for more operators than there are. */
const mostBytes = 1024 * 1024;
