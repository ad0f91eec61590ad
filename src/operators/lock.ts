/** One process after the other, because each reads a file, changes it and replaces the whole. */
import { lstatSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, succeeds } from '../folders.ts';
import { attempt } from './files.ts';

/** A lock that was not renewed for so long, ms, belongs to a process that was killed. */
const staleMs = 3000;

/** Works while the file `lock` is this process's own; waits until it is. Throws what `work` and the file system throw. */
export async function holdingLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  makeFolder(dirname(lock));
  while (!succeeds(() => writeFileSync(lock, '', { flag: 'wx', mode: 0o600 }), 'EEXIST')) {
    // The link itself counts, even if the file that it names does not exist.
    const found = lstatSync(lock, { throwIfNoEntry: false });
    if (found !== undefined && Math.abs(Date.now() - found.mtimeMs) > staleMs) rmSync(lock, { force: true });
    await sleep(10);
  }
  const renewal = setInterval(() => attempt(() => utimesSync(lock, new Date(), new Date())), staleMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    rmSync(lock, { force: true });
  }
}
