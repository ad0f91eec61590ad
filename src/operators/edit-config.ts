/** Edits the configuration file: changes only what is asked for and keeps the rest as it was written. */
import type { JSONPath } from 'jsonc-parser';
import { ConfigError, OutputError } from '../errors.ts';
import { configNotes } from './choose.ts';
import { parseConfig } from './config-schema.ts';
import { configPath, readConfigText } from './config.ts';
import { followLinks, writePrivateFile, type Env } from './files.ts';
import type { Config } from './operator.ts';

/** A value to put into a place of the file; undefined removes it. */
export interface ConfigChange {
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
  const text = readConfigText(path) ?? '{}\n';
  await parseConfig(path, text);
  // Some editors begin a file with this mark; it is not part of the JSON.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const before = text.slice(mark.length);
  const formattingOptions = {
    insertSpaces: true,
    tabSize: indentOf(before),
    eol: before.includes('\r\n') ? '\r\n' : '\n',
  };
  const after = changes.reduce(
    (json, { path: place, value }) => applyEdits(json, modify(json, place, value, { formattingOptions })),
    before,
  );
  await parseConfig(path, after);
  await write(path, mark + after);
}

/** The file's text, or that of an empty configuration. Throws ConfigError if it cannot be read. */
export function configText(env: Env): string {
  return readConfigText(configPath(env)) ?? '{}\n';
}

/** Throws ConfigError naming `path` if the text is not a configuration that every command can use. */
export async function checkConfig(path: string, text: string): Promise<Config> {
  const config = { path, ...(await parseConfig(path, text)) };
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
    const hint = 'XDG_CONFIG_HOME sets where the configuration is kept';
    throw new OutputError(`${path} could not be written: ${(cause as Error).message}`, { hint, cause });
  }
}

function indentOf(text: string): number {
  return /^( +)"/m.exec(text)?.[1]?.length ?? 2;
}
