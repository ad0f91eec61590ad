/** One process after the other, because each reads a file, changes it and replaces the whole. */
import { closeSync, fstatSync, futimesSync, lstatSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, makeFolder } from '../folders.ts';
import { attempt } from './files.ts';

/** A lock that was not renewed for so long, ms, belongs to a process that was killed. */
const lockMs = 3000;

/** Works while the file `lock` is this process's own. Throws what `work` and the file system throw. */
export async function holdingLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const release = await takeLock(lock);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Waits until the file is this process's own; resolves with what gives it back. Throws the signal's reason, and what the file system throws. */
export async function takeLock(lock: string, signal?: AbortSignal): Promise<() => void> {
  makeFolder(dirname(lock));
  for (;;) {
    const held = tryLock(lock);
    if (held !== undefined) {
      const renewal = setInterval(() => attempt(() => futimesSync(held, new Date(), new Date())), lockMs / 3);
      return () => {
        clearInterval(renewal);
        releaseLock(lock, held);
      };
    }
    signal?.throwIfAborted();
    await sleep(10);
  }
}

/** Its file, open, if it is ours now: as long as it is open, no other file gets its number. */
function tryLock(lock: string): number | undefined {
  try {
    return openSync(lock, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    // The link itself counts, even if the file that it names does not exist.
    const found = lstatSync(lock, { throwIfNoEntry: false });
    // One that has gone meanwhile is not stale: the next one there is of another process.
    if (found !== undefined && Math.abs(Date.now() - found.mtimeMs) > lockMs) rmSync(lock, { force: true });
    return undefined;
  }
}

/** The lock of a process that stood still is taken away, so that there can be one of another process. */
function releaseLock(lock: string, held: number): void {
  const found = lstatSync(lock, { bigint: true, throwIfNoEntry: false });
  const isOurs = fstatSync(held, { bigint: true }).ino === found?.ino;
  closeSync(held);
  if (isOurs) rmSync(lock, { force: true });
}
