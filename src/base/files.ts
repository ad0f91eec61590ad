/** Finds, reads and replaces the user's files. */
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
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { randomDigits } from './random.ts';
import { ConfigError, tryTo } from './errors.ts';
import { fieldText } from './field-text.ts';
import { currentUser, errorCode, listNames, makeFolder, retryWhileInUse } from './folders.ts';

/** `readSmallFile` throws it for a file of more bytes than are allowed. */
export class TooLargeError extends Error {}

export type Env = Readonly<Record<string, string | undefined>>;

/** A folder that does not exist, so nothing is read or written. */
const noFolder = '/nonexistent';

/**
 * The user's folder for one kind of files. The XDG specification ignores a variable that is not
 * absolute.
 */
export function xdgFolder(env: Env, variable: string, fallback: string): string {
  const named = env[variable] ?? '';
  if (isAbsolute(named)) return named;
  const home = env['HOME'] ?? '';
  // Not a shared or the current folder: others could put files there.
  return join(isAbsolute(home) ? home : currentUser()?.home || noFolder, fallback);
}

/** Undefined if the file does not exist. Throws an Error that says why it cannot be read. */
export function readSmallFile(path: string, maxBytes: number): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      // Reading a pipe would wait for a writer, and a device may have no end.
      if (!stat.isFile()) throw new Error('it is not a regular file');
      if (stat.size > maxBytes)
        throw new TooLargeError(`it is larger than ${Math.floor(maxBytes / 1024)} KiB`);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** Resolves with the file that the links lead to, which may be missing. Throws ConfigError if they never end. */
export async function followLinks(path: string, maxLinks = 40): Promise<string> {
  const target = await fs.readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  if (maxLinks === 0)
    throw new ConfigError(`${path} is a link that leads back to itself`, {
      hint: fieldText('remove the link, or give a file with {config}'),
    });
  return followLinks(resolve(dirname(path), target), maxLinks - 1);
}

interface Reader {
  /** Throws if the text cannot be used. */
  readonly parse: (text: string) => unknown;
  /** A larger file is not read. */
  readonly maxBytes: number;
}

interface ReplaceOptions {
  /** A text that it cannot read does not replace the file. */
  readonly reader?: Reader;
  /** The mode of a new file. */
  readonly mode?: number;
  /** Called just before the rename, which does not happen if it throws. */
  readonly beforeRename?: () => void;
}

/**
 * A temporary file has the name of the file that it will replace, with this ending. A backup with
 * twelve digits of a commit has no `.tmp`.
 */
export const temporaryEnding = /\.[0-9a-f]{12}\.tmp$/;

/** Removes what killed writers left. A writer that was only stopped then fails when it renames. */
export function removeTemporary(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  for (const file of listNames(folder)) {
    const isTemporary = temporaryEnding.test(file) && file.replace(temporaryEnding, '') === name;
    const found = join(folder, file);
    if (isTemporary && lstatSync(found, { throwIfNoEntry: false })?.isFile() === true)
      rmSync(found, { force: true });
  }
}

/**
 * Readers see the old text or the new one, also after a kill or a power cut. The file keeps its
 * owner and its permissions. What is thrown says why the file was not replaced.
 */
export function replaceFile(path: string, text: string, options: ReplaceOptions = {}): void {
  const { reader, mode = 0o666, beforeRename = () => {} } = options;
  const before = statSync(path, { throwIfNoEntry: false });
  const temporary = `${path}.${randomDigits()}.tmp`;
  try {
    writeFileSync(temporary, text, {
      flag: 'wx',
      mode: (before?.mode ?? mode) & 0o777,
      flush: true,
    });
    if (reader !== undefined) readBack(temporary, reader);
    if (before !== undefined) {
      // Some users and some file systems cannot.
      tryTo(() => chownSync(temporary, before.uid, before.gid));
      tryTo(() => chmodSync(temporary, before.mode));
    }
    beforeRename();
    retryWhileInUse(() => renameSync(temporary, path));
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

/** Only the owner can read a new file. A link, a pipe, a device or a read-only file is an error. */
export function replacePrivateFile(
  path: string,
  text: string,
  options: Required<Omit<ReplaceOptions, 'mode'>>,
): void {
  makeFolder(dirname(path));
  const before = lstatSync(path, { throwIfNoEntry: false });
  if (before?.isFile() === false) throw new Error('it is not a regular file');
  // The rename would replace it all the same.
  if (before !== undefined && (before.mode & 0o222) === 0) throw new Error('it is read-only');
  replaceFile(path, text, { ...options, mode: 0o600 });
}
