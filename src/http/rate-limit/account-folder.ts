/** The names of slots as empty files: a folder for each account, shared by a user's processes. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { randomDigits } from '../../base/random.ts';
import { sha256 } from '../../base/sha256.ts';
import { tryTo } from '../../base/errors.ts';
import { errorCode, listNames, retryWhileInUse, succeeds } from '../../base/folders.ts';
import type { Machine } from '../types.ts';
import { type SlotNames, changeEach, memoryNames } from './names.ts';
import type { Account } from './policy.ts';
import type { NameChange } from './slots.ts';
import { findBudgetsFolder } from './budgets-folder.ts';
import { changeOnWindows } from './microsoft-windows.ts';

/** Making an account's folder takes milliseconds. */
const maxScratchAgeMs = 60_000;

interface FolderOptions {
  /** The names of a budget before its first request. */
  readonly unused: readonly string[];
  readonly env: Machine['env'];
  readonly now: () => number;
  readonly notify: (message: string) => void;
}

/** After a disk error it goes on in memory with the names that were last seen, and a notice. */
export function folderNames(
  account: Account,
  { unused, env, now, notify }: FolderOptions,
): SlotNames {
  const { path, notice } = findBudgetsFolder(env);
  if (notice !== undefined) notify(notice);
  if (path === undefined) return memoryNames(unused, now);
  let folder: string | undefined;
  let seen = unused;
  let memory: SlotNames | undefined;
  return {
    now,
    change(changes, max) {
      if (memory) return memory.change(changes, max);
      const at = now();
      try {
        const opened = (folder ??= openAccountFolder(path, account, unused, at));
        const done = changeEach(changes, (change) => tryChange(opened, change), max);
        seen = readdirSync(opened);
        return { done, names: seen, at };
      } catch (cause) {
        const problem = `the request budget in ${path} cannot be used (${errorCode(cause)})`;
        notify(`${problem}; it is not shared with other processes`);
        memory = memoryNames(seen, now);
        return memory.change(changes, max);
      }
    },
  };
}

/** On first use it makes the folder with these names; other processes see all of them or none. */
function openAccountFolder(
  budgetsFolder: string,
  account: Account,
  names: readonly string[],
  now: number,
): string {
  removeOldScratch(budgetsFolder, now);
  const folder = folderOf(budgetsFolder, account);
  if (existsSync(folder)) return folder;
  const scratch = join(budgetsFolder, `new-${randomDigits()}`);
  try {
    mkdirSync(scratch, { mode: 0o700 });
    for (const name of names) writeFileSync(join(scratch, name), '', { flag: 'wx', mode: 0o600 });
    const rename = () => succeeds(() => renameSync(scratch, folder), 'ENOTEMPTY', 'EEXIST');
    retryWhileInUse(() => existsSync(folder) || rename());
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return folder;
}

/** A process that was killed at first use leaves its folder. */
function removeOldScratch(budgetsFolder: string, now: number): void {
  const scratch = listNames(budgetsFolder).filter((name) => /^new-[0-9a-f]{12}$/.test(name));
  for (const path of scratch.map((name) => join(budgetsFolder, name)))
    tryTo(() => {
      if (now - statSync(path).mtimeMs > maxScratchAgeMs) rmSync(path, { recursive: true });
    });
}

/** A hash, because a host name can be any text. */
export function folderOf(
  budgetsFolder: string,
  { origin, proxy }: Pick<Account, 'origin' | 'proxy'>,
): string {
  return join(budgetsFolder, sha256(`${origin}\n${proxy ?? ''}`).slice(0, 20));
}

/** False if another process was first: it has made the change, or has changed the old name. */
function tryChange(folder: string, change: NameChange): boolean {
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
