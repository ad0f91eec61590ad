/** One process after the other, because each reads a file, changes it and replaces the whole. */
import { closeSync, fstatSync, futimesSync, lstatSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, makeFolder } from '../folders.ts';
import { attempt } from './files.ts';

/** A lock that was not renewed for so long, ms, belongs to a process that was killed. */
const lockMs = 3000;

/** Works while the file `lock` is this process's own; waits until it is. Throws what `work` and the file system throw. */
export async function holdingLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  makeFolder(dirname(lock));
  let held = tryLock(lock);
  for (; held === undefined; held = tryLock(lock)) await sleep(10);
  const file = held;
  const renewal = setInterval(() => attempt(() => futimesSync(file, new Date(), new Date())), lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    releaseLock(lock, file);
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
