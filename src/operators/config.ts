/** The configuration file: operators by name, and defaults for the global flags. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import type { RateLimit } from './rate-limit.ts';
import { homeFolder, type Env } from './folders.ts';

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
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return { path, default: undefined, operators: {}, defaults: {} };
    throw new ConfigError(`cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
  // Most runs have no file, and need not load what checks one.
  const { parseConfig } = await import('./config-schema.ts');
  return { path, ...(await parseConfig(path, text)) };
}

function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
