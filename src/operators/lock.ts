/** One process after the other, because each reads a file, changes it and replaces the whole. */
import { closeSync, fstatSync, lstatSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, makeFolder } from '../folders.ts';

/** A lock that is older, ms, belongs to a process that was killed: the work takes a few ms. */
const lockMs = 10_000;
/** Another process that has seen the same old lock removes what is there now. It does so before this time is over, ms. */
const removalMs = 200;

/** Works while the file `lock` is this process's own; waits until it is. Throws what `work` and the file system throw. */
export async function holdingLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  makeFolder(dirname(lock));
  let file = tryLock(lock);
  for (; file === undefined; file = tryLock(lock)) await sleep(removeStale(lock) ? removalMs : 10);
  try {
    return await work();
  } finally {
    releaseLock(lock, file);
  }
}

/** Its file, open, if it is ours now: as long as it is open, no other file gets its number. */
function tryLock(lock: string): number | undefined {
  try {
    return openSync(lock, 'wx', 0o600);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return undefined;
  }
}

function removeStale(lock: string): boolean {
  // The link itself counts, even if the file that it names does not exist.
  const found = lstatSync(lock, { throwIfNoEntry: false });
  // One that has gone meanwhile is not stale: the next one there is of another process.
  const isStale = found !== undefined && Math.abs(Date.now() - found.mtimeMs) > lockMs;
  if (isStale) rmSync(lock, { force: true });
  return isStale;
}

/** The lock of a process that stood still is taken away, so that there can be one of another process. */
function releaseLock(lock: string, held: number): void {
  const found = lstatSync(lock, { bigint: true, throwIfNoEntry: false });
  const isOurs = fstatSync(held, { bigint: true }).ino === found?.ino;
  closeSync(held);
  if (isOurs) rmSync(lock, { force: true });
}
