/** The user's own files: where they are, how to read them with care, and how to write them whole. */
// Loading `node:fs/promises` takes longer than reading a small file.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, promises as fs, readFileSync, renameSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ConfigError } from '../errors.ts';
import { currentUser, errorCode, makeFolder, onceReleased } from '../folders.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** An XDG folder: the variable if it is absolute (the XDG specification ignores others), else a folder in the home folder. */
export function homeFolder(env: Env, variable: string, fallback: string): string {
  const [named = '', home = ''] = [env[variable], env['HOME']];
  if (isAbsolute(named)) return named;
  // Without one there is none: others can put files into any folder that all share, and into the current one.
  return join(isAbsolute(home) ? home : currentUser()?.home || '/nonexistent', fallback);
}

/** Depots and names of vehicles, for months; answers of sweeps, for minutes. */
export type CacheKind = 'names' | 'sweeps';

/** `$XDG_CACHE_HOME/rental/<kind>-<hash of the base address>.jsonl`. */
export function cachePath(env: Env, kind: CacheKind, baseUrl: URL): string {
  const hash = createHash('sha256').update(baseUrl.href).digest('hex').slice(0, 16);
  return join(cacheFolder(env), `${kind}-${hash}.jsonl`);
}

export function cacheFolder(env: Env): string {
  return join(homeFolder(env, 'XDG_CACHE_HOME', '.cache'), 'rental');
}

/** Returns undefined if the file does not exist. Throws an Error that says why it cannot be read. */
export function readSmallFile(path: string, mostBytes: number): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      // Reading a pipe would wait for a writer, and a device may have no end.
      if (!stat.isFile()) throw new Error('it is not a regular file');
      if (stat.size > mostBytes) throw new Error(`it is larger than ${Math.floor(mostBytes / 1024)} KiB`);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** The environment in which this file is the configuration. */
export function withConfig(env: Env, path: string | undefined): Env {
  return path ? { ...env, RENTAL_CONFIG: path } : env;
}

/** Where a chain of links ends, whether that file exists or not. Throws ConfigError if it does not end. */
export async function followLinks(path: string, most = 40): Promise<string> {
  const target = await fs.readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  if (most === 0)
    throw new ConfigError(`${path} is a link to a link, and so on without end`, {
      hint: 'remove the link, or give a file with --config',
    });
  return followLinks(resolve(dirname(path), target), most - 1);
}

/**
 * Replaces a regular file, or makes it: readers see the old text or the new one, also after a full disk, the end of the program or a
 * power cut. Keeps its owner and its permissions; those of a new file are `mode`.
 */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  const before = await fs.stat(path).catch(() => undefined);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await fs.writeFile(temporary, text, { flag: 'wx', mode: (before?.mode ?? mode) & 0o777, flush: true });
    if (before !== undefined) {
      // Not every user and not every file system can.
      await fs.chown(temporary, before.uid, before.gid).catch(() => {});
      await fs.chmod(temporary, before.mode).catch(() => {});
    }
    onceReleased(() => renameSync(temporary, path));
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** The same, and only the owner can read a new file. Returns false, and writes nothing, if a link, a pipe or a device has taken its place. */
export async function writePrivateFile(path: string, text: string): Promise<boolean> {
  makeFolder(dirname(path));
  if ((await fs.lstat(path).catch(() => undefined))?.isFile() === false) return false;
  await replaceFile(path, text, 0o600);
  return true;
}
