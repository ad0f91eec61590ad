/** Changes to the configuration file: only what is to change, everything else stays as it was written. */
import { lstat, readlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { JSONPath } from 'jsonc-parser';
import { ConfigError, OutputError } from '../errors.ts';
import { configPath, readConfigText } from './config.ts';
import type { Env } from './folders.ts';
import { makeFolder } from './folders.ts';

/** A value to put in a place of the file; undefined takes it out. */
export interface ConfigChange {
  readonly path: JSONPath;
  readonly value: unknown;
}

/**
 * Throws ConfigError naming file and line where the file is broken: then nothing is written. Throws OutputError where it cannot
 * be written.
 */
export async function changeConfig(env: Env, changes: readonly ConfigChange[]): Promise<void> {
  // A link stays one: dotfiles are often kept elsewhere.
  const path = await followed(configPath(env));
  const { parseConfig } = await import('./config-schema.ts');
  const { applyEdits, modify } = await import('jsonc-parser');
  const text = (await readConfigText(path)) ?? '{}\n';
  await parseConfig(path, text);
  // Some editors begin a file with this mark; it is no part of what is changed.
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

async function write(path: string, text: string): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  try {
    await makeFolder(dirname(path));
    await writeFileAtomic(path, text, { mode: 0o600 });
  } catch (error) {
    throw new OutputError(`${path} could not be written: ${(error as Error).message}`, {
      hint: 'XDG_CONFIG_HOME says where the configuration is kept',
      cause: error,
    });
  }
}

/** Where a chain of links ends, whether there is a file or not. */
async function followed(path: string): Promise<string> {
  let end = path;
  for (let hops = 0; hops < 40; hops++) {
    const stat = await lstat(end).catch(() => undefined);
    if (stat?.isSymbolicLink() !== true) return end;
    end = resolve(dirname(end), await readlink(end));
  }
  throw new ConfigError(`${path} is a link that leads nowhere`);
}

function indentOf(text: string): number {
  return /^( +)"/m.exec(text)?.[1]?.length ?? 2;
}
