/**
 * The names of slots as empty files: a folder for each account, which all processes of a user
 * share.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { randomDigits, sha256 } from '../../base/digest.ts';
import { errorCode, onceReleased, succeeds } from '../../base/folders.ts';
import type { Machine } from '../types.ts';
import { type Names, firstDone, memoryNames } from './names.ts';
import type { Account } from './policy.ts';
import type { NameChange } from './slots.ts';
import { findStateFolder } from './state-folder.ts';
import { changeOnWindows } from './windows.ts';

interface FolderOptions {
  /** The names of a budget before its first request. */
  readonly unused: readonly string[];
  readonly env: Machine['env'];
  readonly now: () => number;
  readonly notify: (message: string) => void;
}

/**
 * Without a folder, or if it fails, goes on in memory from what it last held, with a notice: a disk
 * error neither stops a command nor gives it a fresh budget.
 */
export function folderNames(account: Account, { unused, env, now, notify }: FolderOptions): Names {
  const { path, notice } = findStateFolder(env);
  if (notice !== undefined) notify(notice);
  let folder: string | undefined;
  let seen = unused;
  let memory = path === undefined ? memoryNames(unused, now) : undefined;
  return {
    now,
    change(changes, most) {
      if (path === undefined || memory) return memory!.change(changes, most);
      const at = now();
      try {
        const opened = (folder ??= openAccountFolder(path, account, unused));
        const done = firstDone(changes, (change) => isDone(opened, change), most);
        seen = readdirSync(opened);
        return { done, names: seen, at };
      } catch (cause) {
        const problem = `the request budget in ${path} cannot be used (${errorCode(cause)})`;
        notify(`${problem}; it is not shared with other processes`);
        memory = memoryNames(seen, now);
        return memory.change(changes, most);
      }
    },
  };
}

/**
 * Makes the folder, with these names, on first use. Another process sees nothing or everything.
 * Throws what the file system throws.
 */
function openAccountFolder(home: string, account: Account, names: readonly string[]): string {
  const folder = folderOf(home, account);
  if (existsSync(folder)) return folder;
  const scratch = join(home, `new-${randomDigits()}`);
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
export function folderOf(
  home: string,
  { origin, proxy }: Pick<Account, 'origin' | 'proxy'>,
): string {
  return join(home, sha256(`${origin}\n${proxy ?? ''}`).slice(0, 20));
}

/**
 * Whether this process made the change. Throws what the file system throws, except that a name is
 * missing or exists already.
 */
function isDone(folder: string, change: NameChange): boolean {
  return platform() === 'win32'
    ? changeOnWindows(folder, change, changeFile)
    : changeFile(folder, change);
}

function changeFile(folder: string, [from, to]: NameChange): boolean {
  if (from === '')
    return succeeds(
      () => writeFileSync(join(folder, to), '', { flag: 'wx', mode: 0o600 }),
      'EEXIST',
    );
  if (to === '') return succeeds(() => unlinkSync(join(folder, from)), 'ENOENT');
  return succeeds(() => renameSync(join(folder, from), join(folder, to)), 'ENOENT');
}
