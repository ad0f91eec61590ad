/** The folder of one account. It is complete as soon as it exists, and is removed when it is not used any more. */
import { hash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listNames, onceReleased, succeeds } from '../../folders.ts';
import type { Account } from './policy.ts';

/** Longer than a slot of any usual window is taken: an older folder holds nothing of use. */
const unusedMs = 3 * 24 * 3_600_000;

/**
 * Returns the account's folder; makes it, with these names, on first use. Another process sees nothing or everything.
 *
 * @throws what the file system throws
 */
export function openAccountFolder(home: string, account: Account, names: readonly string[], now: number): string {
  const folder = folderOf(home, account);
  if (existsSync(folder)) return folder;
  // Each sandbox has its own port and so its own folder: without this they would pile up.
  removeUnused(home, now);
  const scratch = join(home, `new-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(scratch, { mode: 0o700 });
    for (const name of names) writeFileSync(join(scratch, name), '', { flag: 'wx', mode: 0o600 });
    const rename = () => succeeds(() => renameSync(scratch, folder), 'ENOTEMPTY', 'EEXIST');
    onceReleased(() => existsSync(folder) || rename());
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}

/** A hash, because a host name is hostile text too. */
export function folderOf(home: string, { origin, proxy }: Pick<Account, 'origin' | 'proxy'>): string {
  return join(home, hash('sha256', `${origin}\n${proxy ?? ''}`).slice(0, 20));
}

function removeUnused(home: string, now: number): void {
  for (const name of listNames(home).filter((one) => /^(?:[0-9a-f]{20}|new-[0-9a-f]{12})$/.test(one))) {
    const path = join(home, name);
    try {
      if (now - lstatSync(path).mtimeMs > unusedMs) rmSync(path, { recursive: true });
    } catch {
      // It does no harm, or another process has just removed it.
    }
  }
}
