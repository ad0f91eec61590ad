/** The folder of one account. It is complete as soon as it exists, and is removed when it is not used any more. */
import { hash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accountText } from './account-text.ts';
import type { Stamp } from './clock.ts';
import { createFolderAtOnce } from './name-set.ts';
import { namesWithOlder } from './older-folders.ts';
import type { Account, LimitPolicy } from './policy.ts';
import type { StateFolder } from './state-folder.ts';

/** Describes the account in plain JSON, for users and for `rental limits`. */
export const aboutFile = 'about.json';
/** Longer than any lease: an older folder holds nothing of use. */
const unusedMs = 24 * 3_600_000;

type UsableFolder = Pick<StateFolder, 'older'> & { readonly path: string };

/**
 * Returns the account's folder; makes it, complete, on first use.
 *
 * @throws what the file system throws
 */
export function openAccountFolder(
  { path: home, older }: UsableFolder,
  account: Account,
  policy: LimitPolicy,
  at: Stamp,
): string {
  const folder = join(home, accountKey(account));
  if (isFolder(folder)) return folder;
  removeUnused(home, at.wall);
  const files = Object.fromEntries(firstNames(account, policy, at, older).map((name) => [name, '']));
  const scratch = join(home, `new-${randomBytes(6).toString('hex')}`);
  createFolderAtOnce(folder, scratch, { ...files, [aboutFile]: `${accountText(account)}\n` });
  if (!isFolder(folder)) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  return folder;
}

/** The names that a process makes if the account has no folder. */
export function firstNames(account: Account, policy: LimitPolicy, at: Stamp, older: StateFolder['older']): string[] {
  const folders = older.map((home) => join(home, accountKey(account)));
  return namesWithOlder(folders, policy, at);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A hash, because a host name is hostile text too. */
export function accountKey({ origin, proxy }: Pick<Account, 'origin' | 'proxy'>): string {
  return hash('sha256', `${origin}\n${proxy ?? ''}`).slice(0, 20);
}

/** Each sandbox has its own port and so its own folder: without this they would pile up. */
function removeUnused(home: string, now: number): void {
  for (const name of readdirSync(home)) {
    if (!/^(?:[0-9a-f]{20}|new-[0-9a-f]{12})$/.test(name)) continue;
    const path = join(home, name);
    try {
      const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (now - changed > unusedMs) rmSync(path, { recursive: true, force: true });
    } catch {
      // A folder that cannot be removed does no harm.
    }
  }
}
