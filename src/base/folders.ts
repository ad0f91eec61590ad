/** Folders, errors of the file system, and the current user. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { platform, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { tryTo } from './errors.ts';

interface FolderAccess {
  readonly exists: boolean;
  /** Why it cannot be written, or, if it is missing, cannot be made. */
  readonly problem: string | undefined;
}

/** Changes nothing. */
export function folderAccess(path: string): FolderAccess {
  const nearest = nearestEntry(path);
  const exists = nearest === path;
  const what = exists ? 'it' : nearest;
  try {
    if (!statSync(nearest).isDirectory()) return { exists, problem: `${what} is not a folder` };
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return { exists, problem: undefined };
  } catch (error) {
    return { exists, problem: `${what} cannot be written (${errorCode(error)})` };
  }
}

/** The path itself, or the nearest one above it that exists. */
function nearestEntry(path: string): string {
  const above = dirname(path);
  return above === path || existsSync(path) ? path : nearestEntry(above);
}

/** Makes the folder and those above it, for this user alone. Node's `recursive` never ends under /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  // Another process may have just made it.
  succeeds(() => mkdirSync(path, { mode: 0o700 }), 'EEXIST');
}

/** Whether the error can mean that another program has the file open. Only Windows cares. */
export function isInUse(error: unknown): boolean {
  return platform() === 'win32' && ['EBUSY', 'EPERM', 'EACCES'].includes(errorCode(error));
}

/** Tries again, for half a second, while another program has a file open. */
export function retryWhileInUse<T>(work: () => T): T {
  for (let waitMs = 1; ; waitMs *= 2) {
    try {
      return work();
    } catch (error) {
      if (!isInUse(error) || waitMs > 256) throw error;
      sleepSync(waitMs);
    }
  }
}

/** Blocks the thread. */
function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Empty if the folder cannot be read. */
export function listNames(folder: string): string[] {
  return tryTo(() => readdirSync(folder)) ?? [];
}

export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unusable';
}

/** False if the work throws an error with one of the codes. */
export function succeeds(work: () => void, ...codes: readonly string[]): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (codes.includes(errorCode(error))) return false;
    throw error;
  }
}

interface User {
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  /** By the system: `HOME` can be another one under sudo, in a snap or in a build. */
  readonly home?: string;
}

export function currentUser(): User | undefined {
  try {
    const { uid, homedir: home } = userInfo();
    return { uid: uid < 0 ? undefined : uid, home };
  } catch {
    // In a container, the system may not list the user. The folder behind this link is the user's;
    // the link itself is root's.
    const uid = statSync('/proc/self', { throwIfNoEntry: false })?.uid;
    return uid === undefined ? undefined : { uid };
  }
}
