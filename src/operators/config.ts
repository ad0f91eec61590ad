/** The configuration file: operators by name, and defaults for the global flags. An edit keeps what it does not change as it was written. */
import type { JSONPath } from 'jsonc-parser';
import { join, resolve } from 'node:path';
import { ConfigError, OutputError, type FieldText } from '../errors.ts';
import { configNotes } from './choose.ts';
import { followLinks, homeFolder, readSmallFile, withoutMark, writePrivateFile, type Env } from './files.ts';
import type { Config } from './operator.ts';

/** `RENTAL_CONFIG`, or `$XDG_CONFIG_HOME/rental/config.json`. */
export function configPath(env: Env): string {
  if (env['RENTAL_CONFIG']) return resolve(env['RENTAL_CONFIG']);
  return join(homeFolder(env, 'XDG_CONFIG_HOME', '.config'), 'rental', 'config.json');
}

/**
 * A missing file is an empty configuration, unless `mustBe` and `RENTAL_CONFIG` names it. Throws ConfigError naming the file and
 * the line or field that is wrong.
 */
export async function readConfig(env: Env, { mustBe = false } = {}): Promise<Config> {
  const path = configPath(env);
  const text = readConfigText(path);
  if (text === undefined && mustBe && env['RENTAL_CONFIG']) {
    throw new ConfigError(`there is no file ${path}`, { hint: makesFile });
  }
  return text === undefined ? emptyConfig(env) : parse(path, text);
}

/** Most users have no file, so the code that checks it is loaded only here. */
async function parse(path: string, text: string): Promise<Config> {
  const { parseConfig } = await import('./config-schema.ts');
  return { path, ...(await parseConfig(path, text)) };
}

export function emptyConfig(env: Env): Config {
  return { path: configPath(env), default: undefined, operators: {}, defaults: {} };
}

/** Larger than any real configuration. */
const mostBytes = 1024 * 1024;
const emptyText = '{}\n';
const hint: FieldText = (name) =>
  `${name('config')}, RENTAL_CONFIG or XDG_CONFIG_HOME sets where the configuration is kept`;
const makesFile = 'rental operators add <name> <base-url> makes it; --config or RENTAL_CONFIG says which file';

/** Returns undefined if the file does not exist. Throws ConfigError. */
export function readConfigText(path: string, help: { readonly hint?: FieldText } = { hint }): string | undefined {
  try {
    return readSmallFile(path, mostBytes);
  } catch (cause) {
    throw new ConfigError(`cannot read ${path}: ${(cause as Error).message}`, { ...help, cause });
  }
}

/** A value to put into a place of the file; undefined removes it. */
interface ConfigChange {
  readonly path: JSONPath;
  readonly value: unknown;
}

/**
 * Throws ConfigError naming file and line if the file is broken, and then writes nothing. Throws OutputError if the file cannot
 * be written.
 */
export async function changeConfig(env: Env, changes: readonly ConfigChange[]): Promise<void> {
  // Keeps a link a link: dotfiles are often kept in another folder.
  const path = await followLinks(configPath(env));
  const { applyEdits, modify } = await import('jsonc-parser');
  const text = readConfigText(path) ?? emptyText;
  await parse(path, text);
  const before = withoutMark(text);
  const formattingOptions = {
    insertSpaces: true,
    tabSize: indentOf(before),
    eol: before.includes('\r\n') ? '\r\n' : '\n',
  };
  const after = changes.reduce(
    (json, change) => applyEdits(json, modify(json, change.path, change.value, { formattingOptions })),
    before,
  );
  await parse(path, after);
  await write(path, text.slice(0, text.length - before.length) + after);
}

/** The file's text, or that of an empty configuration. Throws ConfigError if it cannot be read. */
export function configText(env: Env): string {
  return readConfigText(configPath(env)) ?? emptyText;
}

/** Throws ConfigError naming `path` if the text is not a configuration that every command can use. */
export async function checkConfig(path: string, text: string): Promise<Config> {
  const config = await parse(path, text);
  const [problem] = configNotes(config);
  if (problem !== undefined) throw new ConfigError(problem);
  return config;
}

/** Replaces the whole file. Throws OutputError if it cannot be written. */
export async function replaceConfig(env: Env, text: string): Promise<void> {
  await write(await followLinks(configPath(env)), text);
}

async function write(path: string, text: string): Promise<void> {
  try {
    if (!(await writePrivateFile(path, text))) throw new Error('it is not a regular file');
  } catch (cause) {
    throw new OutputError(`${path} could not be written: ${(cause as Error).message}`, { hint, cause });
  }
}

function indentOf(text: string): number {
  return /^( +)"/m.exec(text)?.[1]?.length ?? 2;
}
