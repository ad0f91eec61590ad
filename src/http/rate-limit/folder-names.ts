/** The names of slots as files of a folder, or in memory if that fails. */
import { readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { succeeds } from '../../folders.ts';
import { type Names, firstDone, memoryNames } from './names.ts';
import type { Change } from './slots.ts';
import { changeOnWindows } from './windows.ts';

/**
 * Empty files in a folder. If it fails, goes on in memory from what it last held: a disk error neither stops a command nor gives it a
 * fresh budget.
 *
 * @param unseen the names that are used if the folder fails before it was seen
 */
export function folderNames(
  folder: string,
  { unseen, now, onTrouble }: { unseen: readonly string[]; now: () => number; onTrouble: (cause: unknown) => void },
): Names {
  const isDone = (change: Change): boolean =>
    platform() === 'win32' ? changeOnWindows(folder, change, changeFile) : changeFile(folder, change);
  let seen = unseen;
  let memory: Names | undefined;
  return {
    now,
    change(changes, most) {
      if (memory) return memory.change(changes, most);
      const at = now();
      try {
        const done = firstDone(changes, isDone, most);
        seen = readdirSync(folder);
        return { done, names: seen, at };
      } catch (cause) {
        onTrouble(cause);
        memory = memoryNames(seen, now);
        return memory.change(changes, most);
      }
    },
  };
}

/** Returns whether this process made the change. Throws what the file system throws, except that a name is missing or exists already. */
function changeFile(folder: string, [from, to]: Change): boolean {
  if (from === '') return succeeds(() => writeFileSync(join(folder, to), '', { flag: 'wx', mode: 0o600 }), 'EEXIST');
  if (to === '') return succeeds(() => unlinkSync(join(folder, from)), 'ENOENT');
  return succeeds(() => renameSync(join(folder, from), join(folder, to)), 'ENOENT');
}
