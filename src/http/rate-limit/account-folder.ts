/** The folder of one account. It is complete as soon as it exists. */
import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onceReleased, succeeds } from '../../folders.ts';
import type { Account } from './policy.ts';

/**
 * Returns the account's folder; makes it, with these names, on first use. Another process sees nothing or everything.
 *
 * @throws what the file system throws
 */
export function openAccountFolder(home: string, account: Account, names: readonly string[]): string {
  const folder = folderOf(home, account);
  if (existsSync(folder)) return folder;
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
