/**
 * A lock for processes that each read a file, change it and replace the whole. No wrong clock loses
 * a change: a process that loses its lock too early notices it and tries again, because each holder
 *
 * 1. begins by removing the temporary files beside the file, so that the rename of the holder before it fails;
 * 2. then reads the file;
 * 3. just before its own rename looks whether it still has the lock.
 */
import { closeSync, fstatSync, lstatSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, listNames, makeFolder, succeeds } from './folders.ts';
import { removeTemporary } from './files.ts';

/** The work takes a few ms: the process of an older lock was killed or stopped. */
const maxLockMs = 10_000;
const pollMs = 10;
/** A longer wait is reported. */
const silentMs = 2000;
/** How often the work is tried while others take the lock away. */
const maxTries = 5;

export interface LockContext {
  readonly io: { monotonic(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  readonly signal: AbortSignal;
  note(text: string): void;
}

interface LockedFile {
  readonly path: string;
  /** Beside the file. */
  readonly lock: string;
}

/** `checkLock` throws if another process has taken the lock: then `work` runs again. */
export async function holdingLock<T>(
  { path, lock }: LockedFile,
  context: LockContext,
  work: (checkLock: () => void) => T | Promise<T>,
): Promise<T> {
  makeFolder(dirname(lock));
  for (let tries = 1; ; tries += 1) {
    const file = await takeLock(lock, path, context);
    try {
      removeTemporary(path);
      return await work(() => {
        if (!isHeldBy(file, lock)) throw new Error('another process changes it at the same time');
      });
    } catch (error) {
      // While the lock is ours, the error is of the work itself.
      if (tries === maxTries || isHeldBy(file, lock)) throw error;
    } finally {
      releaseLock(lock, file);
    }
  }
}

/** Returns the open file of the lock: while it is open, no other file gets its inode number. */
async function takeLock(
  lock: string,
  path: string,
  { io, signal, note }: LockContext,
): Promise<number> {
  const startedAt = io.monotonic();
  let seen: { readonly state: string; readonly at: number } | undefined;
  for (let isNoted = false; ;) {
    const file = tryLock(lock);
    if (file !== undefined) return file;
    const [state, now] = [stateOf(lock), io.monotonic()];
    if (state !== seen?.state) seen = { state, at: now };
    // Only a file can be a lock; in its place there may be a folder, or a link to nothing.
    if (state === 'not a file' || (state !== 'free' && now - seen.at >= maxLockMs)) {
      removeLock(lock);
      continue;
    }
    if (!isNoted && now - startedAt > silentMs) {
      note(`waiting for another process that changes ${path}`);
      isNoted = true;
    }
    await io.sleep(pollMs, signal);
  }
}

/** A folder may hold files of the user, so only an empty one is removed. */
function removeLock(lock: string): void {
  if (listNames(lock).length > 0) throw new Error(`${lock} is a folder with files`);
  if (lstatSync(lock, { throwIfNoEntry: false })?.isDirectory() === true)
    succeeds(() => rmdirSync(lock), 'ENOENT');
  else rmSync(lock, { force: true });
}

function tryLock(lock: string): number | undefined {
  try {
    return openSync(lock, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return undefined;
  }
}

/** What is there: the identity of a lock, or one of two words. */
function stateOf(lock: string): string {
  const found = lstatSync(lock, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return 'free';
  return found.isFile() ? `${found.ino} ${found.mtimeNs}` : 'not a file';
}

function isHeldBy(file: number, lock: string): boolean {
  return (
    fstatSync(file, { bigint: true }).ino ===
    lstatSync(lock, { bigint: true, throwIfNoEntry: false })?.ino
  );
}

function releaseLock(lock: string, file: number): void {
  const isHeld = isHeldBy(file, lock);
  closeSync(file);
  if (isHeld) rmSync(lock, { force: true });
}
