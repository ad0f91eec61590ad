/**
 * The user's own files: where they are, how to read them with care, and how to write them whole.
 */
// Loading `node:fs/promises` takes longer than reading a small file.
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  promises as fs,
} from 'node:fs';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { randomDigits } from './digest.ts';
import { ConfigError, tryTo } from './errors.ts';
import { currentUser, errorCode, listNames, makeFolder, onceReleased } from './folders.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * An XDG folder: the variable if it is absolute (the XDG specification ignores others), else a
 * folder in the home folder.
 */
export function homeFolder(env: Env, variable: string, fallback: string): string {
  const [named = '', home = ''] = [env[variable], env['HOME']];
  if (isAbsolute(named)) return named;
  // Without one there is none: others can put files into any folder that all share, and into the
  // current one.
  return join(isAbsolute(home) ? home : currentUser()?.home || '/nonexistent', fallback);
}

/**
 * Returns undefined if the file does not exist. Throws an Error that says why it cannot be read.
 */
export function readSmallFile(path: string, maxBytes: number): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      // Reading a pipe would wait for a writer, and a device may have no end.
      if (!stat.isFile()) throw new Error('it is not a regular file');
      if (stat.size > maxBytes)
        throw new Error(`it is larger than ${Math.floor(maxBytes / 1024)} KiB`);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/**
 * Where a chain of links ends, whether that file exists or not. Throws ConfigError if it does not
 * end.
 */
export async function followLinks(path: string, most = 40): Promise<string> {
  const target = await fs.readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  if (most === 0)
    throw new ConfigError(`${path} is a link that leads back to itself`, {
      hint: 'remove the link, or give a file with --config',
    });
  return followLinks(resolve(dirname(path), target), most - 1);
}

/** How a file is read. */
interface Reader {
  /** Throws if the text cannot be used. */
  readonly parse: (text: string) => unknown;
  /** A larger file is not read. */
  readonly maxBytes: number;
}

interface ReplaceOptions {
  /** What this reader could not read later is not written. */
  readonly reader?: Reader;
  /** Of a new file. */
  readonly mode?: number;
  /** Called just before the rename, which does not happen if it throws. */
  readonly beforeRename?: () => void;
}

/** What a temporary file has after the name of the file that it is to replace. */
export const temporaryEnding = /\.[0-9a-f]{12}$/;

/**
 * Removes what killed writers of a file have left; a stopped writer that is about to rename it
 * fails then.
 */
export function removeTemporary(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  for (const file of listNames(folder)) {
    const isTemporary = temporaryEnding.test(file) && file.replace(temporaryEnding, '') === name;
    if (isTemporary) rmSync(join(folder, file), { force: true });
  }
}

/**
 * Replaces a regular file, or makes it: readers see the old text or the new one, also after a full
 * disk, the end of the program or a power cut. Keeps its owner and its permissions. What it throws
 * says why the file was not replaced.
 */
export function replaceFile(path: string, text: string, options: ReplaceOptions = {}): void {
  const { reader, mode = 0o666, beforeRename = () => {} } = options;
  const before = statSync(path, { throwIfNoEntry: false });
  const temporary = `${path}.${randomDigits()}`;
  try {
    writeFileSync(temporary, text, {
      flag: 'wx',
      mode: (before?.mode ?? mode) & 0o777,
      flush: true,
    });
    if (reader !== undefined) readBack(temporary, reader);
    if (before !== undefined) {
      // Not every user and not every file system can.
      tryTo(() => chownSync(temporary, before.uid, before.gid));
      tryTo(() => chmodSync(temporary, before.mode));
    }
    beforeRename();
    onceReleased(() => renameSync(temporary, path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function readBack(temporary: string, { parse, maxBytes }: Reader): void {
  if (statSync(temporary).size > maxBytes)
    throw new Error(`it would be larger than ${Math.floor(maxBytes / 1024)} KiB`);
  parse(readSmallFile(temporary, maxBytes) ?? '');
}

/**
 * The same, and only the owner can read a new file. A link, a pipe or a device that has taken its
 * place is an error.
 */
export function replacePrivateFile(
  path: string,
  text: string,
  options: Required<Omit<ReplaceOptions, 'mode'>>,
): void {
  makeFolder(dirname(path));
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error('it is not a regular file');
  replaceFile(path, text, { ...options, mode: 0o600 });
}
