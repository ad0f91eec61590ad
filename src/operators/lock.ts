/** One process after the other, because each reads a file, changes it and replaces the whole. */
import { closeSync, lstatSync, openSync, promises as fs, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, succeeds } from '../folders.ts';

/** A lock that nobody has renewed for so long, ms, is of a process that was killed. */
const lockMs = 3000;

/** Works while the file `lock` is this process's own. Throws what `work` and the file system throw. */
export async function holdingLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  makeFolder(dirname(lock));
  while (!takeLock(lock)) await sleep(10);
  const renewal = setInterval(() => void fs.utimes(lock, new Date(), new Date()).catch(() => {}), lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    rmSync(lock, { force: true });
  }
}

/** Whether it is ours now. */
function takeLock(lock: string): boolean {
  if (succeeds(() => closeSync(openSync(lock, 'wx', 0o600)), 'EEXIST')) return true;
  // One that was just released may be another's by now: it is not old.
  const age = Date.now() - (lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (Math.abs(age) > lockMs) rmSync(lock, { force: true });
  return false;
}
